import { calledOut } from '#src/kernel/called-out.ts';
import { placesOf } from '#src/kernel/seating.ts';
import { isolated } from '#src/kernel/text.ts';
import './ticket.css';
import {
  ArrowDown,
  ArrowUp,
  Ban,
  BellRing,
  CalendarClock,
  Check,
  Plus,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { formatClock, formatWhen, inLine } from '../shared/format.ts';
import { t } from '../shared/words.ts';
import { ageSince, formatAge, type Limits, levelOf } from './age.ts';
import type { Card, CardLine, Mark } from './cards.ts';
import { useNow } from './hooks.ts';
import { Taps } from './taps.ts';
import type { TicketOption } from './tickets.ts';
import { countText, groupText, markText, modifierText, optionText, spokenCard } from './words.ts';

const MARK_ICONS: Readonly<Record<Mark, typeof Ban>> = {
  void: Ban,
  more: ArrowUp,
  less: ArrowDown,
  added: Plus,
  recall: BellRing,
};

/** The fingers at this screen. */
const taps = new Taps();

export type CardKind = 'now' | 'later' | 'old' | 'bumped';

interface Props {
  readonly card: Card;
  readonly kind: CardKind;
  /** Its place on the board, from 0: the first nine have keys. */
  readonly place: number;
  readonly limits: Limits;
  readonly zone: string;
  readonly isChosen: boolean;
  readonly chosenLine: string | undefined;
  readonly press: (card: Card, line?: CardLine) => void;
}

/** An order, or a ticket that was bumped. */
export const TicketCard = memo(function TicketCard(props: Props) {
  const { card, kind, place, limits, zone, isChosen, chosenLine, press } = props;
  const own = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isChosen) return;
    const line = chosenLine === undefined ? null : own.current?.querySelector(`[data-line="${chosenLine}"]`);
    const target = line instanceof HTMLElement ? line : own.current;
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isChosen, chosenLine]);
  const { text } = card;
  const name = calledOut(card.text).number;
  return (
    <article
      ref={own}
      className="ticket"
      data-kind={kind}
      data-void={card.isVoid || undefined}
      data-chosen={isChosen || undefined}
      tabIndex={-1}
      aria-label={spokenCard(card, ageSince(card.since, Date.now()))}
    >
      <CardHead card={card} kind={kind} place={place} limits={limits} zone={zone} />
      <div className="ticket-facts">
        <Facts card={card} zone={zone} />
      </div>
      {text.notes !== null && text.notes !== '' && <p className="ticket-note">{text.notes}</p>}
      <ul className="ticket-lines">
        {byCourse(card.lines).map(([course, lines]) => (
          <li key={course ?? 0}>
            {course !== null && <h3 className="ticket-course">{t('Course {number}', { number: course })}</h3>}
            <ul>
              {lines.map((line) => (
                <li key={line.key}>
                  <Line
                    line={line}
                    isFixed={kind === 'bumped'}
                    press={() => press(card, line)}
                    isChosen={isChosen && chosenLine === line.key}
                  />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {card.elsewhere > 0 && (
        <p className="ticket-elsewhere">
          {t('+ {lines, plural, one {# line} other {# lines}} at other stations', { lines: card.elsewhere })}
        </p>
      )}
      <button
        type="button"
        className="ticket-bump"
        onClick={({ nativeEvent }) => {
          if (!taps.isAstray(nativeEvent, card.key)) press(card);
        }}
      >
        {kind === 'bumped' ? <Undo2 aria-hidden /> : <Check aria-hidden />}
        {kind === 'bumped' ? t('Recall') : card.isVoid ? t('Acknowledge') : t('Bump')}
        <span className="unseen"> {name}</span>
      </button>
    </article>
  );
});

function CardHead({
  card,
  kind,
  place,
  limits,
  zone,
}: Pick<Props, 'card' | 'kind' | 'place' | 'limits' | 'zone'>) {
  const now = useNow();
  const age = ageSince(card.since, now);
  const isWaiting = kind === 'now' || kind === 'old';
  const level = isWaiting ? levelOf(age, limits) : 'fresh';
  return (
    <header className="ticket-head" data-level={level}>
      {place < 9 && (
        <kbd className="ticket-key" aria-hidden>
          {place + 1}
        </kbd>
      )}
      <h2 className="ticket-name">
        <bdi>{calledOut(card.text).number}</bdi>
      </h2>
      <span className="ticket-age figures">
        {isWaiting && (
          <>
            {level === 'late' && (
              <span className="ticket-late">
                <TriangleAlert aria-hidden size={18} />
                {t('LATE')}
              </span>
            )}
            <span role="timer" aria-label={t('Waiting')}>
              {formatAge(age)}
            </span>
          </>
        )}
        {kind === 'later' && (
          <>
            <CalendarClock aria-hidden size={18} />{' '}
            {t('Start {time}', { time: whenOf(card.since, now, zone) })}
          </>
        )}
        {kind === 'bumped' && t('Bumped {time}', { time: whenOf(card.since, now, zone) })}
      </span>
    </header>
  );
}

const whenOf = (at: number, now: number, zone: string) =>
  formatWhen(new Date(at).toISOString(), zone, new Date(now));

function Facts({ card, zone }: { card: Card; zone: string }) {
  const { text } = card;
  const { own } = calledOut(text);
  const first = [
    text.order_type,
    ...placesOf(text).map(groupText),
    text.guests === null
      ? null
      : t('{guests, plural, one {# guest} other {# guests}}', { guests: text.guests }),
  ];
  const second = [
    text.customer_name,
    text.addon_name,
    own === undefined ? null : `#${isolated(own)}`,
    text.staff_name === null ? null : t('by {name}', { name: isolated(text.staff_name) }),
  ];
  return (
    <>
      {(card.isChange || card.isVoid) && (
        <p className="ticket-flag">
          {card.isVoid ? <Ban aria-hidden size={18} /> : <TriangleAlert aria-hidden size={18} />}
          {card.isVoid ? t('VOID: do not make') : t('CHANGE to a bumped order')}
        </p>
      )}
      {inLine(first) !== '' && <p className="ticket-first">{inLine(first)}</p>}
      <p className="ticket-second">
        <span className="ticket-due">{t('Due {time}', { time: formatClock(text.fulfil_at, zone) })}</span>
        {inLine(second) !== '' && ` · ${inLine(second)}`}
      </p>
    </>
  );
}

/** Lines by their courses, those without one first. */
function byCourse(lines: readonly CardLine[]): [number | null, CardLine[]][] {
  const courses = [...Map.groupBy(lines, (line) => line.text.course)];
  return courses.sort(([one], [other]) => (one ?? 0) - (other ?? 0));
}

interface LineProps {
  readonly line: CardLine;
  readonly isFixed: boolean;
  readonly isChosen: boolean;
  readonly press: () => void;
}

function Line({ line, isFixed, isChosen, press }: LineProps) {
  const { text } = line;
  return (
    <button
      type="button"
      className="line"
      data-line={line.key}
      data-done={line.isDone || undefined}
      data-void={line.isVoid || undefined}
      data-chosen={isChosen || undefined}
      aria-pressed={line.isDone}
      disabled={isFixed}
      tabIndex={isFixed ? -1 : 0}
      onClick={({ nativeEvent }) => {
        if (!taps.isAstray(nativeEvent, line.key)) press();
      }}
    >
      <span className="line-count figures">{countText(line)}</span>{' '}
      <span className="line-body">
        <span className="line-title">
          <bdi className="line-name">{text.name}</bdi>
          {line.marks.map(({ mark, by }, at) => {
            const Icon = MARK_ICONS[mark];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: marks are only ever added behind the others
              <span key={at} className="mark" data-mark={mark}>
                {' '}
                <Icon aria-hidden size={15} strokeWidth={3} />
                {markText({ mark, by })}
              </span>
            );
          })}
        </span>
        <Options options={text.options} />
        {text.modifiers.map((modifier) => (
          <span
            key={modifierText(modifier)}
            className={modifier.without ? 'line-detail line-without' : 'line-detail'}
          >
            {` ${modifierText(modifier)}`}
          </span>
        ))}
        {text.notes !== null && text.notes !== '' && <span className="line-note">{` ${text.notes}`}</span>}
      </span>
      <span className="line-tick">{line.isDone && <Check aria-hidden />}</span>
    </button>
  );
}

function Options({ options }: { options: readonly TicketOption[] }) {
  return options.map((option, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the options of a ticket's line never change
    <span key={at} className={option.instructions === 'No' ? 'line-detail line-without' : 'line-detail'}>
      {` ${optionText(option)}`}
      {option.options.length > 0 && (
        <span className="line-inner">
          <Options options={option.options} />
        </span>
      )}
    </span>
  ));
}
