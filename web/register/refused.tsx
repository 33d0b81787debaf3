// Refused writes: shown at their order, on every screen until they are retried or discarded, and in the list.

import { TriangleAlert } from 'lucide-react';
import { Link, useRoute } from 'wouter';
import { isolated } from '#src/kernel/text.ts';
import type { Refusal } from '../shared/outbox/entries.ts';
import { refusalSentence } from '../shared/outbox/outcome.ts';
import { RefusalAlert } from '../shared/ui/refusal.tsx';
import { rich, t } from '../shared/words.ts';
import { useRegister, useRegisterState } from './context.tsx';
import { type QueueState, serverIdOf, type Write } from './writes.ts';

/** A write that was refused. */
export type RefusedWrite = Write & { readonly refusal: Refusal };

/** The writes that were refused; of one order when one is named. */
export function refusedWrites(queue: QueueState, order?: string): readonly RefusedWrite[] {
  const id = order === undefined ? undefined : serverIdOf(queue, order);
  return queue.entries.filter(
    (write): write is RefusedWrite =>
      write.refusal !== null &&
      (order === undefined ||
        write.subject === order ||
        (id !== undefined && serverIdOf(queue, write.subject) === id)),
  );
}

/** The refused writes of an order, at the order. */
export function RefusedHere({ order }: { order: string }) {
  const { pay } = useRegister();
  const { queue } = useRegisterState();
  const refused = refusedWrites(queue, order);
  if (refused.length === 0) return null;
  return (
    <RefusalAlert mb="sm">
      {refused.map(({ seq, label, refusal }) => (
        <p key={seq} className="refused-line">
          {t('{change}: {reason}', { change: isolated(label), reason: refusalSentence(refusal) })}
        </p>
      ))}
      <Link href="/unsent" className="refused-link" onClick={() => pay(undefined)}>
        {t('Resolve')}
      </Link>
    </RefusalAlert>
  );
}

/** The note on every screen that writes were refused, until they are retried or discarded. */
export function RefusedBar() {
  const { queue, refusals } = useRegisterState();
  const [isThere] = useRoute('/unsent');
  const refused = refusedWrites(queue);
  const count = refused.length + refusals.length;
  const first = refused[0];
  const [label, sentence] =
    first === undefined
      ? [refusals[0]?.label, refusals[0]?.sentence]
      : [first.label, refusalSentence(first.refusal)];
  return (
    <div role="alert" className="register-alert">
      {count > 0 && !isThere && (
        <Link href="/unsent">
          <TriangleAlert size={18} aria-hidden />
          <span className="register-alert-text">
            {rich('<b>{change}</b>: {reason}', {
              b: (parts) => <b>{parts}</b>,
              change: isolated(label ?? ''),
              reason: sentence,
            })}
          </span>
          <span className="register-alert-more">
            {t('{count, plural, one {Resolve} other {Resolve all #}}', { count })}
          </span>
        </Link>
      )}
    </div>
  );
}
