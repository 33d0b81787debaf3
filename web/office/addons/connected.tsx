// Add-ons that people of the company let in, and how to stop them.

import { Anchor, Group, List, Stack, Text } from '@mantine/core';
import { Puzzle } from 'lucide-react';
import { Link } from 'wouter';
import { ConfirmButton } from '../../shared/ui/dialog.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty, Loading, Trouble } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { useAll, useStale } from '../parts.tsx';
import type { Grant } from '../records.ts';
import { SCOPE_WORDS } from './scopes.tsx';

/** How often it is looked when add-ons last called, in ms. */
const USES_EVERY_MS = 10_000;

export default function Connected() {
  const grants = useAll<Grant>('grants', { everyMs: USES_EVERY_MS });
  const byAddon = Map.groupBy(grants.data ?? [], (grant) => grant.addon.id_str);
  return (
    <ScreenPage title="Add-ons">
      <Text size="sm" c="dimmed">
        Programs of others that somebody here let in. To make one of your own, go to{' '}
        <Anchor component={Link} href="/developer" size="sm" underline="always">
          Developer
        </Anchor>
        .
      </Text>
      {grants.data === undefined &&
        (grants.isError ? (
          <Trouble error={grants.error} again={() => void grants.refetch()} />
        ) : (
          <Loading rows={3} />
        ))}
      {grants.data?.length === 0 && (
        <div className="card">
          <Empty title="No add-on is connected" icon={Puzzle}>
            An add-on asks to be let in from its own page. What you allow it stands here, and can be taken
            back.
          </Empty>
        </div>
      )}
      {[...byAddon.values()].map((of) => (
        <Addon key={of[0]?.addon.id_str} grants={of} />
      ))}
    </ScreenPage>
  );
}

/** One add-on with every consent to it: disconnecting ends all of them. */
function Addon({ grants }: { grants: readonly Grant[] }) {
  const { api, when } = useCompany();
  const stale = useStale();
  const [first] = grants;
  if (first === undefined) return null;
  const { addon } = first;
  const scopes = [...new Set(grants.flatMap((grant) => grant.scopes))];
  const used =
    grants
      .map((grant) => grant.last_used_at)
      .sort()
      .at(-1) ?? first.last_used_at;
  const own = addon.company.id_str === api.company;
  return (
    <Section
      title={addon.name}
      actions={
        <ConfirmButton
          label="Disconnect"
          about={`Disconnect ${addon.name}`}
          title={`Disconnect ${addon.name}?`}
          confirm="Disconnect"
          act={() => api.delete(`grants/${first.id_str}`)}
          done={() => stale('grants', 'audit')}
          said={`${addon.name} has been disconnected.`}
        >
          Its tokens end at once{own ? '' : ', and it is told nothing more'}. What it has made stays. It can
          be let in again from its own page.
        </ConfirmButton>
      }
    >
      <Facts
        facts={[
          ['Made by', own ? `${addon.company.name} (your own)` : addon.company.name],
          [
            'May',
            <List key="may" size="sm" spacing={2}>
              {scopes.map((scope) => (
                <List.Item key={scope}>{SCOPE_WORDS[scope]}</List.Item>
              ))}
            </List>,
          ],
          [
            'Let in by',
            <Stack key="by" gap={2}>
              {grants.map((grant) => (
                <Group key={grant.id_str} gap={6}>
                  <Text size="sm">{grant.user.name}</Text>
                  <Text size="sm" c="dimmed">
                    {grant.user.email}, {when(grant.created_at)}
                  </Text>
                </Group>
              ))}
            </Stack>,
          ],
          ['Last call', when(used)],
        ]}
      />
    </Section>
  );
}
