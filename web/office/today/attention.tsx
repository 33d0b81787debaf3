// What needs attention: sold out products, offline registers, failed deliveries and print jobs, payments that are not known.

import { Anchor, Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  CircleX,
  CreditCard,
  Gauge,
  type LucideIcon,
  MailX,
  PackageX,
  Printer,
  Webhook,
  WifiOff,
} from 'lucide-react';
import { Link } from 'wouter';
import type { Id, Mail, Passbell, PaymentRequest, Reason, Today, Usage } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { refusedSentence } from '../../shared/reasons.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { t } from '../../shared/words.ts';
import { type CompanyView, useCompany } from '../company.tsx';
import { quotasOf } from '../developer/quotas.ts';
import { useRead } from '../read.ts';

/** How often webhooks, refusals, mails and payments are looked at, in ms. */
const ATTENTION_EVERY_MS = 20_000;
/** Failures that are older are known by now, in ms. */
const RECENT_MS = 24 * 60 * 60_000;
/** Add-ons, and webhooks of each, that are looked at. */
const MAX_LOOKED_AT = 50;
/** Names that are shown of one kind; how many others there are is said. */
const MAX_SHOWN = 5;

interface AttentionItem {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly text: string;
  readonly detail: string;
  /** Left out for who may not go there. */
  readonly to?: string | undefined;
}

/** The webhooks of the company's own add-ons of which deliveries were given up, or stand still. */
async function troubledHooks(passbell: Passbell, signal: AbortSignal) {
  const addons = await passbell.all('listAddons', MAX_LOOKED_AT, {}, { signal });
  const found = addons.map(async (addon) => {
    const input = { addon_id: addon.id_str };
    const hooks = await passbell.all('listAddonWebhooks', MAX_LOOKED_AT, input, { signal });
    return hooks
      .filter((hook) => hook.dead_deliveries > 0 || hook.stalled_since !== null)
      .map((hook) => ({ addon, hook }));
  });
  return (await Promise.all(found)).flat();
}
type Hooks = Awaited<ReturnType<typeof troubledHooks>>;

/** Requests of the log that are looked through. */
const MAX_REQUESTS = 500;
/** Refusals that a register sends again by itself, or that ask to sign in: no sale is lost by those. */
const PASSING = [401, 408, 409, 412, 425, 429];

/** The changes of orders, receipts and check-ins that the service refused to a register, the latest first. */
async function refusedAtRegisters(passbell: Passbell, signal: AbortSignal) {
  const requests = await passbell.call('listRequests', { status_gte: 400, limit: MAX_REQUESTS }, { signal });
  return requests.filter(
    ({ staff_id: staff, method, path: asked, status }) =>
      staff !== null &&
      method !== 'GET' &&
      status < 500 &&
      !PASSING.includes(status) &&
      /\/(?:orders|checkins)(?:\/|$)/.test(asked) &&
      !asked.endsWith('/orders/price'),
  );
}
type Refused = Awaited<ReturnType<typeof refusedAtRegisters>>;

/** Why a request was refused; a sentence of several has its places in words. */
function reasonOfLast({ reason, params, error_description: said }: Refused[number]): string {
  const told = reason === null ? {} : { reason: { reason, params: params as NonNullable<Reason['params']> } };
  return refusedSentence(told, said ?? '');
}

function refusedNeeds(refused: Refused): AttentionItem[] {
  const lately = refused.filter(({ at }) => Date.now() - Date.parse(at) < RECENT_MS);
  const [last] = lately;
  if (last === undefined) return [];
  return [
    {
      key: 'refused',
      icon: CircleX,
      text: t(
        '{count, plural, one {# change} other {# changes}} refused at the registers in the last 24 hours',
        { count: lately.length },
      ),
      detail: t('The last one: {reason} The register lists it under Needs attention.', {
        reason: reasonOfLast(last),
      }),
      to: '/developer/requests',
    },
  ];
}

function hookNeeds(hooks: Hooks, { when }: CompanyView): AttentionItem[] {
  return hooks.flatMap(({ addon, hook }) => {
    const { topic, dead_deliveries: count, stalled_since: since } = hook;
    const to = `/developer/addons/${addon.id_str}/webhooks/${hook.id_str}`;
    const about = { icon: Webhook, to };
    const addonName = isolated(addon.name);
    return [
      ...(since === null
        ? []
        : [
            {
              ...about,
              key: `stalled ${hook.id_str}`,
              text: t('{addon}: deliveries of {topic} have stalled', { addon: addonName, topic }),
              detail: t('Since {time}. The log of the service says why.', { time: when(since) }),
            },
          ]),
      ...(count === 0
        ? []
        : [
            {
              ...about,
              key: `hook ${hook.id_str}`,
              text: t('{addon}: {count, plural, one {# delivery} other {# deliveries}} of {topic} given up', {
                addon: addonName,
                count,
                topic,
              }),
              detail: t('Check the answers, then send them again.'),
            },
          ]),
    ];
  });
}

/** The first of some needs, and how many others there are; `isMore` where there are more than these. */
function firstOf(
  key: string,
  icon: LucideIcon,
  needs: readonly AttentionItem[],
  others: (count: string) => string,
  isMore = false,
): AttentionItem[] {
  if (needs.length <= MAX_SHOWN && !isMore) return [...needs];
  const count = `${formatNumber(Math.max(needs.length - MAX_SHOWN, 0))}${isMore ? '+' : ''}`;
  return [...needs.slice(0, MAX_SHOWN), { key, icon, text: others(count), detail: '' }];
}

function offlineNeeds({ attention }: Today, { role, siteName, when }: CompanyView): AttentionItem[] {
  const needs = attention.offline_registers.map(({ id_str, name, site_id, last_seen_at: seen }) => {
    const site = isolated(siteName(site_id));
    return {
      key: `register ${id_str}`,
      icon: WifiOff,
      text: t('{register} is offline', { register: isolated(name) }),
      detail:
        seen === null
          ? t('{site} prints on it. It has never been online.', { site })
          : t('{site} prints on it. Last seen {time}.', { site, time: when(seen, site_id) }),
      to: role === 'staff' ? undefined : `/places/registers/${id_str}`,
    };
  });
  return firstOf('offline', WifiOff, needs, (count) => t('{count} more registers are offline', { count }));
}

function printNeeds({ attention }: Today, { role }: CompanyView): AttentionItem[] {
  const { registers, more } = attention.print_troubles;
  const found = registers.flatMap(({ id_str, name, failed, late, failure }) => {
    const to = role === 'staff' ? undefined : `/places/registers/${id_str}`;
    const about = { icon: Printer, to };
    const register = isolated(name);
    return [
      ...(failed === 0
        ? []
        : [
            {
              ...about,
              key: `failed ${id_str}`,
              text: t('{register}: {count, plural, one {# print job} other {# print jobs}} failed', {
                register,
                count: failed,
              }),
              detail: failure ?? '',
            },
          ]),
      ...(late === 0
        ? []
        : [
            {
              ...about,
              key: `late ${id_str}`,
              text: t(
                '{register}: {count, plural, one {# print job has} other {# print jobs have}} been waiting long',
                { register, count: late },
              ),
              detail: failure ?? t('Is the printer on, and its agent running?'),
            },
          ]),
    ];
  });
  const others = (count: string) => t('{count} more with print jobs that failed or are late', { count });
  return firstOf('print jobs', Printer, found, others, more);
}

function mailNeeds(dead: readonly Mail[]): AttentionItem[] {
  const lost = dead.filter((mail) => Date.now() - Date.parse(mail.updated_at) < RECENT_MS);
  const [last] = lost;
  if (last === undefined) return [];
  return [
    {
      key: 'mails',
      icon: MailX,
      text: t('{count, plural, one {# e-mail} other {# e-mails}} not sent in the last 24 hours', {
        count: lost.length,
      }),
      detail: last.failure ?? '',
      to: '/mails?state=dead',
    },
  ];
}

/** Payment requests whose outcome is not known, and those whose money the order did not take, the latest first. */
async function troubledPayments(passbell: Passbell, signal: AbortSignal) {
  const read = (filter: { status: 'unknown' } | { unapplied: true }) =>
    passbell.call('listPaymentRequests', { ...filter, newest: true }, { signal });
  const [unknown, unapplied] = await Promise.all([read({ status: 'unknown' }), read({ unapplied: true })]);
  return { unknown, unapplied };
}
type Payments = Awaited<ReturnType<typeof troubledPayments>>;

function paymentNeeds(payments: Payments, site: Id | null, { money, when }: CompanyView): AttentionItem[] {
  const need = (text: string) => (request: PaymentRequest) => ({
    key: `payment ${request.id_str}`,
    icon: CreditCard,
    text,
    detail: t('{amount}, {time}. Open the order to settle it.', {
      amount: money(request.approved_amount ?? request.amount, request.site_id),
      time: when(request.created_at, request.site_id),
    }),
    to: `/orders/${request.order_id}`,
  });
  const here = (request: PaymentRequest) => site === null || request.site_id === site;
  return [
    ...payments.unknown.filter(here).map(need(t('It is not known whether a payment was made'))),
    ...payments.unapplied.filter(here).map(need(t('Money was taken that an order did not take'))),
  ];
}

function quotaNeeds(usage: Usage | undefined): AttentionItem[] {
  return (usage === undefined ? [] : quotasOf(usage))
    .filter(({ state }) => state !== 'free')
    .map(({ kind, name, used = '', limit = '', share = 0, consequence }) => ({
      key: `quota ${kind}`,
      icon: Gauge,
      text: t('{quota}: {share} of the quota used', {
        quota: name,
        share: formatPercent(Math.floor(share * 100) / 100),
      }),
      detail: `${t('{used} of {limit}', { used, limit })}. ${consequence}`,
      to: '/developer/usage',
    }));
}

function useNeeds(
  report: Today | undefined,
  site: Id | null,
  company: CompanyView,
): AttentionItem[] | undefined {
  const { passbell, role } = company;
  // No event tells of any of these.
  const look = { refetchInterval: ATTENTION_EVERY_MS, enabled: role !== 'staff' };
  const hooks = useQuery({
    ...look,
    queryKey: ['webhooks', 'troubled'],
    queryFn: ({ signal }) => troubledHooks(passbell, signal),
  });
  const refused = useQuery({
    ...look,
    queryKey: ['requests', 'refused'],
    queryFn: ({ signal }) => refusedAtRegisters(passbell, signal),
  });
  const mails = useQuery({
    ...look,
    queryKey: ['mails', 'dead'],
    queryFn: ({ signal }) => passbell.call('listMails', { state: 'dead', newest: true }, { signal }),
  });
  const payments = useQuery({
    ...look,
    queryKey: ['payment_requests', 'troubled'],
    queryFn: ({ signal }) => troubledPayments(passbell, signal),
  });
  const usage = useRead('usage', 'getUsage', {}, { everyMs: ATTENTION_EVERY_MS, enabled: look.enabled });
  if (report === undefined) return undefined;
  return [
    ...(payments.data === undefined ? [] : paymentNeeds(payments.data, site, company)),
    ...refusedNeeds(refused.data ?? []),
    ...hookNeeds(hooks.data ?? [], company),
    ...mailNeeds(mails.data ?? []),
    ...quotaNeeds(usage.data),
    ...offlineNeeds(report, company),
    ...printNeeds(report, company),
  ];
}

/** The list of what needs attention, each entry with a link. */
export function Attention({ report, site }: { report: Today | undefined; site: Id | null }) {
  const company = useCompany();
  const needs = useNeeds(report, site, company);
  const gone = report?.attention.out_of_stock;
  const products = gone?.products ?? [];
  return (
    <Section title={t('Needs attention')}>
      {needs === undefined ? (
        <Skeleton height={120} />
      ) : needs.length + products.length === 0 ? (
        <Group gap="sm" wrap="nowrap" mih={80}>
          <CircleCheck
            size={26}
            aria-hidden
            style={{ flex: 'none' }}
            color="var(--mantine-primary-color-filled)"
          />
          <Hint>{t('All good: everything is online, printed and delivered.')}</Hint>
        </Group>
      ) : (
        <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {needs.map(({ key, ...need }) => (
            <AttentionRow key={key} {...need} />
          ))}
          {products.slice(0, MAX_SHOWN).map((product) => (
            <AttentionRow
              key={`${product.id_str} ${product.site_id}`}
              icon={PackageX}
              text={t('{product} is out of stock', { product: isolated(product.name) })}
              detail={company.siteName(product.site_id)}
              to={`/products/${product.id_str}`}
            />
          ))}
          {products.length > MAX_SHOWN && (
            <Text component="li" size="sm" c="dimmed">
              {t('{count} more out of stock', {
                count: `${formatNumber(products.length - MAX_SHOWN)}${gone?.more === true ? '+' : ''}`,
              })}
            </Text>
          )}
        </Stack>
      )}
    </Section>
  );
}

function AttentionRow({ icon: Icon, text, detail, to }: Omit<AttentionItem, 'key'>) {
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Icon size={18} aria-hidden style={{ flex: 'none', marginTop: 2 }} color="var(--screen-muted)" />
      <Box style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        {to === undefined ? (
          <Text size="sm">{text}</Text>
        ) : (
          <Anchor component={Link} href={to} size="sm">
            {text}
          </Anchor>
        )}
        <Hint size="xs">{detail}</Hint>
      </Box>
    </Group>
  );
}
