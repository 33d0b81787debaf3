// The columns of a file that is imported: what each is, the first rows, and what all rows have in common.

import { Group, MultiSelect, Select, Stack, Table } from '@mantine/core';
import { writeList } from '#src/imports/rules/cells.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { RefusalAlert } from '../../shared/ui/refusal.tsx';
import { t, translated } from '../../shared/words.ts';
import { useTaxList } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { usualSites } from './create.ts';
import { COLUMNS, guessMapping, type MappedFile, type Mapping, type Sheet, writeMapped } from './mapping.ts';

/** Rows that are shown of the file. */
const SHOWN = 3;

/** The values for rows of which the file has no column. */
interface Common {
  /** Codes. */
  readonly taxes: readonly string[];
  /** Names. */
  readonly sites: readonly string[];
}

/** How a file is read. */
export interface Plan {
  readonly mapping: Mapping;
  readonly common: Common;
  /** Why it cannot be imported like this. */
  readonly problem: string | undefined;
  readonly write: (sheet: Sheet) => MappedFile;
  /** The file's name for a column of the API. */
  readonly nameOf: (sheet: Sheet, column: string) => string;
}

function makePlan(mapping: Mapping, common: Common): Plan {
  const has = (column: string) => mapping.includes(column);
  const twice = mapping.find((column, at) => column !== null && mapping.indexOf(column) !== at);
  const same = {
    ...(has('taxes') || common.taxes.length === 0 ? {} : { taxes: writeList(common.taxes) }),
    ...Object.fromEntries(common.sites.map((site) => [`site:${site}:available`, 'true'])),
  };
  return {
    mapping,
    common,
    problem:
      twice != null
        ? t('Two columns are set to {column}.', { column: columnName(twice) })
        : has('sku') || has('name')
          ? undefined
          : t('Set one column to SKU or Name.'),
    write: (sheet) => writeMapped(sheet, mapping, same),
    nameOf: ({ head }, column) => head[mapping.indexOf(column)] ?? columnName(column),
  };
}

/** The defaults for new products: the company's first tax, and its only site. */
export function useDefaults(): Common {
  const { sites } = useCompany();
  const taxes = useTaxList().data ?? [];
  const usual = usualSites(sites);
  return {
    taxes: taxes.slice(0, 1).map(({ code }) => code),
    sites: sites.filter(({ id_str }) => usual.includes(id_str)).map(({ name }) => name),
  };
}

/** The first guess at a file. A file without names changes products that are there: those keep what they have. */
export function planOf({ head }: Sheet, defaults: Common): Plan {
  const mapping = guessMapping(head);
  const makesNew = mapping.includes('name');
  const hasSites = mapping.some((column) => column?.startsWith('site:'));
  return makePlan(mapping, {
    taxes: makesNew ? defaults.taxes : [],
    sites: makesNew && !hasSites ? defaults.sites : [],
  });
}

/** The label of a column of the API. */
function columnName(column: string): string {
  const known = Object.entries(COLUMNS).find(([name]) => name === column)?.[1][0];
  return known === undefined ? column : translated(known);
}

interface Props {
  readonly sheet: Sheet;
  readonly plan: Plan;
  readonly change: (plan: Plan) => void;
  readonly disabled: boolean;
}

/** The table of columns, each with what it is and its first rows. */
export function Columns({ sheet, plan, change, disabled }: Props) {
  const { mapping, common, problem } = plan;
  const offered = [...Object.keys(COLUMNS), ...sheet.head.filter((name) => /^(?:site|list):/.test(name))].map(
    (value) => ({ value, label: columnName(value) }),
  );
  const choose = (at: number, column: string | null) => change(makePlan(mapping.with(at, column), common));
  return (
    <Stack gap="sm">
      <MappingTable sheet={sheet} mapping={mapping} offered={offered} choose={choose} disabled={disabled} />
      <ForAll plan={plan} change={change} disabled={disabled} />
      {!mapping.includes('sku') && mapping.includes('name') && (
        <Hint>{t('No column has SKUs: they are made from the names.')}</Hint>
      )}
      <RefusalAlert>{problem}</RefusalAlert>
    </Stack>
  );
}

interface MappingProps {
  readonly sheet: Sheet;
  readonly mapping: Mapping;
  readonly offered: readonly { readonly value: string; readonly label: string }[];
  readonly choose: (at: number, column: string | null) => void;
  readonly disabled: boolean;
}

/** The columns of a file, each with what it is and its first rows. */
export function MappingTable({ sheet, mapping, offered, choose, disabled }: MappingProps) {
  return (
    <Table.ScrollContainer minWidth={0} type="native">
      <Table verticalSpacing={6} aria-label={t('Columns')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Column in the file')}</Table.Th>
            <Table.Th>{t('Field')}</Table.Th>
            <Table.Th>{t('First rows')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sheet.head.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have the same name
            <Table.Tr key={at}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
              <Table.Td w={220}>
                <Select
                  aria-label={t('Field of {column}', { column: name })}
                  placeholder={t('Not imported')}
                  data={offered}
                  value={mapping[at] ?? null}
                  onChange={(column) => choose(at, column)}
                  disabled={disabled}
                  clearable
                  searchable
                  size="xs"
                />
              </Table.Td>
              <Table.Td>
                <Hint lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
                  {sheet.records
                    .slice(0, SHOWN)
                    .map(({ cells }) => cells[at])
                    .filter(Boolean)
                    .join(' · ')}
                </Hint>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The fields for values that all rows get. */
function ForAll({ plan, change, disabled }: Omit<Props, 'sheet'>) {
  const { mapping, common } = plan;
  const { sites } = useCompany();
  const taxes = useTaxList().data ?? [];
  const set = (part: Partial<Common>) => change(makePlan(mapping, { ...common, ...part }));
  return (
    <Group gap="sm" align="end">
      {!mapping.includes('taxes') && (
        <MultiSelect
          label={t('Taxes of all rows')}
          data={taxes.map(({ code, name }) => ({ value: code, label: name }))}
          value={[...common.taxes]}
          onChange={(codes) => set({ taxes: codes })}
          disabled={disabled}
          clearable
        />
      )}
      <MultiSelect
        label={t('Available at')}
        data={[...new Set(sites.map(({ name }) => name))]}
        value={[...common.sites]}
        onChange={(names) => set({ sites: names })}
        disabled={disabled}
        clearable
        searchable
        limit={100}
      />
    </Group>
  );
}
