// Facts under their names, texts to be copied, secrets that are shown once.

import { Alert, Button, CopyButton, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { Check, Copy, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../words.ts';
import { Dialog } from './dialog.tsx';

/** Facts in two columns; those that are empty are left out. */
export function Facts({
  facts,
  width = 150,
}: {
  facts: readonly (readonly [string, ReactNode])[];
  width?: number;
}) {
  return (
    <Table
      withRowBorders={false}
      verticalSpacing={4}
      horizontalSpacing={0}
      variant="vertical"
      className="facts"
      layout="fixed"
    >
      <Table.Tbody>
        {facts
          .filter(([, value]) => value !== '' && value !== null && value !== undefined)
          .map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th
                w={width}
                pe="xs"
                fw={400}
                c="dimmed"
                bg="transparent"
                style={{ verticalAlign: 'top' }}
              >
                {name}
              </Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
}

/** A text with a button that copies it. */
export function CopyField({
  label,
  value,
  description,
}: {
  label: string;
  value: string;
  description?: string;
}) {
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={label}
        {...(description === undefined ? {} : { description })}
        value={value}
        readOnly
        flex={1}
        onFocus={({ currentTarget }) => currentTarget.select()}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <CopyControl value={value} label={label} />
    </Group>
  );
}

/** Copies a text, and says so. */
export function CopyControl({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          onClick={copy}
          leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          aria-label={copied ? t('Copied: {label}', { label }) : t('Copy: {label}', { label })}
          miw={104}
        >
          {copied ? t('Copied') : t('Copy')}
        </Button>
      )}
    </CopyButton>
  );
}

/** A block of code or of a message, as it is; long lines wrap. */
export function Block({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled by the keyboard, too
    <section className="block" aria-label={label} tabIndex={0}>
      <pre>{children}</pre>
    </section>
  );
}

/** A secret that is shown this once. */
export interface Shown {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
}

interface SecretsProps {
  readonly title: string;
  readonly shown: readonly Shown[] | undefined;
  readonly close: () => void;
  /** A note on it, to be read before it is closed. */
  readonly note?: string;
  readonly children?: ReactNode;
}

/** Shows secrets that cannot be read again; it goes away by its own button alone. */
export function SecretsDialog({ title, shown, close, note, children }: SecretsProps) {
  return (
    <Dialog title={title} opened={shown !== undefined} close={close} firm size="lg">
      <Stack gap="md">
        <Alert color="brass" variant="light" icon={<KeyRound size={18} aria-hidden />}>
          {note ?? t('Copy it now: it is shown once and cannot be read again.')}
        </Alert>
        {shown?.map((each) => (
          <CopyField key={each.label} {...each} />
        ))}
        {children !== undefined && (
          <Text size="sm" component="div">
            {children}
          </Text>
        )}
        <Group justify="flex-end">
          <Button onClick={close}>{t('I have copied it')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
