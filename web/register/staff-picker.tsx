import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { Passbell } from '#clients/typescript/index.ts';
import { Trouble } from '../shared/ui/states.tsx';
import { t } from '../shared/words.ts';
import { loadRecentStaff, readStaff, type StaffMember } from './staff-session.ts';

/** Most staff members that are shown; a search finds the others. */
const MAX_SHOWN = 30;
/** Up to so many are found by eye, without a search. */
const FEW = 8;
/** How long nothing is typed before names are searched, in ms. */
const PAUSE_MS = 250;

interface Props {
  readonly passbell: Passbell;
  readonly register: string;
  readonly choose: (member: StaffMember) => void;
}

/** The staff members who can sign in at the register, who did last at this device first (reference: staff.22). */
export function StaffPicker({ passbell, register, choose }: Props) {
  const [text, setText] = useState('');
  const [name] = useDebouncedValue(text.trim(), PAUSE_MS);
  const staff = useQuery({
    queryKey: ['staff', 'register', register, name],
    queryFn: () =>
      passbell.call('listStaffWhoSignIn', {
        register_id: register,
        limit: MAX_SHOWN + 1,
        ...(name === '' ? {} : { name }),
      }),
    placeholderData: keepPreviousData,
  });
  const found = staff.data?.map(readStaff) ?? [];
  const shown = name === '' ? recentFirst(found, loadRecentStaff(register)) : found;
  const isSearched = text !== '' || found.length > FEW;
  return (
    <Stack gap="xs">
      <Text>{t('Who are you?')}</Text>
      {isSearched && (
        <TextInput
          type="search"
          size="md"
          aria-label={t('Find your name')}
          placeholder={t('Find your name')}
          leftSection={<Search size={18} aria-hidden />}
          maxLength={255}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      {staff.isError && <Trouble error={staff.error} again={() => void staff.refetch()} />}
      {shown.slice(0, MAX_SHOWN).map((each) => (
        <Button key={each.id} size="lg" variant="default" justify="start" onClick={() => choose(each)}>
          {each.name}
        </Button>
      ))}
      {staff.isSuccess && shown.length === 0 && (
        <Text size="sm" role="status">
          {name === ''
            ? t('Nobody has a PIN yet. Staff members get theirs in the back office.')
            : t('Nobody found who has a PIN.')}
        </Text>
      )}
      {shown.length > MAX_SHOWN && (
        <Text size="sm" c="dimmed">
          {t('Only the first {count} are shown: type more.', { count: MAX_SHOWN })}
        </Text>
      )}
    </Stack>
  );
}

/** Staff members with those who signed in here last before all others, each once. */
function recentFirst(found: readonly StaffMember[], recent: readonly StaffMember[]): readonly StaffMember[] {
  if (found.length <= FEW) return found;
  const isRecent = new Set(recent.map(({ id }) => id));
  return [...recent, ...found.filter(({ id }) => !isRecent.has(id))];
}
