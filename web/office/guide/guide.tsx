// The way to the first sale: each step is ticked by what is really there.

import { Anchor, Button, Group, List, ThemeIcon } from '@mantine/core';
import { Check, Circle } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { BASE } from '../../shared/base.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useRead } from '../read.ts';

/** How long a company is new, in ms: later nobody needs to be shown around. */
const NEW_FOR_MS = 30 * 24 * 60 * 60_000;

const keyOf = (company: string) => `passbell.guide.${company}`;

/** The guide of a new company, for those who run it, until it is done or dismissed. */
export function Guide() {
  const { company, role } = useCompany();
  const about = useRead('company', 'getCompany', {});
  const [isGone, setGone] = useState(() => localStorage.getItem(keyOf(company)) !== null);
  const isNew = about.data !== undefined && Date.now() - Date.parse(about.data.created_at) < NEW_FOR_MS;
  if (isGone || !isNew || role === 'staff') return null;
  return (
    <Steps
      dismiss={() => {
        localStorage.setItem(keyOf(company), 'dismissed');
        setGone(true);
      }}
    />
  );
}

interface Step {
  readonly done: boolean | undefined;
  readonly label: string;
  readonly hint: string;
  /** A page of the back office, or of another screen. */
  readonly to: string;
  readonly isElsewhere?: boolean;
}

function useSteps(): readonly Step[] {
  const { sites, registers } = useCompany();
  const isThere = (list: { readonly data: readonly unknown[] | undefined }) =>
    list.data === undefined ? undefined : list.data.length > 0;
  const taxes = useRead('taxes', 'listTaxes', { limit: 1 });
  const products = useRead('products', 'listProducts', { limit: 1 });
  const devices = useRead('devices', 'listDevices', { limit: 1 });
  const sales = useRead('orders', 'listCompleteOrders', { limit: 1 });
  const site = sites[0]?.id;
  const register = registers[0]?.id;
  return [
    {
      done: sites.some((each) => each.postal_address !== null),
      label: t('Company details'),
      hint: t('The address and phone of your site, for receipts.'),
      to: site === undefined ? '/places' : `/places/sites/${site}`,
    },
    {
      done: isThere(taxes),
      label: t('Taxes'),
      hint: t('The taxes you charge.'),
      to: '/taxes',
    },
    {
      done: isThere(products),
      label: t('Menu'),
      hint: t('Your products with their prices, one by one or by import.'),
      to: '/products',
    },
    {
      done: isThere(devices),
      label: t('Device'),
      hint: t('Open the register on a tablet or computer and set it up.'),
      to: register === undefined ? '/places' : `/places/registers/${register}`,
    },
    {
      done: isThere(sales),
      label: t('First sale'),
      hint: t('Sign in to the register with a PIN and sell something.'),
      to: '/register',
      isElsewhere: true,
    },
  ];
}

function Steps({ dismiss }: { dismiss: () => void }) {
  const steps = useSteps();
  const done = steps.filter((step) => step.done === true).length;
  // Nothing is shown that goes away at once.
  if (done === steps.length || steps.some((step) => step.done === undefined)) return null;
  return (
    <Section
      title={t('First steps')}
      actions={
        <Group gap="xs">
          <Tag color="tide">{t('{done, number} of {all, number}', { done, all: steps.length })}</Tag>
          <Button variant="subtle" size="xs" onClick={dismiss}>
            {t('Dismiss')}
          </Button>
        </Group>
      }
    >
      <List spacing="sm" center listStyleType="none">
        {steps.map((step) => (
          <StepLine key={step.to} step={step} />
        ))}
      </List>
    </Section>
  );
}

function StepLine({ step: { done, label, hint, to, isElsewhere = false } }: { step: Step }) {
  const Icon = done === true ? Check : Circle;
  const look = { size: 'sm', fw: 600 } as const;
  return (
    <List.Item
      icon={
        <ThemeIcon
          variant={done === true ? 'filled' : 'default'}
          color="tide"
          radius="xl"
          size={24}
          role="img"
          aria-label={done === true ? t('Done') : t('To do')}
        >
          <Icon size={14} aria-hidden />
        </ThemeIcon>
      }
    >
      {isElsewhere ? (
        <Anchor href={BASE + to} {...look}>
          {label}
        </Anchor>
      ) : (
        <Anchor component={Link} href={to} {...look}>
          {label}
        </Anchor>
      )}
      <Hint size="xs">{hint}</Hint>
    </List.Item>
  );
}
