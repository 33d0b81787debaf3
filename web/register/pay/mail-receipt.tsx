// The receipt for the guest: a code that their phone reads, and by e-mail. Both need the service: offline there are none.

import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useRegister } from '../context.tsx';
import { useDirectRequest } from '../direct-request.tsx';

/** A picture as an address that the page may show. */
const pictureOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

interface Props {
  readonly order: string;
  readonly saleid: string;
  /** The linked customer's address. */
  readonly email: string | null;
}

/** The QR code of the receipt's page, and the form that sends it. */
export function GuestReceipt({ order, saleid, email }: Props) {
  const { passbell } = useRegister();
  const link = useQuery({
    queryKey: ['orders', 'receipt', order],
    queryFn: () => passbell.call('getReceiptLink', { order_id: order }),
  });
  if (link.data === undefined) return null;
  return (
    <Group mt="lg" gap="lg" align="center">
      <Box component="figure" m={0}>
        <img
          src={pictureOf(link.data.qr_svg)}
          alt={t('QR code of the receipt')}
          width={160}
          height={160}
          style={{ display: 'block', borderRadius: 8 }}
        />
        <Text component="figcaption" size="sm" c="dimmed" ta="center" mt={4}>
          {t('Receipt for the guest')}
        </Text>
      </Box>
      {link.data.can_mail && <SendReceipt order={order} saleid={saleid} email={email} />}
    </Group>
  );
}

function SendReceipt({ order, saleid, email: known }: Props) {
  const { core } = useRegister();
  const [email, setEmail] = useState(known ?? '');
  const send = useDirectRequest({
    label: t('E-mail receipt of {sale}', { sale: saleid }),
    request: () => ['mailReceipt', order, email],
    work: (idempotencyKey) =>
      core.acting.call('mailReceipt', { order_id: order, body: { email } }, { idempotencyKey }),
    done: (mail) => toast(t('Receipt on its way to {address}', { address: mail.to })),
  });
  return (
    <Box
      component="form"
      style={{ flex: '1 1 16rem' }}
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        send.send();
      }}
    >
      <Group align="end" gap="sm">
        <TextInput
          size="lg"
          style={{ flex: 1, minWidth: '12rem' }}
          label={t('E-mail address')}
          type="email"
          autoComplete="off"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="lg"
          variant="default"
          leftSection={<Mail size={20} aria-hidden />}
          loading={send.busy}
        >
          {t('E-mail receipt')}
        </Button>
      </Group>
      {send.refused}
    </Box>
  );
}
