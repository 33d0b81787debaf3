import './kitchen.css';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChefHat } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Event, Passbell, Site } from '#clients/typescript/index.ts';
import { BASE } from '../shared/base.ts';
import type { Device } from '../shared/device.ts';
import { markShown } from '../shared/shown.ts';
import type { DeviceApi } from '../shared/ui/device-gate.tsx';
import { LiveProvider } from '../shared/ui/live.tsx';
import { Empty, Loading, Trouble } from '../shared/ui/states.tsx';
import { t } from '../shared/words.ts';
import { Board } from './board.tsx';
import { useWakeLock } from './hooks.ts';
import { type Kept, openKitchen } from './kept.ts';
import { Pass, TOPICS } from './pass.ts';

/** The kitchen's screen: of the site that the device's register is at. */
export function Kitchen({ device, passbell, tokens }: { device: Device } & DeviceApi) {
  const kept = useKept(device);
  const { site, error, again } = useSite(device, passbell, kept);
  const siteId = site?.id_str;
  const pass = useMemo(
    () => (siteId === undefined || kept === undefined ? undefined : new Pass(passbell, siteId, kept.kept)),
    [passbell, siteId, kept],
  );
  // The stream is opened before the site is known, and stays the same one.
  const heardBy = useRef(pass);
  useEffect(() => {
    heardBy.current = pass;
  }, [pass]);
  useEffect(markShown, []);
  const hear = useCallback((event: Event) => heardBy.current?.hear(event), []);
  useWakeLock();
  return (
    <LiveProvider passbell={passbell} tokens={tokens} topics={TOPICS} onEvent={hear}>
      {site !== undefined && pass !== undefined ? (
        site.kitchen_tickets ? (
          <Board key={site.id_str} device={device} passbell={passbell} site={site} pass={pass} />
        ) : (
          <NoTickets device={device} site={site} />
        )
      ) : (
        <Stack component="main" p="md">
          <h1 className="kitchen-alone">{device.name}</h1>
          {error === null ? <Loading /> : <Trouble error={error} again={again} />}
        </Stack>
      )}
    </LiveProvider>
  );
}

/** The values that this device keeps, and the site that it was of last; undefined until they are read. */
function useKept(device: Device): { readonly kept: Kept; readonly site: Site | undefined } | undefined {
  const [found, setFound] = useState<{ kept: Kept; site: Site | undefined }>();
  useEffect(() => {
    let isOver = false;
    const open = async () => {
      const kept = await openKitchen(device);
      const site = await kept.site.read().catch(() => undefined);
      if (!isOver) setFound({ kept, site });
    };
    void open();
    return () => {
      isOver = true;
    };
  }, [device]);
  return found;
}

/** The site of the device's register: as it was last, until it was read. */
function useSite(device: Device, passbell: Passbell, before: ReturnType<typeof useKept>) {
  const register = useQuery({
    queryKey: ['registers', device.company_id, device.register_id],
    queryFn: ({ signal }) => passbell.call('getRegister', { register_id: device.register_id }, { signal }),
  });
  const siteId = register.data?.site_id ?? '';
  const read = useQuery({
    queryKey: ['sites', device.company_id, siteId],
    queryFn: ({ signal }) => passbell.call('getSite', { site_id: siteId }, { signal }),
    enabled: siteId !== '',
  });
  const { data } = read;
  const kept = before?.kept;
  useEffect(() => {
    // Where the browser cannot keep it, the next start needs the network.
    if (data !== undefined) kept?.site.write(data).catch(() => undefined);
  }, [data, kept]);
  return {
    site: data ?? before?.site,
    error: register.error ?? read.error,
    again: () => void (register.isError ? register : read).refetch(),
  };
}

/** A site that keeps no tickets: what that means, and where it is changed. */
function NoTickets({ device, site }: { device: Device; site: Site }) {
  return (
    <Stack component="main" p="md">
      <h1 className="kitchen-alone">{device.name}</h1>
      <Empty
        icon={ChefHat}
        title={t('{site} keeps no kitchen tickets', { site: site.name })}
        action={
          <Button component="a" href={`${BASE}/kitchens`} mt="sm" size="md">
            {t('Open the back office')}
          </Button>
        }
      >
        {t(
          'An owner or manager turns them on in the back office, under Kitchens. This display then starts by itself, with the orders that are open.',
        )}
      </Empty>
    </Stack>
  );
}
