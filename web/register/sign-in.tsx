import { Alert, Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bell, ChevronLeft } from 'lucide-react';
import { useCallback, useState } from 'react';
import { ApiFailure } from '../shared/api.ts';
import type { Device } from '../shared/device.ts';
import { inLine } from '../shared/format.ts';
import { sentenceOf, Trouble } from '../shared/ui/states.tsx';
import { type Api, getList } from './api.ts';
import type { Place } from './context.tsx';
import { PinPad } from './pin-pad.tsx';
import { type StaffMember, type StaffSession, signIn, staffName } from './staff-session.ts';
import { recordId } from './values.ts';

interface Props {
  readonly api: Api;
  readonly place: Place;
  readonly device: Device;
  /** Why a new sign-in is needed, if so. */
  readonly because: string | undefined;
  readonly done: (staffMember: StaffSession) => void;
}

/** Sign-in: a staff member's name, then the PIN. */
export function SignIn({ api, place, device, because, done }: Props) {
  const [member, setMember] = useState<StaffMember>();
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const staff = useQuery({
    queryKey: ['staff', 'register'],
    queryFn: async () =>
      (await getList(api, 'staff?limit=5000')).map((record) => ({
        id: String(recordId(record)),
        name: staffName(record),
      })),
  });
  const enter = useCallback(async () => {
    if (member === undefined) return;
    setBusy(true);
    setTrouble(undefined);
    try {
      done(await signIn(api, place.register, member, pin));
    } catch (error) {
      const offline =
        error instanceof TypeError ||
        (error instanceof ApiFailure && error.status === 0) ||
        (error instanceof DOMException && error.name === 'TimeoutError');
      setTrouble(offline ? 'A PIN can only be checked with a network.' : sentenceOf(error));
      setPin('');
    } finally {
      setBusy(false);
    }
  }, [api, place.register, member, pin, done]);
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={420} gap="md" className="card" p="lg">
        <Group gap="sm">
          <Bell aria-hidden color="var(--mantine-color-brass-6)" />
          <div>
            <Title order={1} size="h3">
              {device.name}
            </Title>
            <Text size="sm" c="dimmed">
              {inLine([device.company_name, place.name])}
            </Text>
          </div>
        </Group>
        {because !== undefined && <Alert color="brass">{because}</Alert>}
        {trouble !== undefined && (
          <Alert color="red" role="alert">
            {trouble}
          </Alert>
        )}
        {member === undefined ? (
          <Stack gap="xs">
            <Text>Who are you?</Text>
            {staff.isError && <Trouble error={staff.error} again={() => void staff.refetch()} />}
            {staff.data?.map((each) => (
              <Button
                key={each.id}
                size="lg"
                variant="default"
                justify="start"
                onClick={() => setMember(each)}
              >
                {each.name}
              </Button>
            ))}
          </Stack>
        ) : (
          <>
            <Button
              variant="subtle"
              justify="start"
              h={44}
              leftSection={<ChevronLeft size={18} aria-hidden />}
              onClick={() => {
                setMember(undefined);
                setPin('');
                setTrouble(undefined);
              }}
            >
              {member.name}
            </Button>
            <PinPad pin={pin} busy={busy} onChange={setPin} onDone={() => void enter()} />
          </>
        )}
      </Stack>
    </Center>
  );
}
