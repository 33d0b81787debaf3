import { CircleCheck, Undo2, WifiOff } from 'lucide-react';
import { ApiFailure } from '../shared/api.ts';
import { formatClock } from '../shared/format.ts';

interface Props {
  /** Since when there is no connection, in ms: the time of the display. */
  readonly downSince: number | undefined;
  readonly trouble: unknown;
  readonly waiting: number;
  readonly zone: string;
  /** The last bump. */
  readonly last: string | undefined;
  readonly recallLast: () => void;
}

/** The line below the board: whether it is up to date, and the last bump. Always of the same height. */
export function Foot({ downSince, trouble, waiting, zone, last, recallLast }: Props) {
  const isDown = downSince !== undefined;
  return (
    <footer className="foot" data-down={isDown || undefined}>
      <p className="foot-state" role="status">
        {isDown ? <WifiOff aria-hidden size={20} /> : <CircleCheck aria-hidden size={20} />}
        <span>
          {isDown ? (
            <>
              <strong>{whatIsWrong(trouble)}</strong> What you see is from{' '}
              {formatClock(new Date(downSince).toISOString(), zone)}.{' '}
              {waiting > 0 && <strong>{waitingText(waiting)}</strong>}
            </>
          ) : (
            'Up to date'
          )}
        </span>
      </p>
      {last !== undefined && (
        <button type="button" className="foot-recall" onClick={recallLast}>
          <Undo2 aria-hidden size={20} />
          <span>
            Recall <bdi>{last}</bdi>
          </span>
        </button>
      )}
    </footer>
  );
}

function whatIsWrong(trouble: unknown): string {
  const isRefusal = trouble instanceof ApiFailure && trouble.status >= 400 && trouble.status < 500;
  return isRefusal ? trouble.message : 'No connection.';
}

function waitingText(waiting: number): string {
  return waiting === 1
    ? '1 bump waits and is sent when it is back.'
    : `${waiting} bumps wait and are sent when it is back.`;
}
