// What an import did, or would do: figures, what is wrong by line, what changes.

import { Button, SimpleGrid, Table, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ImportReport, Reason } from '#clients/typescript/index.ts';
import { formatNumber } from '../../shared/format.ts';
import { loadReasons, refusedSentence } from '../../shared/reasons.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';

/** Rows of the report that are shown at a time. */
const SHOWN = 100;

interface Props {
  readonly report: ImportReport;
  /** The line in the file that was chosen. */
  readonly lineOf: (line: number) => number;
  /** The file's name for a column of the API. */
  readonly nameOf: (column: string) => string;
}

/** The whole report. */
export function Report(props: Props) {
  return (
    <>
      <Figures report={props.report} />
      <Problems {...props} />
      <Effects {...props} />
    </>
  );
}

interface FiguresProps {
  readonly report: Pick<ImportReport, 'records' | 'created' | 'changed' | 'unchanged' | 'refused'>;
}

/** How many rows did what. */
export function Figures({ report }: FiguresProps) {
  const figures = [
    [t('Rows'), report.records],
    [t('New'), report.created],
    [t('Changed'), report.changed],
    [t('Unchanged'), report.unchanged],
    [t('Errors'), report.refused],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, xs: 5 }} spacing="sm" aria-label={t('Summary')} component="dl" m={0}>
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

type Problem = ImportReport['problems'][number];

/** The mistake, in the language of the page. */
function problemSentence({ sentence, reason, params }: Problem): string {
  if (reason === null) return sentence;
  return refusedSentence({ reason: { reason, params: params as NonNullable<Reason['params']> } }, sentence);
}

interface ProblemsProps extends Pick<Props, 'lineOf' | 'nameOf'> {
  readonly report: Pick<ImportReport, 'problem_count'> & { readonly problems: readonly Problem[] };
}

/** The mistakes of a file, by line. */
export function Problems({ report, lineOf, nameOf }: ProblemsProps) {
  // Until the sentences of the page's language are there, those of the answer are shown.
  const [, setLoaded] = useState(false);
  useEffect(() => void loadReasons().then(() => setLoaded(true)), []);
  if (report.problems.length === 0) return null;
  const more = report.problem_count - report.problems.length;
  return (
    <div>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table verticalSpacing="xs" aria-label={t('Errors')} className="figures">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={70}>{t('Line')}</Table.Th>
              <Table.Th w={160}>{t('Column')}</Table.Th>
              <Table.Th>{t('Problem')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.problems.map((problem, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a mistake is known by its place alone
              <Table.Tr key={at}>
                <Table.Td>{lineOf(problem.line)}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {problem.column === null ? null : nameOf(problem.column)}
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{problemSentence(problem)}</Table.Td>
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
  return <Hint pt="xs">{t('{count} more', { count: formatNumber(count) })}</Hint>;
}

function Effects({ report, lineOf, nameOf }: Props) {
  const [shown, setShown] = useState(SHOWN);
  if (report.effects.length === 0) return null;
  const more = report.effect_count - report.effects.length;
  return (
    <div>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table verticalSpacing="xs" aria-label={t('Changes')} className="figures">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={70}>{t('Line')}</Table.Th>
              <Table.Th>{t('Product or option set')}</Table.Th>
              <Table.Th>{t('Change')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.effects.slice(0, shown).map(({ line, kind, key, what, fields }) => (
              <Table.Tr key={`${kind} ${key}`}>
                <Table.Td>{lineOf(line)}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {kind === 'option_set' ? t('{name} (option set)', { name: key }) : key}
                </Table.Td>
                <Table.Td>
                  <Tag color={what === 'created' ? 'tide' : 'blue'}>
                    {what === 'created' ? t('New') : t('Changed')}
                  </Tag>{' '}
                  <Hint span style={{ overflowWrap: 'anywhere' }}>
                    {fields.map(nameOf).join(', ')}
                  </Hint>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {report.effects.length > shown && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + SHOWN)}>
          {t('Show more')}
        </Button>
      )}
      {report.effects.length <= shown && more > 0 && <MoreRows count={more} />}
    </div>
  );
}
