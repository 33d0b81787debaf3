// Before a register or a kitchen screen: whether this browser is a device.

import { Center, Loader } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { Passbell } from '#clients/typescript/index.ts';
import { BASE } from '../base.ts';
import { connect } from '../client.ts';
import { type Device, type DeviceKind, deviceTokens, forgetDevice, loadDevice } from '../device.ts';
import type { ShortTokens } from '../session.ts';
import { t } from '../words.ts';
import { Later, Part } from './later.tsx';

// Once in the life of a device.
const setUp = new Later(async () => (await import('./set-up.tsx')).SetUp);

/** The API of the device's company, with the tokens that are used there. */
export interface DeviceApi {
  readonly passbell: Passbell;
  readonly tokens: ShortTokens;
}

interface Props {
  readonly kind: DeviceKind;
  /** The kind of device, in the reader's language: `Register`. */
  readonly title: string;
  readonly children: (device: Device, api: DeviceApi) => ReactNode;
}

/** Shows its children to a device, and makes this browser one before. */
export function DeviceGate({ kind, title, children }: Props) {
  const [device, setDevice] = useState(() => loadDevice(kind));
  const api = useMemo(() => {
    if (device === undefined) return undefined;
    const refused = () => {
      forgetDevice(kind);
      setDevice(undefined);
    };
    const tokens = deviceTokens(BASE, kind, refused);
    return { tokens, passbell: connect(device.company_id, tokens) };
  }, [device, kind]);
  if (device === undefined || api === undefined) {
    return (
      <Part
        part={setUp}
        props={{ kind, title, done: setDevice }}
        meanwhile={
          <Center mih="100vh" component="main">
            <Loader role="progressbar" aria-label={t('Loading')} />
          </Center>
        }
      />
    );
  }
  return children(device, api);
}
