import { Button, Title } from '@mantine/core';
import { isolated } from '#src/kernel/text.ts';
import { formatClock, formatQuantity, inLine } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import type { RegisterOrder } from '../orders.ts';
import { sendWrites } from '../send-writes.ts';
import { unvoidWrite } from '../voids.ts';

/** The voids of an order at this register; each can be undone while the order is open. */
export function Voids({ order, closed }: { order: RegisterOrder; closed: boolean }) {
  const { core } = useRegister();
  const { menu, voids, pending } = useRegisterState();
  const mine = voids.filter((voided) => voided.order === order.id_str);
  if (mine.length === 0) return null;
  const zone = menu?.site.timezone ?? 'UTC';
  return (
    <section aria-label={t('Voided')}>
      <Title order={3} size="h6" mt="sm">
        {t('Voided')}
      </Title>
      <ul className="order-lines plain">
        {mine.map((voided) => (
          <li key={voided.id}>
            <span>
              {formatQuantity(voided.quantity)} × {isolated(voided.name)}
              <span className="basket-detail">
                {inLine([voided.reason, voided.by, formatClock(new Date(voided.at).toISOString(), zone)])}
              </span>
            </span>
            {!closed && (
              <Button
                variant="default"
                h={44}
                // The line has to be as it will be before more of it is.
                disabled={pending.some((write) => write.line === voided.line)}
                aria-label={t('Undo void of {product}', { product: voided.name })}
                onClick={() => {
                  core.setVoids(core.state.voids.filter(({ id }) => id !== voided.id));
                  sendWrites(core, [unvoidWrite(order, voided)]);
                }}
              >
                {t('Undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
