// What stands at the top and at the end of a receipt, as it is shown on screens.

import { Text } from '@mantine/core';

interface HeadProps {
  readonly company: string;
  /** Site, address, telephone and business number, as far as there are any. */
  readonly lines: readonly (string | null)[];
  readonly text: string | null;
}

export function ReceiptHead({ company, lines, text }: HeadProps) {
  return (
    <>
      <Text ta="center" fw={650} dir="auto">
        {company}
      </Text>
      {lines.filter(Boolean).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of an address is known by its place alone
        <Text key={at} size="sm" ta="center" dir="auto">
          {line}
        </Text>
      ))}
      <CompanyText text={text} />
    </>
  );
}

/** A text of the company: its line breaks stay, of several empty lines one does. */
export function CompanyText({ text }: { text: string | null }) {
  const shown = (text ?? '').trim().replaceAll(/\n\s*\n/g, '\n\n');
  if (shown === '') return null;
  return (
    <Text size="sm" ta="center" my="xs" style={{ whiteSpace: 'pre-line', unicodeBidi: 'plaintext' }}>
      {shown}
    </Text>
  );
}
