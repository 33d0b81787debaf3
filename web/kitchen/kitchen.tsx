import './kitchen.css';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChefHat } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import type { Api } from '../shared/api.ts';
import { BASE } from '../shared/base.ts';
import type { Device } from '../shared/device.ts';
import type { LiveEvent } from '../shared/live.ts';
import type { Register, Site } from '../shared/records.ts';
import { LiveProvider } from '../shared/ui/live.tsx';
import { Empty, Loading, Trouble } from '../shared/ui/states.tsx';
import { Board } from './board.tsx';
import { useWakeLock } from './hooks.ts';
import { Pass, TOPICS } from './pass.ts';

/** The kitchen's screen: of the site that the device's register is at. */
export function Kitchen({ device, api }: { device: Device; api: Api }) {
  const register = useQuery({
    queryKey: ['registers', api.company, device.register_id],
    queryFn: ({ signal }) => api.get<Register>(`registers/${device.register_id}`, { signal }),
  });
  const siteId = register.data?.site_id;
  const site = useQuery({
    queryKey: ['sites', api.company, siteId],
    queryFn: ({ signal }) => api.get<Site>(`sites/${siteId}`, { signal }),
    enabled: siteId !== undefined,
  });
  const pass = useMemo(() => (siteId === undefined ? undefined : new Pass(api, siteId)), [api, siteId]);
  const hear = useCallback((event: LiveEvent) => pass?.hear(event), [pass]);
  useWakeLock();
  const error = register.error ?? site.error;
  return (
    <LiveProvider api={api} topics={TOPICS} onEvent={hear}>
      {site.data !== undefined && pass !== undefined ? (
        site.data.kitchen_tickets ? (
          <Board key={site.data.id_str} device={device} api={api} site={site.data} pass={pass} />
        ) : (
          <NoTickets device={device} site={site.data} />
        )
      ) : (
        <Stack component="main" p="md">
          <h1 className="kitchen-alone">{device.name}</h1>
          {error === null ? (
            <Loading />
          ) : (
            <Trouble error={error} again={() => void (register.isError ? register : site).refetch()} />
          )}
        </Stack>
      )}
    </LiveProvider>
  );
}

/** A site that keeps no tickets: what that means, and where it is changed. */
function NoTickets({ device, site }: { device: Device; site: Site }) {
  return (
    <Stack component="main" p="md">
      <h1 className="kitchen-alone">{device.name}</h1>
      <Empty
        icon={ChefHat}
        title={`${site.name} keeps no kitchen tickets`}
        action={
          <Button component="a" href={`${BASE}/kitchens`} mt="sm" size="md">
            Open the back office
          </Button>
        }
      >
        An owner or manager turns them on in the back office, under Kitchens. This screen shows the orders
        that are open then and those that come; it does not have to be opened again.
      </Empty>
    </Stack>
  );
}
