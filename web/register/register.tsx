import './register.css';
import { Center, Loader } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { Api } from '../shared/api.ts';
import { BASE } from '../shared/base.ts';
import type { Device } from '../shared/device.ts';
import type { LiveEvent } from '../shared/live.ts';
import { LiveProvider } from '../shared/ui/live.tsx';
import { queries } from '../shared/ui/mount.tsx';
import { Trouble } from '../shared/ui/states.tsx';
import { bearer, fetchApi, fieldsOf, getJson } from './api.ts';
import { type Paying, type Place, RegisterProvider, type Target, useRegisterState } from './context.tsx';
import { Core } from './core.ts';
import { openRegisterDatabase } from './database.ts';
import { holdPresence } from './presence.ts';
import { Screens } from './screens.tsx';
import { SignIn } from './sign-in.tsx';
import { keepStaffSession, loadStaffSession, type StaffSession, signOut } from './staff-session.ts';
import { idOf, textOf } from './values.ts';

/** The register's screen on a device that was set up. */
export function Register({ device, api }: { device: Device; api: Api }) {
  const reading = useMemo(() => fetchApi(BASE, bearer(api.tokens)), [api]);
  const [place, setPlace] = useState(() => keptPlace(device.register_id));
  const [error, setError] = useState<unknown>();
  const [core, setCore] = useState<Core>();
  useEffect(() => {
    getJson(reading, `registers/${device.register_id}`).then(
      (record) => setPlace(keepPlace(device.register_id, record)),
      setError,
    );
  }, [reading, device.register_id]);
  const site = place?.site;
  useEffect(() => {
    if (site === undefined) return;
    let made: Core | undefined;
    let gone = false;
    openRegisterDatabase(device.company_id, device.register_id).then((kept) => {
      if (gone) return;
      made = new Core({
        base: BASE,
        company: device.company_id,
        register: device.register_id,
        site: BigInt(site),
        kept,
        tokens: api.tokens,
        done: () => void queries.invalidateQueries({ queryKey: ['orders'] }),
      });
      void made.start();
      setCore(made);
    }, setError);
    return () => {
      gone = true;
      made?.stop();
      setCore(undefined);
    };
  }, [device, api, site]);
  if (place === undefined || core === undefined) {
    return (
      <Center mih="100dvh" p="md" component="main">
        {error === undefined ? <Loader aria-label="Loading" /> : <Trouble error={error} />}
      </Center>
    );
  }
  return <Staffed core={core} api={api} device={device} place={place} />;
}

interface StaffedProps {
  readonly core: Core;
  readonly api: Api;
  readonly device: Device;
  readonly place: Place;
}

/** The register with a signed-in staff member, or the sign-in. */
function Staffed({ core, api, device, place }: StaffedProps) {
  const [staffMember, setStaffMember] = useState(() => loadStaffSession(place.register));
  const [because, setBecause] = useState<string>();
  const [target, setTarget] = useState<Target>();
  const [paying, setPaying] = useState<Paying>();
  useEffect(() => core.actAs(staffMember), [core, staffMember]);
  useEffect(() => {
    const stop = new AbortController();
    const look = () => void queries.invalidateQueries({ queryKey: ['orders'] });
    const address = api.address(`registers/${place.register}/stream?orders=true`);
    void holdPresence(address, api.tokens, look, stop.signal);
    return () => stop.abort();
  }, [api, place.register]);
  const [onEvent] = useState(() => (event: LiveEvent) => core.take(event));
  const value = useMemo(() => {
    if (staffMember === undefined) return undefined;
    const leave = (reason: string | undefined) => {
      keepStaffSession(place.register, undefined);
      setBecause(reason);
      setStaffMember(undefined);
    };
    return {
      core,
      api,
      device,
      place,
      staffMember,
      lock: () => {
        void signOut(core.reading, place.register, staffMember);
        leave(undefined);
      },
      expired: () => leave('Your session is over. Sign in again.'),
      target,
      setTarget,
      paying,
      pay: setPaying,
    };
  }, [core, api, device, place, staffMember, target, paying]);
  if (value === undefined) {
    return (
      <SignIn
        api={core.reading}
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
    );
  }
  return (
    <LiveProvider api={api} onEvent={onEvent}>
      <RegisterProvider value={value}>
        <Expiry expired={value.expired} />
        <Screens />
      </RegisterProvider>
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

function keepPlace(register: string, record: unknown): Place {
  const { name, site_id, sale_prefix } = fieldsOf(record);
  const place: Place = {
    register,
    name: textOf(name) ?? '',
    site: String(idOf(site_id) ?? ''),
    sale_prefix: textOf(sale_prefix) ?? '',
  };
  localStorage.setItem(keyOf(register), JSON.stringify(place));
  return place;
}
