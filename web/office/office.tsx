// The back office: the signed-in user, the company, and its screens.

import { Button, Center, Loader, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { BASE } from '../shared/base.ts';
import { isProofAsked, onProofAsked } from '../shared/proof.ts';
import type { SessionInfo } from '../shared/session.ts';
import { Later, Part } from '../shared/ui/later.tsx';
import { leavePage } from '../shared/ui/leave.tsx';
import { Empty, Trouble } from '../shared/ui/states.tsx';
import { t } from '../shared/words.ts';
import { firstChoice, SESSION, sessionQuery } from './begin.ts';
import { CHOICE } from './choice.ts';
import { CompanyProvider } from './company.tsx';
import { Shell } from './shell.tsx';

const NEEDED = new Later(async () => (await import('./account/needed.tsx')).SecondFactorNeeded);
const PROOF = new Later(async () => (await import('./account/proof.tsx')).ProofDialog);

/** The whole back office. Without a session it leads to the sign-in page, which leads back. */
export function Office() {
  const session = useQuery(sessionQuery);
  if (session.isError) {
    return (
      <Stack p="xl">
        <Trouble error={session.error} again={() => void session.refetch()} />
      </Stack>
    );
  }
  if (session.data === undefined || session.data === null) {
    return (
      <Center mih="100vh">
        <Loader role="progressbar" aria-label={t('Loading')} />
      </Center>
    );
  }
  return <SignedIn session={session.data} />;
}

/** Asks who one is when a call needs it. */
function ProofGate() {
  const isAsked = useSyncExternalStore(onProofAsked, isProofAsked);
  return isAsked ? <Part part={PROOF} props={{}} /> : null;
}

function SignedIn({ session }: { session: SessionInfo }) {
  const client = useQueryClient();
  const [company, setCompany] = useState(() => firstChoice(session.companies));
  const choose = useCallback(
    (id: string) =>
      leavePage(() => {
        // Nothing of one company is shown in another.
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION });
        setCompany(session.companies.find((each) => each.id_str === id));
      }),
    [client, session.companies],
  );
  const chosen = company?.id_str;
  useEffect(() => {
    if (chosen !== undefined) localStorage.setItem(CHOICE, chosen);
  }, [chosen]);
  if (company === undefined) {
    return (
      <Center mih="100vh">
        <Empty
          title={t('You do not belong to a company yet')}
          action={
            <Button component="a" href={`${BASE}/account`} variant="default">
              {t('Your account')}
            </Button>
          }
        >
          {t('Ask an owner or manager to invite you.')}
        </Empty>
      </Center>
    );
  }
  const now = session.companies.find((each) => each.id_str === company.id_str) ?? company;
  if (now.needs_second_factor) {
    return (
      <>
        <Part part={NEEDED} props={{ company: now.name }} />
        <ProofGate />
      </>
    );
  }
  return (
    <CompanyProvider key={company.id_str} member={company}>
      <Shell session={session} member={company} choose={choose} />
      <ProofGate />
    </CompanyProvider>
  );
}
