import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { CloudCheck } from 'lucide-react';
import { useLocation } from 'wouter';
import { formatWhen } from '../../shared/format.ts';
import { Empty, toast } from '../../shared/ui/states.tsx';
import { newOrder } from '../actions.ts';
import { fieldsOf } from '../api.ts';
import { EMPTY_BASKET, isEmpty } from '../basket.ts';
import { useTill, useTillState } from '../context.tsx';
import type { Write } from '../writes.ts';

/** What the service has not been told yet, and what it refused: nothing is dropped without being asked. */
export function Unsent() {
  const { core } = useTill();
  const { queue, line } = useTillState();
  const troubled = queue.writes.filter((write) => write.trouble !== null);
  const stuck = new Set(troubled.map((write) => write.order));
  return (
    <div className="till-pad">
      <Group justify="space-between" mb="md">
        <Title order={1} size="h3">
          Unsent
        </Title>
        <Button variant="default" h={44} disabled={queue.writes.length === 0} onClick={() => core.poke()}>
          Send now
        </Button>
      </Group>
      {queue.writes.length === 0 && (
        <Empty title="Everything is sent" icon={CloudCheck}>
          Without a network, changes wait here and are sent in their order, each once.
        </Empty>
      )}
      {line === 'offline' && queue.writes.length > 0 && (
        <Alert color="brass" mb="md" role="status">
          The service cannot be reached. Everything below is kept at this till and sent when it can be.
        </Alert>
      )}
      <Stack component="ul" gap="sm" p={0} m={0} aria-label="Changes that wait" style={{ listStyle: 'none' }}>
        {queue.writes.map((write) => (
          <li key={write.seq}>
            <Row write={write} behind={stuck.has(write.order) && write.trouble === null} />
          </li>
        ))}
      </Stack>
    </div>
  );
}

function Row({ write, behind }: { write: Write; behind: boolean }) {
  const till = useTill();
  const { core } = till;
  const { menu, locals, basket } = useTillState();
  const local = locals.find((each) => each.name === write.order);
  const [, go] = useLocation();
  const zone = menu?.site.timezone ?? 'UTC';
  const again = async () => {
    await core.queue.retry(write.seq);
    core.poke();
  };
  // What was refused is put right where it was made; money that was taken for it is not forgotten by that.
  const back =
    write.kind === 'create' && local !== undefined && local.tenders.length === 0 && isEmpty(basket)
      ? async () => {
          core.setBasket(local.basket);
          await core.queue.discard(write.seq);
          go('/');
        }
      : undefined;
  const move = async () => {
    const { write: made } = newOrder(till, EMPTY_BASKET, 'ON_HOLD', []);
    const body = { ...fieldsOf(JSON.parse(made.body ?? '{}')), lines: JSON.parse(write.body ?? '[]') };
    await core.queue.moveToNewOrder(write.seq, made.order, JSON.stringify(body));
    core.poke();
    toast('The lines are on an order of their own');
  };
  return (
    <div className="card order-card">
      <Group justify="space-between">
        <Text fw={600}>{write.label}</Text>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {formatWhen(new Date(write.made_at).toISOString(), zone, new Date())}
          </Text>
          <Badge color={write.trouble === null ? 'gray' : 'red'} variant="light" tt="none">
            {write.trouble !== null ? 'Refused' : behind ? 'Waits behind a refused change' : 'Waits'}
          </Badge>
        </Group>
      </Group>
      {write.trouble !== null && (
        <>
          <Text role="alert">{write.trouble.sentence}</Text>
          <Group gap="xs">
            <Button h={44} variant="default" onClick={() => void again()}>
              Try again
            </Button>
            {back !== undefined && (
              <Button h={44} variant="default" onClick={() => void back()}>
                Back to the basket
              </Button>
            )}
            {write.kind === 'lines' && (
              <Button h={44} variant="default" onClick={() => void move()}>
                Put them on a new order
              </Button>
            )}
            <Button
              h={44}
              variant="default"
              className="danger"
              onClick={() => void core.queue.discard(write.seq)}
            >
              {write.kind === 'create' ? 'Give the order up' : 'Give it up'}
            </Button>
          </Group>
        </>
      )}
    </div>
  );
}
