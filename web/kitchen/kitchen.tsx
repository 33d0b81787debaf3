import { Stack, Text, Title } from '@mantine/core';
import type { Api } from '../shared/api.ts';
import type { Device } from '../shared/device.ts';
import { LiveProvider } from '../shared/ui/live.tsx';

/** The kitchen's screen. */
export function Kitchen({ device, api }: { device: Device; api: Api }) {
  return (
    <LiveProvider api={api}>
      <Stack component="main" p="md">
        <Title order={1} size="h3">
          {device.name}
        </Title>
        <Text c="dimmed">{device.company_name}</Text>
      </Stack>
    </LiveProvider>
  );
}
