import {
  ChevronLeft,
  ChevronRight,
  CircleCheck,
  CloudUpload,
  LoaderCircle,
  Undo2,
  VolumeX,
  WifiOff,
} from 'lucide-react';
import { ApiError } from '#clients/typescript/index.ts';
import { formatWhen } from '../shared/format.ts';
import { sentenceOf } from '../shared/ui/states.tsx';
import { rich, t } from '../shared/words.ts';
import { serviceNow, serviceTime } from './hooks.ts';
import type { Overflow } from './overflow.ts';
import type { PassView } from './pass.ts';

interface Props {
  readonly state: Pick<PassView, 'asOf' | 'isRead' | 'trouble' | 'waiting' | 'isDown' | 'isStuck'>;
  readonly zone: string;
  /** The tickets that do not fit on the board. */
  readonly overflow: Overflow;
  /** True while the browser keeps the screen silent, though sounds are on. */
  readonly isSilenced: boolean;
  /** The last bump. */
  readonly last: string | undefined;
  readonly recallLast: () => void;
}

/** The line below the board: whether it is up to date, what does not fit, the last bump. Always of the same height. */
export function Foot({ state, zone, overflow, isSilenced, last, recallLast }: Props) {
  const { isRead, isDown, isStuck } = state;
  const Icon = isDown ? WifiOff : isStuck ? CloudUpload : isRead ? CircleCheck : LoaderCircle;
  return (
    <footer className="foot" data-down={isDown || isStuck || undefined}>
      <p className="foot-state" role="status">
        <Icon aria-hidden size={20} />
        <span>
          <State state={state} zone={zone} />
        </span>
      </p>
      {isSilenced && (
        <p className="foot-silenced" role="status">
          <VolumeX aria-hidden size={20} />
          <span>{t('No sound until this screen is touched')}</span>
        </p>
      )}
      <More overflow={overflow} />
      {last !== undefined && (
        <button type="button" className="foot-button foot-recall" onClick={recallLast}>
          <Undo2 aria-hidden size={20} />
          <span>
            {rich('Recall <name>{ticket}</name>', { ticket: last, name: (parts) => <bdi>{parts}</bdi> })}
          </span>
        </button>
      )}
    </footer>
  );
}

function State({ state, zone }: Pick<Props, 'state' | 'zone'>) {
  const { asOf, isRead, trouble, waiting, isDown, isStuck } = state;
  if (!isDown && !isStuck) return isRead ? t('Up to date') : t('Connecting…');
  return (
    <>
      {isDown && <strong>{whatIsWrong(trouble)} </strong>}
      {isDown && asOf !== undefined && <>{t('Tickets as of {time}.', { time: timeOf(asOf, zone) })} </>}
      {waiting > 0 && (
        <strong>
          {t('{waiting, plural, one {# bump waits} other {# bumps wait}} to be sent.', { waiting })}
        </strong>
      )}
    </>
  );
}

/**
 * What does not fit: a press shows the first ticket of it, or the first of all. Each has a place of its own, which the
 * way forward keeps to the end: who presses it once too often is not taken back to the start.
 */
function More({ overflow: { before, after, forward, back } }: { overflow: Overflow }) {
  if (after === 0 && before === 0) return null;
  return (
    <div className="foot-pages">
      {before > 0 && (
        <button type="button" className="foot-button foot-page" onClick={back}>
          <ChevronLeft aria-hidden size={20} />
          <span>{t('{count, number} before', { count: before })}</span>
        </button>
      )}
      <button type="button" className="foot-button foot-page" disabled={after === 0} onClick={forward}>
        <span>{t('+{count, number} more', { count: after })}</span>
        <ChevronRight aria-hidden size={20} />
      </button>
    </div>
  );
}

function timeOf(asOf: number, zone: string): string {
  return formatWhen(new Date(serviceTime(asOf)).toISOString(), zone, new Date(serviceNow()));
}

function whatIsWrong(trouble: unknown): string {
  const isRefusal = trouble instanceof ApiError && trouble.status >= 400 && trouble.status < 500;
  return isRefusal ? sentenceOf(trouble) : t('No connection.');
}
