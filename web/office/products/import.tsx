// A catalogue from a CSV file: first a dry run, then the import. And the imports that can be undone.

import {
  Alert,
  Badge,
  Button,
  FileButton,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Table,
  Text,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { formatNumber, inWords } from '../../shared/format.ts';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Loading, sentenceOf, Trouble } from '../../shared/ui/states.tsx';
import { CATALOGUE, refresh } from '../catalogue/record.tsx';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';

/** The largest file that goes into one request, in bytes; larger ones go by the command line. */
const MAX_FILE = 900_000;
/** Rows of the report that are shown at a time. */
const SHOWN = 100;

/** What POST /imports answers. */
interface Report {
  readonly saved: boolean;
  readonly records: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly problem_count: number;
  readonly problems: readonly {
    readonly line: number;
    readonly column: string | null;
    readonly sentence: string;
  }[];
  readonly effect_count: number;
  readonly effects: readonly {
    readonly line: number;
    readonly kind: 'product' | 'option_set';
    readonly key: string;
    readonly what: 'created' | 'changed';
    readonly fields: readonly string[];
  }[];
}

interface ChosenFile {
  readonly name: string;
  readonly csv: string;
}

export default function ImportPage() {
  const canEdit = useCanEdit();
  return (
    <ScreenPage title="Import and export" back={{ to: '/products', label: 'Products' }}>
      {canEdit && <Import />}
      <Export />
    </ScreenPage>
  );
}

function Import() {
  const { api } = useCompany();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile>();
  const run = useMutation({
    mutationFn: ({ csv, ...how }: { csv: string; dry_run?: boolean; skip_bad?: boolean }) =>
      api.post<Report>('imports', { csv, ...how }),
  });
  const look = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_FILE) {
        throw new Error('The file is larger than 900 kB: split it, or import it by the command line.');
      }
      return { name: file.name, csv: await readText(file) };
    },
    onSuccess: (found) => {
      setChosen(found);
      run.mutate({ csv: found.csv, dry_run: true });
    },
  });
  const report = run.data;
  const save = (skip_bad: boolean) => {
    if (chosen === undefined) return;
    run.mutate({ csv: chosen.csv, skip_bad }, { onSuccess: () => void refresh(client, ...CATALOGUE) });
  };
  const changes = report === undefined ? 0 : report.created + report.changed;
  return (
    <Section title="Import">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          A file of products has a column sku, one of option sets the columns name and options. Products are
          known again by their SKU: an empty cell leaves a field as it is. Nothing is saved before you have
          seen what would be done.
        </Text>
        <Group gap="sm">
          <FileButton
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(file) => file !== null && look.mutate(file)}
            inputProps={{ 'aria-label': 'CSV file' }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<FileUp size={16} aria-hidden />}>
                Choose a CSV file
              </Button>
            )}
          </FileButton>
          {chosen !== undefined && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {chosen.name}
            </Text>
          )}
        </Group>
        {look.isError && <Trouble error={look.error} />}
        {run.isError && <Trouble error={run.error} />}
        {run.isPending && <Loading rows={3} />}
        {report !== undefined && !run.isPending && (
          <>
            <Figures report={report} />
            {report.saved ? (
              <Alert
                color="tide"
                variant="light"
                icon={<CircleCheck aria-hidden />}
                title="Saved"
                role="status"
              >
                {report.refused === 0
                  ? 'All rows are in the catalogue.'
                  : `${rowsOf(report.refused)} ${report.refused === 1 ? 'was' : 'were'} left out, as listed below.`}
              </Alert>
            ) : (
              <Group gap="sm">
                <Button
                  onClick={() => save(report.refused > 0)}
                  disabled={changes === 0}
                  data-testid="import-now"
                >
                  {report.refused === 0
                    ? 'Import'
                    : `Leave out ${rowsOf(report.refused)} and import the rest`}
                </Button>
                {changes === 0 && report.refused === 0 && (
                  <Text size="sm" c="dimmed">
                    Everything in the file is in the catalogue already.
                  </Text>
                )}
              </Group>
            )}
            <Problems report={report} />
            <ImportEffects report={report} />
          </>
        )}
      </Stack>
    </Section>
  );
}

/** `1 row`, `12 rows`. */
function rowsOf(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/** UTF-8 alone: a file in another encoding would lose its letters without a word. */
async function readText(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error('The file is not UTF-8. Save it as "CSV UTF-8".');
  }
}

function Figures({ report }: { report: Report }) {
  const figures = [
    ['Rows', report.records],
    ['New', report.created],
    ['Changed', report.changed],
    ['As they are', report.unchanged],
    ['With errors', report.refused],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, xs: 5 }} spacing="sm" aria-label="Summary" component="dl" m={0}>
      {figures.map(([label, count]) => (
        <div key={label}>
          <Text size="xs" c="dimmed" component="dt">
            {label}
          </Text>
          <Text fz={22} fw={650} className="figures" component="dd" m={0}>
            {formatNumber(count)}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

function Problems({ report }: { report: Report }) {
  if (report.problems.length === 0) return null;
  const more = report.problem_count - report.problems.length;
  return (
    <div>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table verticalSpacing="xs" aria-label="Errors" className="figures">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={70}>Line</Table.Th>
              <Table.Th w={160}>Column</Table.Th>
              <Table.Th>What is wrong</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.problems.map(({ line, column, sentence }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a mistake is known by its place alone
              <Table.Tr key={at}>
                <Table.Td>{line}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{column}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{sentence}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {more > 0 && <MoreRows count={more} />}
    </div>
  );
}

function MoreRows({ count }: { count: number }) {
  return (
    <Text size="sm" c="dimmed" pt="xs">
      And {formatNumber(count)} more.
    </Text>
  );
}

function ImportEffects({ report }: { report: Report }) {
  const [shown, setShown] = useState(SHOWN);
  if (report.effects.length === 0) return null;
  const more = report.effect_count - report.effects.length;
  return (
    <div>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table verticalSpacing="xs" aria-label="What the rows do" className="figures">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={70}>Line</Table.Th>
              <Table.Th>Product or option set</Table.Th>
              <Table.Th>What</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.effects.slice(0, shown).map(({ line, kind, key, what, fields }) => (
              <Table.Tr key={`${kind} ${key}`}>
                <Table.Td>{line}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {key}
                  {kind === 'option_set' && ` (${inWords(kind).toLowerCase()})`}
                </Table.Td>
                <Table.Td>
                  <Badge color={what === 'created' ? 'tide' : 'blue'} variant="light" tt="none">
                    {what === 'created' ? 'New' : 'Changed'}
                  </Badge>{' '}
                  <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {fields.join(', ')}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {report.effects.length > shown && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + SHOWN)}>
          Show more
        </Button>
      )}
      {report.effects.length <= shown && more > 0 && <MoreRows count={more} />}
    </div>
  );
}

/** How long the bytes of a file are kept for the browser to save them, in ms. */
const KEEP_MS = 60_000;

function Export() {
  const { api, sites } = useCompany();
  const [site, setSite] = useState<string | null>(null);
  const get = useMutation({
    mutationFn: async (file: string) => {
      const query = site === null ? '' : `?site_id=${site}`;
      const address = URL.createObjectURL(await api.blob(`export/${file}.csv${query}`, 'text/csv'));
      const link = document.createElement('a');
      link.href = address;
      link.download = `${file}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
    },
  });
  const button = (file: string, label: string) => (
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
    <Section title="Export">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          The whole catalogue as files that a spreadsheet opens and that can be imported again.
        </Text>
        {sites.length > 1 && (
          <Select
            label="Columns of"
            placeholder="All sites"
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
          {button('products', 'Products')}
          {button('option_sets', 'Option sets')}
        </Group>
        {get.isError && (
          <Text size="sm" c="red" role="alert" style={{ overflowWrap: 'anywhere' }}>
            {sentenceOf(get.error)}
          </Text>
        )}
      </Stack>
    </Section>
  );
}
