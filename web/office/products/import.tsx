// A catalogue from a CSV file: its columns are mapped, then a dry run says what it would do, then it is imported.

import { Alert, Button, Group, Select, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Download } from 'lucide-react';
import { useState } from 'react';
import type { ImportReport } from '#clients/typescript/index.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Wrong } from '../../shared/ui/refusal.tsx';
import { Loading, sentenceOf, Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { refreshCatalogue } from '../catalogue/record.tsx';
import { useCanEdit } from '../catalogue/use.ts';
import { ChooseCsv } from '../choose-csv.tsx';
import { useCompany } from '../company.tsx';
import { saveCsv } from '../download.ts';
import { choices } from '../parts.tsx';
import { Columns, type Plan, planOf, useDefaults } from './import-columns.tsx';
import { Report } from './import-report.tsx';
import { isOptionSets, type MappedFile, readSheet, type Sheet, templateCsv } from './mapping.ts';

/** The largest file that goes into one request, in bytes; larger ones go by the command line. */
const MAX_FILE = 900_000;
export default function ImportPage() {
  const canEdit = useCanEdit();
  return (
    <ScreenPage title={t('Import and export')} back={{ to: '/products', label: t('Products') }}>
      {canEdit && <Import />}
      <Export />
    </ScreenPage>
  );
}

/** A file that was chosen; option sets are not mapped. */
interface ChosenFile {
  readonly name: string;
  readonly csv: string;
  readonly sheet: Sheet;
  readonly plan: Plan | undefined;
}

/** The file as it is sent. */
function mapped({ csv, sheet, plan }: ChosenFile): MappedFile {
  return plan === undefined ? { csv, lines: new Map() } : plan.write(sheet);
}

function Import() {
  const { passbell } = useCompany();
  const client = useQueryClient();
  const defaults = useDefaults();
  const [chosen, setChosen] = useState<ChosenFile>();
  const run = useMutation({
    mutationFn: async ({ file, ...how }: { file: MappedFile; dry_run?: boolean; skip_bad?: boolean }) =>
      passbell.call('importCatalogue', { body: { csv: file.csv, ...how } }),
  });
  const look = (next: ChosenFile) => {
    setChosen(next);
    run.reset();
    if (next.plan?.problem === undefined) run.mutate({ file: mapped(next), dry_run: true });
  };
  const choose = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_FILE) {
        throw new Error(t('The file is larger than 900 kB. Split it, or import it by the command line.'));
      }
      const csv = await readText(file);
      const sheet = readSheet(csv);
      return { name: file.name, csv, sheet, plan: isOptionSets(sheet) ? undefined : planOf(sheet, defaults) };
    },
    onSuccess: look,
  });
  const report = run.data;
  const sent = run.variables?.file;
  const bring = (skip_bad: boolean) => {
    if (chosen === undefined) return;
    const done = () => void refreshCatalogue(client);
    run.mutate({ file: mapped(chosen), skip_bad }, { onSuccess: done });
  };
  return (
    <Section title={t('Import')}>
      <Stack gap="md">
        <Hint>
          {t(
            'Choose a CSV file and match its columns. Nothing is saved before you have seen what would change.',
          )}
        </Hint>
        <Group gap="sm">
          <ChooseCsv
            choose={choose.mutate}
            chosen={chosen?.name}
            template={{ name: 'template.csv', head: templateCsv }}
          />
        </Group>
        {choose.isError && <Trouble error={choose.error} />}
        {chosen?.plan !== undefined && (
          <Columns
            sheet={chosen.sheet}
            plan={chosen.plan}
            change={(plan) => look({ ...chosen, plan })}
            disabled={report?.saved === true}
          />
        )}
        {run.isError && <Trouble error={run.error} />}
        {run.isPending && <Loading rows={3} />}
        {report !== undefined && sent !== undefined && !run.isPending && (
          <>
            <Outcome report={report} bring={bring} />
            <Report
              report={report}
              lineOf={(line) => sent.lines.get(line) ?? line}
              nameOf={(column) => chosen?.plan?.nameOf(chosen.sheet, column) ?? column}
            />
          </>
        )}
      </Stack>
    </Section>
  );
}

interface OutcomeProps {
  readonly report: ImportReport;
  readonly bring: (skipBad: boolean) => void;
}

/** The next step of the import, or its result. */
function Outcome({ report, bring }: OutcomeProps) {
  const { refused } = report;
  const changes = report.created + report.changed;
  if (report.saved) {
    return (
      <Alert
        color="tide"
        variant="light"
        icon={<CircleCheck aria-hidden />}
        title={t('Imported')}
        role="status"
      >
        {refused === 0
          ? t('All rows are in the catalogue.')
          : t('{count, plural, one {# row was} other {# rows were}} left out.', { count: refused })}
      </Alert>
    );
  }
  return (
    <Group gap="sm">
      <Button onClick={() => bring(refused > 0)} disabled={changes === 0}>
        {refused === 0
          ? t('Import')
          : t('{count, plural, one {Leave out # row} other {Leave out # rows}} and import the rest', {
              count: refused,
            })}
      </Button>
      {changes === 0 && refused === 0 && <Hint>{t('Nothing to change: the catalogue has all of it.')}</Hint>}
    </Group>
  );
}

/** UTF-8 alone: a file in another encoding would lose its letters without a word. */
async function readText(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(t('The file is not UTF-8. Save it as “CSV UTF-8”.'));
  }
}

function Export() {
  const { passbell, sites } = useCompany();
  const [site, setSite] = useState<string | null>(null);
  const get = useMutation({
    mutationFn: async (file: 'products' | 'option_sets') => {
      const input = { file, ...(site === null ? {} : { site_id: site }) };
      saveCsv(`${file}.csv`, Uint8Array.from(await passbell.call('exportCatalogue', input)));
    },
  });
  const button = (file: 'products' | 'option_sets', label: string) => (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      loading={get.isPending && get.variables === file}
      onClick={() => get.mutate(file)}
    >
      {label}
    </Button>
  );
  return (
    <Section title={t('Export')}>
      <Stack gap="md">
        <Hint>{t('The whole catalogue as CSV files, which can be imported again.')}</Hint>
        {sites.length > 1 && (
          <Select
            label={t('Columns of')}
            placeholder={t('All sites')}
            data={choices(sites)}
            value={site}
            onChange={setSite}
            clearable
            searchable
            limit={100}
            maw={320}
          />
        )}
        <Group gap="sm">
          {button('products', t('Products'))}
          {button('option_sets', t('Option sets'))}
        </Group>
        {get.isError && <Wrong style={{ overflowWrap: 'anywhere' }}>{sentenceOf(get.error)}</Wrong>}
      </Stack>
    </Section>
  );
}
