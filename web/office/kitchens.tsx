// Which sites keep tickets for their kitchens, and the way to the kitchen's screen.

import { Anchor, Box, Group, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CookingPot } from 'lucide-react';
import { BASE } from '../shared/base.ts';
import type { Id } from '../shared/json.ts';
import type { Site } from '../shared/records.ts';
import { ScreenPage } from '../shared/ui/page.tsx';
import { Empty, sentenceOf, toast } from '../shared/ui/states.tsx';
import { useCompany } from './company.tsx';

export default function Kitchens() {
  const { api, role, sites } = useCompany();
  const client = useQueryClient();
  const mayChange = role !== 'staff';
  const save = useMutation({
    mutationFn: ({ id, isOn }: { id: Id; isOn: boolean }) =>
      api.put<Site>(`sites/${id}`, { kitchen_tickets: isOn }),
    onSuccess: ({ name, kitchen_tickets }) =>
      toast(kitchen_tickets ? `${name} keeps kitchen tickets.` : `${name} keeps no kitchen tickets.`),
    onError: (error) => toast(sentenceOf(error), 'failed'),
    onSettled: () => client.invalidateQueries({ queryKey: ['sites'] }),
  });
  return (
    <ScreenPage title="Kitchens">
      <Text c="dimmed">
        The sites that are switched on keep kitchen tickets: their orders are shown on kitchen screens. Open{' '}
        <Anchor href={`${BASE}/kitchen`} inherit underline="always">
          {location.origin + BASE}/kitchen
        </Anchor>{' '}
        on the device that hangs in the kitchen; it is set up once.
        {!mayChange && ' An owner or manager decides which sites keep tickets.'}
      </Text>
      {sites.length === 0 ? (
        <Empty title="There are no sites yet" icon={CookingPot} />
      ) : (
        <Box className="card" px="md">
          <Stack gap={0}>
            {sites.map(({ id_str: id, name, kitchen_tickets }) => (
              <Group key={id} mih={60} justify="space-between">
                <Switch
                  size="md"
                  label={name}
                  checked={kitchen_tickets}
                  disabled={!mayChange || save.isPending}
                  onChange={({ currentTarget }) => save.mutate({ id, isOn: currentTarget.checked })}
                />
              </Group>
            ))}
          </Stack>
        </Box>
      )}
    </ScreenPage>
  );
}
