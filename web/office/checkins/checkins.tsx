// The customers who are checked in at a site now.

import { Progress, Text } from '@mantine/core';
import { MapPinCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Checkin } from '#clients/typescript/index.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { usePartlyTold } from '../../shared/ui/live.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { RecordLink } from '../../shared/ui/record-link.tsx';
import { type Column, ListTable } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { customerName } from '../orders/words.ts';
import { usePages, useRead } from '../read.ts';
import { SiteSelect } from '../site-select.tsx';
import { CheckinSheet } from './form.tsx';
import { CheckOut, timeLeft, useNow } from './parts.tsx';

/** How long a customer's name counts as fresh, in ms. */
const NAME_FRESH_MS = 60_000;

export default function Checkins() {
  const { sites } = useCompany();
  const [query, setQuery] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const site = (sites.find((each) => each.id_str === query.get('site')) ?? sites[0])?.id_str;
  return (
    <ScreenPage
      title={t('Check-ins')}
      actions={
        <>
          {sites.length > 1 && site !== undefined && (
            <SiteSelect
              hidden
              all={false}
              site={site}
              choose={(id) => id !== null && setQuery(new URLSearchParams({ site: id }), { replace: true })}
            />
          )}
          <AddButton onClick={() => setAdding(true)} disabled={site === undefined}>
            {t('Check in')}
          </AddButton>
        </>
      }
    >
      <div className="card">{site !== undefined && <CheckinTable key={site} site={site} />}</div>
      {adding && site !== undefined && <CheckinSheet site={site} close={() => setAdding(false)} />}
    </ScreenPage>
  );
}

function CheckinTable({ site }: { site: string }) {
  const { when, siteName } = useCompany();
  const now = useNow();
  // Who comes and goes is an event, whose time is over is not.
  const list = usePages('checkins', 'listCheckins', { site_id: site }, { everyMs: usePartlyTold() });
  const columns: Column<Checkin>[] = [
    { head: t('Customer'), cell: (checkin) => <Guest id={checkin.customer_id} /> },
    { head: t('Since'), cell: (checkin) => when(checkin.start_time, site), wide: true },
    { head: t('Time left'), cell: (checkin) => <TimeLeft checkin={checkin} now={now} /> },
    {
      head: t('Check out'),
      cell: (checkin) => <CheckOutButton checkin={checkin} />,
      figure: true,
      width: 120,
    },
  ];
  return (
    <ListTable
      list={list}
      columns={columns}
      label={t('Checked in at {site}', { site: siteName(site) })}
      empty={{
        title: t('Nobody is checked in'),
        icon: MapPinCheck,
        text: t('Customers at {site} appear here when they check in, and leave when their time is up.', {
          site: siteName(site),
        }),
      }}
    />
  );
}

function TimeLeft({ checkin, now }: { checkin: Checkin; now: number }) {
  const whole = Date.parse(checkin.expires_at) - Date.parse(checkin.start_time);
  const left = Math.max(0, Date.parse(checkin.expires_at) - now);
  const words = timeLeft(checkin.expires_at, now);
  return (
    <>
      <Text size="sm">{words}</Text>
      <Progress value={(left / whole) * 100} size="xs" maw={160} mt={4} aria-label={words} />
    </>
  );
}

function useGuest(id: string) {
  return useRead('customers', 'getCustomer', { customer_id: id }, { staleTime: NAME_FRESH_MS });
}

function Guest({ id }: { id: string }) {
  const { data } = useGuest(id);
  return <RecordLink href={`/customers/${id}`}>{data === undefined ? '…' : customerName(data)}</RecordLink>;
}

function CheckOutButton({ checkin }: { checkin: Checkin }) {
  const { data } = useGuest(checkin.customer_id);
  return <CheckOut checkin={checkin} name={data === undefined ? t('Customer') : customerName(data)} />;
}
