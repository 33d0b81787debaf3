// What check-ins are made of on every screen that shows them.

import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Checkin } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';

/** How often the time left is updated, in ms. */
const TICK_MS = 5_000;

const MINUTE_MS = 60_000;

/** The moment as it goes on. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long it is until a moment: `1 h 30 min left`. */
export function timeLeft(until: string, now: number): string {
  const minutes = Math.ceil((Date.parse(until) - now) / MINUTE_MS);
  if (minutes <= 0) return t('Time is up');
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return t('{minutes} min left', { minutes });
  const rest = minutes % 60;
  return rest === 0
    ? t('{hours} h left', { hours })
    : t('{hours} h {minutes} min left', { hours, minutes: rest });
}

/** The button that checks a customer out. */
export function CheckOut({ checkin, name }: { checkin: Checkin; name: string }) {
  const { passbell } = useCompany();
  const client = useQueryClient();
  const out = useMutation({
    mutationFn: () =>
      passbell.call('deleteCheckin', { site_id: checkin.site_id, checkin_id: checkin.id_str }),
    onSuccess: () => toast(t('{name} is checked out.', { name: isolated(name) })),
    onError: (error) => toast(sentenceOf(error), 'failed'),
    onSettled: () => void client.invalidateQueries({ queryKey: ['checkins'] }),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={out.isPending}
      onClick={() => out.mutate()}
      aria-label={t('Check out {name}', { name })}
    >
      {t('Check out')}
    </Button>
  );
}
