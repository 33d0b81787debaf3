import { Anchor, Box, Group, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { markShown } from '../shown.ts';
import { Known, type Reading } from './states.tsx';

/** A page that another one leads back to. */
export interface BackLink {
  readonly to: string;
  readonly label: string;
}

interface Props {
  readonly title: string;
  /** Stands beside the title. */
  readonly badge?: ReactNode;
  readonly actions?: ReactNode;
  /** Where this page belongs to. */
  readonly back?: BackLink;
  readonly children: ReactNode;
}

/** A page of a screen: its title (the tab's, too), what can be done, its content. */
export function ScreenPage({ title, badge, actions, back, children }: Props) {
  useDocumentTitle(`${title} · Passbell`);
  useEffect(markShown, []);
  return (
    <Stack gap="md" maw={1280} mx="auto" w="100%">
      <Box>
        {back !== undefined && (
          <Anchor
            component={Link}
            href={back.to}
            size="sm"
            display="inline-flex"
            style={{ alignItems: 'center' }}
          >
            <ChevronLeft size={16} aria-hidden className="flip" />
            {back.label}
          </Anchor>
        )}
        <Group justify="space-between" align="center" gap="sm" mih={42}>
          <Group gap="sm">
            <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {badge}
          </Group>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
      </Box>
      {children}
    </Stack>
  );
}

interface RecordProps<T> extends Pick<Props, 'title' | 'back'> {
  readonly query: Reading<T>;
  /** The page, once the record is there. */
  readonly children: (record: T) => ReactNode;
}

/** The page of one record; until it is there, a page with this title that says so, or why not. */
export function RecordPage<T>({ query, children, ...page }: RecordProps<T>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <ScreenPage {...page}>
      <Known query={query}>{() => null}</Known>
    </ScreenPage>
  );
}

/** A part of a page with a title of its own. */
export function Section({
  title,
  actions,
  flush = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
  /** For a table that reaches from edge to edge. */
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <Box component="section" className="card" aria-label={title}>
      <Group justify="space-between" px="md" pt="sm" pb="xs">
        <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {actions}
      </Group>
      <Box px={flush ? 0 : 'md'} pb={flush ? 0 : 'md'}>
        {children}
      </Box>
    </Box>
  );
}
