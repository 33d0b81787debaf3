import { Alert, Button, Center, Group, Stack, Title } from '@mantine/core';
import { Bell, BellRing, ChevronLeft, Printer } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { Passbell, PrintJob } from '#clients/typescript/index.ts';
import { isOffline } from '../shared/client.ts';
import type { Device } from '../shared/device.ts';
import { inLine } from '../shared/format.ts';
import { markShown } from '../shared/shown.ts';
import { Hint } from '../shared/ui/hint.tsx';
import { RefusalAlert } from '../shared/ui/refusal.tsx';
import { sentenceOf } from '../shared/ui/states.tsx';
import { t } from '../shared/words.ts';
import { type Place, useCoreState } from './context.tsx';
import type { Core } from './core.ts';
import { Silenced } from './incoming/silenced.tsx';
import { type IncomingOrders, useIncoming } from './incoming/use-incoming.ts';
import { PinPad } from './pin-pad.tsx';
import { lateText, useLateJobs } from './printers/late-jobs.ts';
import { StaffPicker } from './staff-picker.tsx';
import { type StaffMember, type StaffSession, signIn } from './staff-session.ts';

interface Props {
  readonly core: Core;
  readonly passbell: Passbell;
  readonly place: Place;
  readonly device: Device;
  /** Why a new sign-in is needed, if so. */
  readonly because: string | undefined;
  readonly done: (staffMember: StaffSession) => void;
}

/** Sign-in: a staff member's name, then the PIN. */
export function SignIn({ core, passbell, place, device, because, done }: Props) {
  const [member, setMember] = useState<StaffMember>();
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const incoming = useIncoming({ core, passbell, place });
  const late = useLateJobs({ passbell, place });
  const { menu } = useCoreState(core);
  useEffect(markShown, []);
  const enter = useCallback(async () => {
    if (member === undefined) return;
    setBusy(true);
    setTrouble(undefined);
    try {
      done(await signIn(passbell, place.register, member, pin));
    } catch (error) {
      const isAway = isOffline(error) || (error instanceof Error && 'status' in error && error.status === 0);
      setTrouble(isAway ? t('Signing in needs a connection.') : sentenceOf(error));
      setPin('');
    } finally {
      setBusy(false);
    }
  }, [passbell, place.register, member, pin, done]);
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={420} gap="md" className="card" p="lg">
        <Group gap="sm">
          <Bell aria-hidden color="var(--mantine-color-brass-6)" />
          <div>
            <Title order={1} size="h3">
              {device.name}
            </Title>
            <Hint>{inLine([device.company_name, place.name])}</Hint>
          </div>
        </Group>
        <Waiting {...incoming} late={late} zone={menu?.site.timezone ?? 'UTC'} />
        {because !== undefined && <Alert color="brass">{because}</Alert>}
        <RefusalAlert>{trouble}</RefusalAlert>
        {member === undefined ? (
          <StaffPicker passbell={passbell} register={place.register} choose={setMember} />
        ) : (
          <>
            <Button
              variant="subtle"
              justify="start"
              h={44}
              leftSection={<ChevronLeft size={18} className="flip" aria-hidden />}
              onClick={() => {
                setMember(undefined);
                setPin('');
                setTrouble(undefined);
              }}
            >
              {member.name}
            </Button>
            <PinPad
              pin={pin}
              busy={busy}
              label={t('Sign in')}
              onChange={setPin}
              onDone={() => void enter()}
            />
          </>
        )}
      </Stack>
    </Center>
  );
}

/** The orders and print jobs that cannot wait until a staff member is signed in. */
function Waiting({
  orders,
  isSilenced,
  late,
  zone,
}: IncomingOrders & { readonly late: readonly PrintJob[]; readonly zone: string }) {
  const isEmpty = orders.length === 0 && !isSilenced && late.length === 0;
  return (
    <Stack gap="xs" role="status" mb={isEmpty ? 'calc(-1 * var(--mantine-spacing-md))' : 0}>
      {orders.length > 0 && (
        <Alert color="brass" icon={<BellRing aria-hidden />}>
          {t('{count, plural, =0 {No incoming orders.} one {# order waiting.} other {# orders waiting.}}', {
            count: orders.length,
          })}
        </Alert>
      )}
      {isSilenced && <Silenced />}
      {late.length > 0 && (
        <Alert color="red" icon={<Printer aria-hidden />}>
          {lateText(late, zone)}
        </Alert>
      )}
    </Stack>
  );
}
