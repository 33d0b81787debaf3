// What a cashier comes to after the first screen. All of it is loaded soon after that, as the register has to open it
// without a network.

import { Button, UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Later, Part } from '../shared/ui/later.tsx';
import { loadNotes } from '../shared/ui/notes.tsx';
import { Loading } from '../shared/ui/states.tsx';
import { t } from '../shared/words.ts';
import type { Incoming as IncomingPart } from './incoming/incoming.tsx';
import type { OpenOrders as OpenOrdersPart } from './open/open-orders.tsx';
import type { Past as PastPart } from './past/past.tsx';
import type { PayScreen as PayScreenPart } from './pay/pay-screen.tsx';
import type { LateDialog as LateDialogPart } from './printers/late-dialog.tsx';
import type { Arranged as ArrangedPart } from './sell/arranged.tsx';
import type { DetailsDialog as DetailsDialogPart } from './sell/details-dialog.tsx';
import type { DiscountButton as DiscountButtonPart } from './sell/discount-button.tsx';
import type { LineDialog as LineDialogPart } from './sell/line-dialog.tsx';
import type { TableDialog as TableDialogPart } from './tables/table-dialog.tsx';
import type { Tables as TablesPart } from './tables/tables.tsx';
import { Who } from './who.tsx';

const drawer = new Later(async () => (await import('./drawer/drawer.tsx')).DrawerDialog);
const whoMenu = new Later(async () => (await import('./who-menu.tsx')).WhoMenu);
const discountButton = new Later(async () => (await import('./sell/discount-button.tsx')).DiscountButton);
const incoming = new Later(async () => (await import('./incoming/incoming.tsx')).Incoming);
const openOrders = new Later(async () => (await import('./open/open-orders.tsx')).OpenOrders);
const past = new Later(async () => (await import('./past/past.tsx')).Past);
const unsent = new Later<object>(async () => (await import('./unsent/unsent.tsx')).Unsent);
const payScreen = new Later(async () => (await import('./pay/pay-screen.tsx')).PayScreen);
const lateDialog = new Later(async () => (await import('./printers/late-dialog.tsx')).LateDialog);
const arranged = new Later(async () => (await import('./sell/arranged.tsx')).Arranged);
const lineDialog = new Later(async () => (await import('./sell/line-dialog.tsx')).LineDialog);
const tables = new Later(async () => (await import('./tables/tables.tsx')).Tables);
const tableDialog = new Later(async () => (await import('./tables/table-dialog.tsx')).TableDialog);
const detailsDialog = new Later(async () => (await import('./sell/details-dialog.tsx')).DetailsDialog);

export const DrawerDialog = (props: { close: () => void }) => <Part part={drawer} props={props} />;
export const WhoMenu = (props: { name: string }) => (
  <Part
    part={whoMenu}
    props={props}
    meanwhile={
      <UnstyledButton disabled className="register-who">
        <Who {...props} />
      </UnstyledButton>
    }
  />
);
export const DiscountButton = (props: ComponentProps<typeof DiscountButtonPart>) => (
  <Part
    part={discountButton}
    props={props}
    meanwhile={
      <Button variant="default" h={44} px={6} disabled>
        {t('Discount')}
      </Button>
    }
  />
);
export const Incoming = (props: ComponentProps<typeof IncomingPart>) => (
  <Part part={incoming} props={props} meanwhile={<Loading />} />
);
export const OpenOrders = (props: ComponentProps<typeof OpenOrdersPart>) => (
  <Part part={openOrders} props={props} meanwhile={<Loading />} />
);
export const Past = (props: ComponentProps<typeof PastPart>) => (
  <Part part={past} props={props} meanwhile={<Loading />} />
);
export const Unsent = (props: object) => <Part part={unsent} props={props} meanwhile={<Loading />} />;
export const PayScreen = (props: ComponentProps<typeof PayScreenPart>) => (
  <Part part={payScreen} props={props} />
);
export const LateDialog = (props: ComponentProps<typeof LateDialogPart>) => (
  <Part part={lateDialog} props={props} />
);
export const Arranged = (props: ComponentProps<typeof ArrangedPart>) => (
  <Part part={arranged} props={props} />
);
export const LineDialog = (props: ComponentProps<typeof LineDialogPart>) => (
  <Part part={lineDialog} props={props} />
);
export const DetailsDialog = (props: ComponentProps<typeof DetailsDialogPart>) => (
  <Part part={detailsDialog} props={props} />
);
export const Tables = (props: ComponentProps<typeof TablesPart>) => (
  <Part part={tables} props={props} meanwhile={<Loading />} />
);
export const TableDialog = (props: ComponentProps<typeof TableDialogPart>) => (
  <Part part={tableDialog} props={props} />
);

const PARTS = [
  drawer,
  whoMenu,
  discountButton,
  incoming,
  openOrders,
  past,
  unsent,
  payScreen,
  lateDialog,
  arranged,
  lineDialog,
  detailsDialog,
  tables,
  tableDialog,
];

/** Loads all of it; fails when something could not be loaded. */
export async function loadParts(): Promise<void> {
  await Promise.all([...PARTS.map((part) => part.load()), loadNotes()]);
}
