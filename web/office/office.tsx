// The back office: the signed-in user, the company, and its screens.

import { Button, Center, Loader, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { BASE, signInAddress } from '../shared/base.ts';
import { loadSession, type Membership, type SessionInfo } from '../shared/session.ts';
import { Empty, Trouble } from '../shared/ui/states.tsx';
import { CompanyProvider } from './company.tsx';
import { Shell } from './shell.tsx';

const CHOICE = 'passbell.company';

/** The company that was chosen last in this browser, else the first. */
function firstChoice(companies: readonly Membership[]): Membership | undefined {
  const last = localStorage.getItem(CHOICE);
  return companies.find((each) => each.id_str === last) ?? companies[0];
}

function leaveToSignIn(): void {
  location.assign(signInAddress());
}

/** The whole back office. Without a session it leads to the sign-in page, which leads back. */
export function Office() {
  const session = useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      const found = await loadSession(BASE);
      if (found === undefined) leaveToSignIn();
      return found ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
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
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  return <SignedIn session={session.data} />;
}

function SignedIn({ session }: { session: SessionInfo }) {
  const [company, setCompany] = useState(() => firstChoice(session.companies));
  const choose = useCallback(
    (id: string) => {
      localStorage.setItem(CHOICE, id);
      setCompany(session.companies.find((each) => each.id_str === id));
    },
    [session.companies],
  );
  if (company === undefined) {
    return (
      <Center mih="100vh">
        <Empty
          title="You are in no company yet"
          action={
            <Button component="a" href={`${BASE}/account`} variant="default">
              Your account
            </Button>
          }
        >
          Somebody who owns or manages a company can invite you.
        </Empty>
      </Center>
    );
  }
  return (
    <CompanyProvider key={company.id_str} member={company} signedOut={leaveToSignIn}>
      <Shell session={session} member={company} choose={choose} />
    </CompanyProvider>
  );
}
