import './register.css';
import { Center, Loader } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { Event, Register as RegisterRecord } from '#clients/typescript/index.ts';
import { BASE } from '../shared/base.ts';
import type { Device } from '../shared/device.ts';
import type { DeviceApi } from '../shared/ui/device-gate.tsx';
import { LiveProvider } from '../shared/ui/live.tsx';
import { queries } from '../shared/ui/mount.tsx';
import { Trouble } from '../shared/ui/states.tsx';
import { t } from '../shared/words.ts';
import { type Paying, type Place, RegisterProvider, type Target, useRegisterState } from './context.tsx';
import { Core } from './core.ts';
import { openRegisterDatabase } from './database.ts';
import { holdPresence } from './presence.ts';
import { Screens } from './screens.tsx';
import { SignIn } from './sign-in.tsx';
import { keepStaffSession, loadStaffSession, type StaffSession, signOut } from './staff-session.ts';

interface RegisterProps extends DeviceApi {
  readonly device: Device;
}

/** The register's screen on a device that was set up. */
export function Register({ device, passbell, tokens }: RegisterProps) {
  const [place, setPlace] = useState(() => keptPlace(device.register_id));
  const [error, setError] = useState<unknown>();
  const [core, setCore] = useState<Core>();
  useEffect(() => {
    passbell
      .call('getRegister', { register_id: device.register_id })
      .then((record) => setPlace(keepPlace(record)), setError);
  }, [passbell, device.register_id]);
  const site = place?.site;
  useEffect(() => {
    if (site === undefined) return;
    let made: Core | undefined;
    let gone = false;
    const blocked = () =>
      setError(
        new Error(t('This register is open in another tab in an earlier version. Reload or close that tab.')),
      );
    const open = async () => {
      const kept = await openRegisterDatabase(device.company_id, device.register_id, blocked);
      if (gone) return;
      const opened = new Core({
        base: BASE,
        company: device.company_id,
        register: device.register_id,
        site: BigInt(site),
        kept,
        passbell,
        readOrders: () => queries.invalidateQueries({ queryKey: ['orders'] }),
      });
      made = opened;
      await opened.open();
      if (gone) return;
      void opened.start();
      setCore(opened);
    };
    open().catch(setError);
    return () => {
      gone = true;
      made?.stop();
      setCore(undefined);
    };
  }, [device, passbell, site]);
  if (place === undefined || core === undefined) {
    return (
      <Center mih="100dvh" p="md" component="main">
        {error === undefined ? (
          <Loader role="progressbar" aria-label={t('Loading')} />
        ) : (
          <Trouble error={error} />
        )}
      </Center>
    );
  }
  return <Staffed core={core} passbell={passbell} tokens={tokens} device={device} place={place} />;
}

interface StaffedProps extends DeviceApi {
  readonly core: Core;
  readonly device: Device;
  readonly place: Place;
}

/** The register with a signed-in staff member, or the sign-in. */
function Staffed({ core, passbell, tokens, device, place }: StaffedProps) {
  const [staffMember, setStaffMember] = useState(() => loadStaffSession(place.register));
  const [because, setBecause] = useState<string>();
  const [target, setTarget] = useState<Target>();
  const [paying, setPaying] = useState<Paying>();
  useEffect(() => core.actAs(staffMember), [core, staffMember]);
  useEffect(() => {
    const stop = new AbortController();
    const look = () => void queries.invalidateQueries({ queryKey: ['orders'] });
    void holdPresence(passbell, place.register, look, stop.signal);
    return () => stop.abort();
  }, [passbell, place.register]);
  const [onEvent] = useState(() => (event: Event) => core.take(event));
  const value = useMemo(() => {
    if (staffMember === undefined) return undefined;
    const leave = (reason: string | undefined) => {
      keepStaffSession(place.register, undefined);
      setBecause(reason);
      setStaffMember(undefined);
    };
    return {
      core,
      passbell,
      device,
      place,
      staffMember,
      lock: () => {
        void signOut(passbell, place.register, staffMember);
        leave(undefined);
      },
      expired: () => leave(t('Your session has ended. Sign in again.')),
      target,
      setTarget,
      paying,
      pay: setPaying,
    };
  }, [core, passbell, device, place, staffMember, target, paying]);
  return (
    <LiveProvider passbell={passbell} tokens={tokens} onEvent={onEvent}>
      {value === undefined ? (
        <SignIn
          core={core}
          passbell={passbell}
          place={place}
          device={device}
          because={because}
          done={(next: StaffSession) => {
            keepStaffSession(place.register, next);
            setBecause(undefined);
            // Before the screens are shown: waiting writes without an author are sent as this staff member.
            core.actAs(next);
            setStaffMember(next);
          }}
        />
      ) : (
        <RegisterProvider value={value}>
          <Expiry expired={value.expired} />
          <Screens />
        </RegisterProvider>
      )}
    </LiveProvider>
  );
}

/** Asks to sign in again when the service says that the session is over. */
function Expiry({ expired }: { expired: () => void }) {
  const { line, over } = useRegisterState();
  useEffect(() => {
    if (over || line === 'signin') expired();
  }, [over, line, expired]);
  return null;
}

const keyOf = (register: string) => `passbell.place.${register}`;

/** The register's record as last read, so that the screen opens without a network. */
function keptPlace(register: string): Place | undefined {
  try {
    const text = localStorage.getItem(keyOf(register));
    return text === null ? undefined : (JSON.parse(text) as Place);
  } catch {
    return undefined;
  }
}

function keepPlace({ id_str: register, name, site_id, sale_prefix }: RegisterRecord): Place {
  const place: Place = { register, name, site: site_id, sale_prefix: sale_prefix ?? '' };
  localStorage.setItem(keyOf(register), JSON.stringify(place));
  return place;
}
