// Takes a CSV file from the person at the screen, or gives them an empty one to fill in.

import { Button, FileButton, Text } from '@mantine/core';
import { Download, FileUp } from 'lucide-react';
import { t } from '../shared/words.ts';
import { saveCsv } from './download.ts';

interface Props {
  readonly choose: (file: File) => void;
  /** The name of the file that was chosen. */
  readonly chosen: string | undefined;
  readonly template: { readonly name: string; readonly head: () => string };
}

/** Stands in a group. */
export function ChooseCsv({ choose, chosen, template }: Props) {
  return (
    <>
      <FileButton
        accept=".csv,.tsv,.txt,text/csv"
        onChange={(file) => file !== null && choose(file)}
        inputProps={{ 'aria-label': t('CSV file') }}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<FileUp size={16} aria-hidden />}>
            {t('Choose CSV file')}
          </Button>
        )}
      </FileButton>
      <Button
        variant="subtle"
        leftSection={<Download size={16} aria-hidden />}
        onClick={() => saveCsv(template.name, `\ufeff${template.head()}`)}
      >
        {t('Download template')}
      </Button>
      {chosen !== undefined && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {chosen}
        </Text>
      )}
    </>
  );
}
