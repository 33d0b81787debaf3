// Where a product is available: at which sites, whether it can be sold there now, how many are left, its price.

import { ActionIcon, Button, Group, Switch, Table, TextInput, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Pencil, Search, Store } from 'lucide-react';
import { useState } from 'react';
import type { Product, Site } from '#clients/typescript/index.ts';
import { formatNumber } from '../../shared/format.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import type { AtSite } from '../catalogue/records.ts';
import { useCanEdit } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';
import { EditAtSite } from './site-form.tsx';
import { MoveStock } from './stock.tsx';
import { useTurn } from './turn.ts';

/** Sites that are shown at a time. */
const SHOWN = 50;

/** A product at every site of the company. */
export function Sites({ product }: { product: Product }) {
  const { sites } = useCompany();
  const [text, setText] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const [editing, setEditing] = useState<Site>();
  const [opened, { open, close }] = useDisclosure();
  const [moving, setMoving] = useState<Site>();
  const stop = () => setMoving(undefined);
  const at = new Map(product.sites.map((each) => [each.id_str, each]));
  const wanted = text.trim().toLowerCase();
  const fitting = sites.filter(({ name }) => name.toLowerCase().includes(wanted));
  if (sites.length === 0) return <Empty title={t('No sites')} icon={Store} />;
  return (
    <div className="card">
      {sites.length > 8 && (
        <TextInput
          p="md"
          aria-label={t('Find a site')}
          placeholder={t('Find a site')}
          leftSection={<Search size={16} aria-hidden />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          maw={320}
        />
      )}
      <Table className="figures" verticalSpacing="sm" horizontalSpacing="sm" aria-label={t('Sites')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Site')}</Table.Th>
            <Table.Th>{t('Available')}</Table.Th>
            <Table.Th ta="end">{t('Stock')}</Table.Th>
            <Table.Th ta="end">{t('Price')}</Table.Th>
            <Table.Th w={60}>
              <VisuallyHidden>{t('Edit')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fitting.slice(0, shown).map((site) => (
            <SiteRow
              key={site.id_str}
              product={product}
              site={site}
              at={at.get(site.id_str)}
              edit={() => {
                setEditing(site);
                open();
              }}
              move={() => setMoving(site)}
            />
          ))}
        </Table.Tbody>
      </Table>
      {fitting.length > shown && (
        <Group justify="center" p="md">
          <Button variant="default" onClick={() => setShown(shown + SHOWN)}>
            {t('Show more')}
          </Button>
        </Group>
      )}
      <Dialog
        opened={opened}
        close={close}
        title={t('{product} at {site}', { product: product.name, site: editing?.name ?? '' })}
      >
        {editing !== undefined && <EditAtSite product={product} site={editing} close={close} />}
      </Dialog>
      <Dialog
        opened={moving !== undefined}
        close={stop}
        title={t('{product} at {site}', { product: product.name, site: moving?.name ?? '' })}
      >
        {moving !== undefined && (
          <MoveStock
            product={product}
            site={moving}
            amount={at.get(moving.id_str)?.stock ?? 0}
            close={stop}
          />
        )}
      </Dialog>
    </div>
  );
}

interface RowProps {
  readonly product: Product;
  readonly site: Site;
  readonly at: AtSite | undefined;
  readonly edit: () => void;
  readonly move: () => void;
}

function SiteRow({ product, site, at, edit, move }: RowProps) {
  const company = useCompany();
  const canEdit = useCanEdit();
  const turn = useTurn(site.id_str, product.id_str);
  if (at === undefined) {
    return (
      <Table.Tr>
        <Table.Td>{site.name}</Table.Td>
        <Table.Td colSpan={4}>
          <Group gap="sm" justify="space-between">
            <Hint>{t('Not offered')}</Hint>
            <Button
              size="xs"
              variant="default"
              disabled={!canEdit}
              loading={turn.isPending}
              onClick={() => turn.mutate(true)}
              aria-label={t('Offer at {site}', { site: site.name })}
            >
              {t('Offer')}
            </Button>
          </Group>
        </Table.Td>
      </Table.Tr>
    );
  }
  const { is_available, amount } = at.availability;
  return (
    <Table.Tr>
      <Table.Td>{site.name}</Table.Td>
      <Table.Td>
        <Switch
          aria-label={t('Available at {site}', { site: site.name })}
          checked={turn.isPending ? turn.variables : is_available}
          disabled={!canEdit}
          onChange={({ currentTarget }) => turn.mutate(currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td ta="end">
        {amount === null ? (
          <Hint>{t('Not counted')}</Hint>
        ) : (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('Move stock at {site}: {count} left', {
              site: site.name,
              count: formatNumber(amount),
            })}
            disabled={!canEdit}
            onClick={move}
          >
            {formatNumber(amount)}
          </Button>
        )}
      </Table.Td>
      <Table.Td ta="end">{company.money(at.unit_price, site.id_str)}</Table.Td>
      <Table.Td ta="end">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('Edit at {site}', { site: site.name })}
          onClick={edit}
          disabled={!canEdit}
        >
          <Pencil size={18} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
