// Add-ons that people of the company let in, and how to stop them.

import { Anchor, Group, List, Stack, Text } from '@mantine/core';
import { Puzzle } from 'lucide-react';
import { Link } from 'wouter';
import type { Grant } from '#clients/typescript/index.ts';
import { inLine } from '../../shared/format.ts';
import { ConfirmButton } from '../../shared/ui/dialog.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { UNTOLD_MS } from '../../shared/ui/live.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty, Loading, Trouble } from '../../shared/ui/states.tsx';
import { rich, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useAll } from '../read.ts';
import { SCOPE_WORDS } from './scopes.tsx';

export default function Connected() {
  const grants = useAll('grants', 'listGrants', {}, { everyMs: UNTOLD_MS });
  const byAddon = Map.groupBy(grants.data ?? [], (grant) => grant.addon.id_str);
  return (
    <ScreenPage title={t('Add-ons')}>
      <Hint>
        {rich('Add-ons connected to this company. To make your own, go to <link>Developer</link>.', {
          link: (parts) => (
            <Anchor component={Link} href="/developer" size="sm" underline="always">
              {parts}
            </Anchor>
          ),
        })}
      </Hint>
      {grants.data === undefined &&
        (grants.isError ? (
          <Trouble error={grants.error} again={() => void grants.refetch()} />
        ) : (
          <Loading rows={3} />
        ))}
      {grants.data?.length === 0 && (
        <div className="card">
          <Empty title={t('No add-ons connected')} icon={Puzzle}>
            {t('Connect an add-on from its own page. What you allow it shows here, and can be revoked.')}
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
  const { passbell, company, when } = useCompany();
  const [first] = grants;
  if (first === undefined) return null;
  const { addon } = first;
  const scopes = [...new Set(grants.flatMap((grant) => grant.scopes))];
  const used =
    grants
      .map((grant) => grant.last_used_at)
      .sort()
      .at(-1) ?? first.last_used_at;
  const own = addon.company.id === company;
  const { name } = addon;
  return (
    <Section
      title={name}
      actions={
        <ConfirmButton
          label={t('Disconnect')}
          about={t('Disconnect {name}', { name })}
          title={t('Disconnect {name}?', { name })}
          confirm={t('Disconnect')}
          act={() => passbell.call('removeGrant', { grant_id: first.id })}
          stale={['grants', 'audit']}
          said={t('{name} disconnected', { name })}
        >
          {own
            ? t('Its tokens end at once. What it made stays. It can be connected again from its own page.')
            : t(
                'Its tokens and webhooks end at once. What it made stays. It can be connected again from its own page.',
              )}
        </ConfirmButton>
      }
    >
      <Facts
        facts={[
          [
            t('Made by'),
            own ? t('{company} (your own)', { company: addon.company.name }) : addon.company.name,
          ],
          [
            t('Can'),
            <List key="may" size="sm" spacing={2}>
              {scopes.map((scope) => (
                <List.Item key={scope}>{translated(SCOPE_WORDS[scope])}</List.Item>
              ))}
            </List>,
          ],
          [
            t('Connected by'),
            <Stack key="by" gap={2}>
              {grants.map((grant) => (
                <Group key={grant.id_str} gap={6}>
                  <Text size="sm">{grant.user.name}</Text>
                  <Hint>{inLine([grant.user.email, when(grant.created_at)])}</Hint>
                </Group>
              ))}
            </Stack>,
          ],
          [t('Last call'), when(used)],
        ]}
      />
    </Section>
  );
}
