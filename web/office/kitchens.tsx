// Which sites keep tickets for their kitchens, and the way to the kitchen's screen.

import { Anchor, Box, Group, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CookingPot } from 'lucide-react';
import type { Id } from '#clients/typescript/index.ts';
import { BASE } from '../shared/base.ts';
import { ScreenPage } from '../shared/ui/page.tsx';
import { Empty, sentenceOf, toast } from '../shared/ui/states.tsx';
import { rich, t } from '../shared/words.ts';
import { useCompany } from './company.tsx';

export default function Kitchens() {
  const { passbell, role, sites } = useCompany();
  const client = useQueryClient();
  const mayChange = role !== 'staff';
  const save = useMutation({
    mutationFn: ({ id, isOn }: { id: Id; isOn: boolean }) =>
      passbell.call('updateSite', { site_id: id, body: { kitchen_tickets: isOn } }),
    onSuccess: ({ name, kitchen_tickets }) =>
      toast(
        kitchen_tickets
          ? t('Kitchen tickets are on at {name}.', { name })
          : t('Kitchen tickets are off at {name}.', { name }),
      ),
    onError: (error) => toast(sentenceOf(error), 'failed'),
    onSettled: () => client.invalidateQueries({ queryKey: ['sites'] }),
  });
  return (
    <ScreenPage title={t('Kitchens')}>
      <Text c="dimmed">
        {rich(
          'Orders of a site with kitchen tickets show on its kitchen displays. Open <link>{address}</link> on the device in the kitchen; it is set up once.',
          {
            address: `${location.origin}${BASE}/kitchen`,
            link: (parts) => (
              <Anchor href={`${BASE}/kitchen`} inherit underline="always">
                {parts}
              </Anchor>
            ),
          },
        )}
      </Text>
      {!mayChange && (
        <Text c="dimmed">{t('An owner or manager can switch kitchen tickets on and off.')}</Text>
      )}
      {sites.length === 0 ? (
        <Empty title={t('No sites yet')} icon={CookingPot} />
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
