// What needs attention: sold out products, offline registers, failed deliveries and print jobs.

import { Anchor, Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, type LucideIcon, PackageX, Printer, Webhook, WifiOff } from 'lucide-react';
import { Link } from 'wouter';
import { isolated } from '#src/kernel/text.ts';
import type { JobState } from '#src/printing/shape.ts';
import type { Api } from '../../shared/api.ts';
import type { Id } from '../../shared/json.ts';
import type { Entity, Register } from '../../shared/records.ts';
import { Section } from '../../shared/ui/page.tsx';
import { type CompanyView, useCompany } from '../company.tsx';
import type { LoggedRequest } from '../records.ts';
import type { TodayReport } from './records.ts';

/** How often webhooks and printers are looked at, in ms. */
const ATTENTION_EVERY_MS = 20_000;
/** A job that is not printed for this long is waiting too long, in ms. */
const LONG_WAIT_MS = 2 * 60_000;
/** Failures that are older are known by now, in ms. */
const RECENT_MS = 24 * 60 * 60_000;
/** Registers and add-ons that are looked at. */
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

interface Job extends Entity {
  readonly state: JobState;
  readonly kind: 'ticket' | 'receipt';
  readonly due_at: string;
  readonly failure: string | null;
}

/** The print jobs of the registers that failed or wait. */
async function jobsOf(api: Api, registers: readonly Register[], signal: AbortSignal) {
  const at = registers.slice(0, MAX_LOOKED_AT).map(async (register) => {
    const read = (state: JobState) =>
      api.page<Job>(`registers/${register.id_str}/print_jobs?state=${state}&newest=true`, { signal });
    const [failed, queued] = await Promise.all([read('failed'), read('queued')]);
    return { register, failed: failed.items, queued: queued.items };
  });
  return Promise.all(at);
}

interface WebhookRecord extends Entity {
  readonly topic: string;
  readonly dead_deliveries: number;
  readonly stalled_since: string | null;
}

/** The webhooks of the company's own add-ons of which deliveries were given up, or stand still. */
async function troubledHooks(api: Api, signal: AbortSignal) {
  const addons = await api.all<Entity & { name: string }>('addons', MAX_LOOKED_AT, { signal });
  const found = addons.map(async (addon) => {
    const hooks = await api.all<WebhookRecord>(`addons/${addon.id_str}/webhooks`, MAX_LOOKED_AT, { signal });
    return hooks
      .filter((hook) => hook.dead_deliveries > 0 || hook.stalled_since !== null)
      .map((hook) => ({ addon, hook }));
  });
  return (await Promise.all(found)).flat();
}

/** Requests of the log that are looked through. */
const MAX_REQUESTS = 500;
/** Refusals that a register sends again by itself, or that ask to sign in: no sale is lost by those. */
const PASSING = [401, 408, 409, 412, 425, 429];

/** The changes of orders, receipts and check-ins that the service refused to a register, the latest first. */
async function refusedAtRegisters(api: Api, signal: AbortSignal) {
  const path = `requests?status_gte=400&limit=${MAX_REQUESTS}`;
  const { items } = await api.page<LoggedRequest>(path, { signal });
  return items.filter(
    ({ staff_id: staff, method, path: asked, status }) =>
      staff !== null &&
      method !== 'GET' &&
      status < 500 &&
      !PASSING.includes(status) &&
      /\/(?:orders|checkins)(?:\/|$)/.test(asked) &&
      !asked.endsWith('/orders/price'),
  );
}

function useNeeds(
  report: TodayReport | undefined,
  site: Id | null,
  company: CompanyView,
): AttentionItem[] | undefined {
  const { api, role, when, siteName } = company;
  const registers = company.registers.filter((each) => site === null || each.site_id === site);
  const jobs = useQuery({
    queryKey: ['print_jobs', api.company, registers.map((each) => each.id_str)],
    queryFn: ({ signal }) => jobsOf(api, registers, signal),
    refetchInterval: ATTENTION_EVERY_MS,
    enabled: registers.length > 0,
  });
  const hooks = useQuery({
    queryKey: ['webhooks', api.company, 'troubled'],
    queryFn: ({ signal }) => troubledHooks(api, signal),
    refetchInterval: ATTENTION_EVERY_MS,
    enabled: role !== 'staff',
  });
  const refused = useQuery({
    queryKey: ['requests', api.company, 'refused'],
    queryFn: ({ signal }) => refusedAtRegisters(api, signal),
    refetchInterval: ATTENTION_EVERY_MS,
    enabled: role !== 'staff',
  });
  if (report === undefined) return undefined;
  const now = Date.now();
  const needs: AttentionItem[] = [];
  const lately = (refused.data ?? []).filter(({ at }) => now - Date.parse(at) < RECENT_MS);
  if (lately.length > 0) {
    needs.push({
      key: 'refused',
      icon: CircleX,
      text: `${counted(lately.length, 'change', 'changes')} refused at the registers today or yesterday`,
      detail: `The last one: ${lately[0]?.error_description ?? ''} The register tells it under Needs attention.`,
      to: '/developer/requests',
    });
  }
  for (const { addon, hook } of hooks.data ?? []) {
    const to = `/developer/addons/${addon.id_str}/webhooks/${hook.id_str}`;
    if (hook.stalled_since !== null) {
      needs.push({
        key: `stalled ${hook.id_str}`,
        icon: Webhook,
        text: `${addon.name}: deliveries of ${hook.topic} stand still`,
        detail: `Since ${when(hook.stalled_since)}. Whoever runs this service finds the cause in its log.`,
        to,
      });
    }
    if (hook.dead_deliveries === 0) continue;
    needs.push({
      key: `hook ${hook.id_str}`,
      icon: Webhook,
      text: `${addon.name}: ${counted(hook.dead_deliveries, 'delivery', 'deliveries')} of ${hook.topic} given up`,
      detail: 'Look at the answers, then send them again.',
      to,
    });
  }
  for (const register of report.attention.offline_registers) {
    const { last_seen_at: seen } = register;
    needs.push({
      key: `register ${register.id_str}`,
      icon: WifiOff,
      text: `${isolated(register.name)} is offline`,
      detail: `${isolated(siteName(register.site_id))} prints on it. ${
        seen === null ? 'It was never online.' : `Last seen ${when(seen, register.site_id)}.`
      }`,
      to: role === 'staff' ? undefined : `/places/registers/${register.id_str}`,
    });
  }
  for (const { register, failed, queued } of jobs.data ?? []) {
    const lost = failed.filter((job) => now - Date.parse(job.updated_at) < RECENT_MS);
    const late = queued.filter((job) => now - Date.parse(job.due_at) > LONG_WAIT_MS);
    const to = role === 'staff' ? undefined : `/places/registers/${register.id_str}`;
    if (lost.length > 0) {
      needs.push({
        key: `failed ${register.id_str}`,
        icon: Printer,
        text: `${isolated(register.name)}: ${counted(lost.length, 'print job', 'print jobs')} failed`,
        detail: lost[0]?.failure ?? '',
        to,
      });
    }
    if (late.length > 0) {
      needs.push({
        key: `late ${register.id_str}`,
        icon: Printer,
        text: `${isolated(register.name)}: ${counted(late.length, 'print job', 'print jobs')} waiting for long`,
        detail: 'Is the printer on, and its agent running?',
        to,
      });
    }
  }
  return needs;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The list of what needs attention, each entry with a link. */
export function Attention({ report, site }: { report: TodayReport | undefined; site: Id | null }) {
  const company = useCompany();
  const needs = useNeeds(report, site, company);
  const gone = report?.attention.out_of_stock;
  const products = gone?.products ?? [];
  return (
    <Section title="Needs attention">
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
          <Text size="sm" c="dimmed">
            Nothing needs you: everything that is expected is online, printed and told.
          </Text>
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
              text={`${isolated(product.name)} is out of stock`}
              detail={company.siteName(product.site_id)}
              to={`/products/${product.id_str}`}
            />
          ))}
          {products.length > MAX_SHOWN && (
            <Text component="li" size="sm" c="dimmed">
              {`${products.length - MAX_SHOWN}${gone?.more === true ? ' or more' : ''} other products are out of stock.`}
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
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      </Box>
    </Group>
  );
}
