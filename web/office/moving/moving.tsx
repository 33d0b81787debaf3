// Customers, staff and sales of another system: a file is chosen, its columns are matched, everything is tried, then brought in
// and held against the reports.

import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { Import } from '#clients/typescript/index.ts';
import { fieldsOf, guessFields, MOVED_KINDS, type MovedKind } from '#src/imports/rules/fields.ts';
import { formatNumber } from '../../shared/format.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { RefusalAlert, Wrong } from '../../shared/ui/refusal.tsx';
import { sentenceOf, Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { ChooseCsv } from '../choose-csv.tsx';
import { useCompany } from '../company.tsx';
import { MappingTable } from '../products/import-columns.tsx';
import { Figures, Problems } from '../products/import-report.tsx';
import { readSheet } from '../products/mapping.ts';
import { fieldName, offeredFields } from './labels.ts';
import { Reconciled } from './reconciled.tsx';
import { bringIn, digestOf, KEYS, type MovingFile } from './send.ts';

/** The largest file that a page holds, in bytes; larger ones go by the command line. */
const MAX_FILE = 64 * 1024 * 1024;

export default function MovingIn() {
  const [kind, setKind] = useState<MovedKind>('customers');
  const names = { customers: t('Customers'), staff: t('Staff'), sales: t('Sales') };
  return (
    <ScreenPage title={t('Moving in')}>
      <Section title={t('From another system')}>
        <Stack gap="md">
          <Hint>
            {t(
              'Bring in the products first, then staff and customers, then sales. Importing a file twice changes nothing.',
            )}
          </Hint>
          <SegmentedControl
            aria-label={t('What the file holds')}
            data={MOVED_KINDS.map((value) => ({ value, label: names[value] }))}
            value={kind}
            onChange={(value) => setKind(MOVED_KINDS.find((each) => each === value) ?? 'customers')}
          />
          <Mover key={kind} kind={kind} />
        </Stack>
      </Section>
    </ScreenPage>
  );
}

/** Why a file cannot be read like this. */
function problemOf({ kind, mapping }: MovingFile): string | undefined {
  const twice = mapping.find((field, at) => field !== null && mapping.indexOf(field) !== at);
  if (twice != null) return t('Two columns are set to {column}.', { column: fieldName(twice) });
  const key = KEYS[kind];
  return mapping.includes(key) ? undefined : t('Set one column to {column}.', { column: fieldName(key) });
}

function Mover({ kind }: { kind: MovedKind }) {
  const { passbell } = useCompany();
  const client = useQueryClient();
  const [file, setFile] = useState<MovingFile>();
  const [source, setSource] = useState('file');
  const [so, setSo] = useState<Import>();
  const run = useMutation({
    mutationFn: ({ isTry }: { isTry: boolean }) => {
      if (file === undefined) throw new Error(t('Choose CSV file'));
      return bringIn(passbell, { ...file, source: source.trim() || 'file' }, isTry, setSo);
    },
    onSuccess: () => void client.invalidateQueries(),
  });
  const look = (next: MovingFile) => {
    setFile(next);
    setSo(undefined);
    run.reset();
  };
  const problem = file && problemOf(file);
  const done = run.data;
  return (
    <>
      <Chooser kind={kind} source={source} setSource={setSource} chosen={file?.name} choose={look} />
      {file !== undefined && (
        <MappingTable
          sheet={file.sheet}
          mapping={file.mapping}
          offered={offeredFields(kind)}
          choose={(at, field) => look({ ...file, mapping: file.mapping.with(at, field) })}
          disabled={run.isPending}
        />
      )}
      <RefusalAlert>{problem}</RefusalAlert>
      {file !== undefined && problem === undefined && (
        <Group gap="sm">
          <Button
            variant="default"
            loading={run.isPending && run.variables.isTry}
            onClick={() => run.mutate({ isTry: true })}
          >
            {t('Check without saving')}
          </Button>
          {done?.dry_run === true && (
            <Button disabled={done.created === 0} onClick={() => run.mutate({ isTry: false })}>
              {t('Import')}
            </Button>
          )}
        </Group>
      )}
      {run.isPending && (
        <Text size="sm" role="status">
          {t('{count} rows so far…', { count: formatNumber(so?.records ?? 0) })}
        </Text>
      )}
      {run.isError && <Trouble error={run.error} />}
      {done !== undefined && <Outcome done={done} />}
    </>
  );
}

interface ChooserProps {
  readonly kind: MovedKind;
  readonly source: string;
  readonly setSource: (source: string) => void;
  readonly chosen: string | undefined;
  readonly choose: (file: MovingFile) => void;
}

/** Takes a file, and says what it was written by. */
function Chooser({ kind, source, setSource, chosen, choose }: ChooserProps) {
  const take = useMutation({
    mutationFn: async (file: File): Promise<MovingFile> => {
      if (file.size > MAX_FILE)
        throw new Error(t('The file is larger than 64 MB. Split it, or import it by the command line.'));
      const bytes = await file.arrayBuffer();
      const sheet = readSheet(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      const mapping = guessFields(kind, sheet.head);
      return { kind, name: file.name, sha256: await digestOf(bytes), sheet, mapping, source };
    },
    onSuccess: choose,
  });
  return (
    <>
      <Group gap="sm" align="end">
        <TextInput
          label={t('System it is from')}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
          maxLength={50}
        />
        <ChooseCsv
          choose={take.mutate}
          chosen={chosen}
          template={{ name: `${kind}.csv`, head: () => `${fieldsOf(kind).join(',')}\r\n` }}
        />
      </Group>
      {take.isError && (
        <Wrong>
          {take.error instanceof TypeError
            ? t('The file is not UTF-8. Save it as “CSV UTF-8”.')
            : sentenceOf(take.error)}
        </Wrong>
      )}
    </>
  );
}

/** The result of a try or of an import. */
function Outcome({ done }: { done: Import }) {
  return (
    <>
      {!done.dry_run && (
        <Alert
          color="tide"
          variant="light"
          icon={<CircleCheck aria-hidden />}
          title={t('Imported')}
          role="status"
        >
          {t('{count, plural, one {# row was} other {# rows were}} left out.', { count: done.refused })}
        </Alert>
      )}
      <Figures report={{ ...done, changed: 0 }} />
      <Problems report={done} lineOf={(line) => line} nameOf={fieldName} />
      {done.kind === 'sales' && !done.dry_run && <Reconciled done={done} />}
    </>
  );
}
