import '../parts.css';
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { CloudCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { isolated } from '#src/kernel/text.ts';
import { formatWhen } from '../../shared/format.ts';
import { keepStored } from '../../shared/offline/keep-stored.ts';
import { refusalSentence } from '../../shared/outbox/outcome.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { Empty, toast } from '../../shared/ui/states.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { newOrder } from '../actions.ts';
import { EMPTY_BASKET, isEmpty } from '../basket.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { type RefusedWrite, refusedWrites } from '../refused.tsx';
import { rightsToSend } from '../rights.ts';
import { reportUnsaved } from '../send-writes.ts';
import { serverIdOf } from '../writes.ts';
import { moneyTaken } from './content.ts';
import { GiveUpDialog, type GivingUp } from './give-up.tsx';

/** The refused and the waiting writes: none is dropped without confirmation. */
export function Unsent() {
  const { core } = useRegister();
  const { queue, line, refusals } = useRegisterState();
  const refused = refusedWrites(queue);
  const waiting = queue.entries.filter((write) => write.refusal === null);
  const isPromised = useStorePromise();
  const stuck = new Set(refused.map((write) => write.subject));
  return (
    <div className="register-pad">
      <Group justify="space-between" mb="md">
        <Title order={1} size="h3">
          {t('Offline queue')}
        </Title>
        <Button variant="default" h={44} disabled={queue.entries.length === 0} onClick={() => core.poke()}>
          {t('Send now')}
        </Button>
      </Group>
      {refused.length + refusals.length > 0 && (
        <section aria-label={t('Needs attention')}>
          <Title order={2} size="h4" mb="xs">
            {t('Needs attention')}
          </Title>
          <Rows label={t('Refused changes')}>
            {refused.map((write) => (
              <li key={write.seq}>
                <Refused write={write} />
              </li>
            ))}
            {refusals.map(({ id, label, sentence, at }) => (
              <li key={id}>
                <Card label={label} at={at} state={t('Refused')} isBad>
                  <Text>{sentence}</Text>
                  <Group gap="xs">
                    <Button h={44} variant="default" onClick={() => core.seen(id)}>
                      {t('Dismiss')}
                    </Button>
                  </Group>
                </Card>
              </li>
            ))}
          </Rows>
        </section>
      )}
      {queue.entries.length + refusals.length === 0 && (
        <Empty title={t('All changes sent')} icon={CloudCheck}>
          {t('While offline, changes wait here and are sent in order, each once.')}
        </Empty>
      )}
      {line === 'offline' && waiting.length > 0 && (
        <Alert color="brass" mb="md" role="status">
          {t(
            'You are offline. These changes are stored on this register and sent when the connection is back.',
          )}
        </Alert>
      )}
      {waiting.length > 0 && !isPromised && (
        <Alert color="brass" mb="md">
          {t(
            'This browser may delete what waits here when its disk is full. Installed as an app, by the menu of the browser, it keeps it.',
          )}
        </Alert>
      )}
      {waiting.length > 0 && (
        <Rows label={t('Waiting changes')}>
          {waiting.map((write) => (
            <li key={write.seq}>
              <Card
                label={write.label}
                at={write.made_at}
                state={stuck.has(write.subject) ? t('Behind a refused change') : t('Waiting')}
              />
            </li>
          ))}
        </Rows>
      )}
    </div>
  );
}

/** Whether the browser promises to keep what is stored; true until it has answered. */
function useStorePromise(): boolean {
  const [isPromised, setPromised] = useState(true);
  useEffect(() => void keepStored().then(setPromised), []);
  return isPromised;
}

function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack component="ul" gap="sm" p={0} m={0} mb="lg" aria-label={label} style={{ listStyle: 'none' }}>
      {children}
    </Stack>
  );
}

interface CardProps {
  readonly label: string;
  /** When it was made, in ms. */
  readonly at: number;
  readonly state: string;
  readonly isBad?: boolean;
  readonly children?: ReactNode;
}

function Card({ label, at, state, isBad = false, children }: CardProps) {
  const { menu } = useRegisterState();
  const zone = menu?.site.timezone ?? 'UTC';
  return (
    <div className="card order-card">
      <Group justify="space-between">
        <Text fw={600}>{isolated(label)}</Text>
        <Group gap="xs">
          <Hint>{formatWhen(new Date(at).toISOString(), zone, new Date())}</Hint>
          <Tag color={isBad ? 'red' : 'gray'}>{state}</Tag>
        </Group>
      </Group>
      {children}
    </div>
  );
}

/** A refused write, with everything that can be done about it. */
function Refused({ write }: { write: RefusedWrite }) {
  const register = useRegister();
  const { core } = register;
  const { queue, locals, basket } = useRegisterState();
  const local = locals.find((each) => each.name === write.subject);
  const order = serverIdOf(queue, write.subject);
  const [, go] = useLocation();
  const again = async () => {
    const approvals = await core.approvals(rightsToSend(write), write);
    await core.queue.retry(write.seq, { approvals });
    core.poke();
  };
  const [giving, setGiving] = useState<GivingUp>();
  const isSale = write.kind === 'create' && local !== undefined;
  // A refused sale is corrected where it was made. Another one that was begun there is not lost for it.
  const isFree = isEmpty(basket);
  const back = async () => {
    if (local === undefined) return;
    core.setBasket(local.basket);
    await core.queue.discard(write.seq);
    go('/');
  };
  const edit = isSale && isFree ? () => reportUnsaved(core, write.label, back()) : undefined;
  const discard = () => {
    setGiving(undefined);
    reportUnsaved(core, write.label, core.queue.discard(write.seq));
  };
  const move = async () => {
    const { write: made } = newOrder(register, EMPTY_BASKET, 'ON_HOLD', []);
    const body = { ...(JSON.parse(made.body ?? '{}') as object), lines: JSON.parse(write.body ?? '[]') };
    await core.queue.moveToNewOrder(write.seq, made.subject, JSON.stringify(body));
    core.poke();
    toast(t('Moved to a new order'));
  };
  return (
    <Card label={write.label} at={write.made_at} state={t('Refused')} isBad>
      <Text>{refusalSentence(write.refusal)}</Text>
      <Group gap="xs">
        <Button h={44} variant="default" onClick={() => reportUnsaved(core, write.label, again())}>
          {t('Try again')}
        </Button>
        {isSale && (
          <Button
            h={44}
            variant="default"
            disabled={edit === undefined}
            onClick={() => (moneyTaken(write, queue.entries) > 0n ? setGiving('edit') : edit?.())}
          >
            {t('Edit sale')}
          </Button>
        )}
        {write.kind === 'lines' && (
          <Button h={44} variant="default" onClick={() => reportUnsaved(core, write.label, move())}>
            {t('Move to a new order')}
          </Button>
        )}
        {order !== undefined && (
          <Button h={44} variant="default" component={Link} href={`/orders/${order}`}>
            {t('View order')}
          </Button>
        )}
        <Button h={44} variant="default" className="danger" onClick={() => setGiving('discard')}>
          {write.kind === 'create' ? t('Discard order') : t('Discard')}
        </Button>
      </Group>
      {isSale && !isFree && <Hint>{t('To edit it, finish or clear the sale in the basket first.')}</Hint>}
      {giving !== undefined && (
        <GiveUpDialog {...{ write, what: giving, discard, edit }} close={() => setGiving(undefined)} />
      )}
    </Card>
  );
}
