import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Later, Part } from '../../shared/ui/later.tsx';
import { t } from '../../shared/words.ts';

const dialog = new Later(async () => (await import('./kitchen-tickets-dialog.tsx')).KitchenTicketsDialog);

/** Opens what the kitchen has of an order on paper. It needs the service: offline there is none. */
export function KitchenTickets({ order }: { order: string }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="lg" variant="default" onClick={open}>
        {t('Kitchen tickets')}
      </Button>
      {isOpen && <Part part={dialog} props={{ order, close }} />}
    </>
  );
}
