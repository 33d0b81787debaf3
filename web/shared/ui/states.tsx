// What stands in the place of a screen's content: loading, nothing there, something wrong.

import { Button, Center, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { CircleAlert, Inbox, type LucideIcon } from 'lucide-react';
import { Component, type ReactNode, useEffect } from 'react';
import { ApiError, ConnectionError } from '#clients/typescript/index.ts';
import { OfflineError } from '../client.ts';
import { errorSentence } from '../reasons.ts';
import { markShown } from '../shown.ts';
import { t } from '../words.ts';
import { Hint } from './hint.tsx';
import { PartMissing } from './later.tsx';
import { showNote } from './notes.tsx';
import { RefusalAlert } from './refusal.tsx';

/** The sentence of an error for the person in front of the screen. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return errorSentence(error);
  if (error instanceof ConnectionError) return t('The service cannot be reached. Check the network.');
  if (error instanceof OfflineError)
    return t('You are offline. Nothing has been saved: try again when the connection is back.');
  if (error instanceof PartMissing)
    return t('This part of the page could not be loaded. Check the network, then reload the page.');
  return error instanceof Error ? error.message : t('Something went wrong.');
}

/** As high as what will stand there, so that nothing moves when it comes. */
export function Loading({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label={t('Loading')}>
      {Array.from({ length: rows }, (_, at) => at).map((at) => (
        <Skeleton key={at} height={36} radius="sm" />
      ))}
    </Stack>
  );
}

export interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly icon?: LucideIcon;
  readonly action?: ReactNode;
}

/** Nothing there, and what to do about it. */
export function Empty({ title, children, icon: Icon = Inbox, action }: EmptyProps) {
  return (
    <Center mih={220} p="lg">
      <Stack align="center" gap="xs" maw={420}>
        <Icon size={36} strokeWidth={1.4} aria-hidden color="var(--screen-muted)" />
        <Title order={2} size="h4" ta="center">
          {title}
        </Title>
        {children !== undefined && <Hint ta="center">{children}</Hint>}
        {action}
      </Stack>
    </Center>
  );
}

/** An error, with a way to try again. */
export function Trouble({ error, again }: { error: unknown; again?: (() => void) | undefined }) {
  useEffect(markShown, []);
  return (
    <RefusalAlert icon={<CircleAlert aria-hidden />} title={t('That did not work')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{sentenceOf(error)}</Text>
        {error instanceof PartMissing ? (
          // A browser does not ask again for a file of a page that it did not get.
          <Button size="xs" variant="default" onClick={() => location.reload()}>
            {t('Reload')}
          </Button>
        ) : (
          again !== undefined && (
            <Button size="xs" variant="default" onClick={again}>
              {t('Try again')}
            </Button>
          )
        )}
      </Group>
    </RefusalAlert>
  );
}

/** The state of a read, as a query has it. */
export interface Reading<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Renders data once it has been read; until then says so, or why not. */
export function Known<T>({
  query,
  rows,
  children,
}: {
  query: Reading<T>;
  rows?: number;
  children: (data: T) => ReactNode;
}) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error !== null) return <Trouble error={error} again={() => void refetch()} />;
  return <Loading {...(rows === undefined ? {} : { rows })} />;
}

/**
 * A passing note that an action succeeded. A failure stays until it is closed; repeated, it is shown once. `closed` is
 * called when it is.
 */
export function toast(message: string, kind: 'done' | 'failed' = 'done', closed?: () => void): void {
  showNote({
    ...(kind === 'failed' ? { id: `failed ${message}`, role: 'alert' } : {}),
    message,
    closeButtonProps: { 'aria-label': t('Close this note') },
    color: kind === 'done' ? 'tide' : 'red',
    autoClose: kind === 'done' ? 4000 : false,
    ...(closed === undefined ? {} : { onClose: closed }),
  });
}

interface BoundaryProps {
  readonly children: ReactNode;
  /** After an error the content is tried anew when this changes. */
  readonly at?: string;
}

/** Keeps one broken screen from taking everything else with it. */
export class Boundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.error !== undefined && before.at !== this.props.at) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Stack p="md">
        <Trouble error={this.state.error} again={() => this.setState({ error: undefined })} />
      </Stack>
    );
  }
}
