// Made from docs/openapi.json by `npm run describe`: change that, not this.

import type { Amount, AmountInput, Id, IdInput, Long } from './json.ts';

/** The signed-in user's own account. */
export interface Account {
  /** Whether a code of an authenticator app is asked for after the password. */
  readonly has_totp: boolean;
  /** Since when. */
  readonly totp_since: string | null;
  /** How many recovery codes are left. */
  readonly recovery_codes_left: number;
  /** Whether there can be passkeys here: they need an address with a name. */
  readonly has_passkeys: boolean;
  /** The passkeys, the oldest first. */
  readonly passkeys: readonly {
    /** The key by which it is removed. */
    readonly key: string;
    /** The name. */
    readonly name: string;
    /** When it was added. */
    readonly created_at: string;
    /** When it was last used; null when it never was. */
    readonly used_at: string | null;
  }[];
  /** Where the user is signed in, the last used first. */
  readonly sessions: readonly {
    /** The key by which it is ended. */
    readonly key: string;
    /** Whether it is the one that asks. */
    readonly is_current: boolean;
    /** The browser, such as `Firefox`; null where that is not known. */
    readonly browser: string | null;
    /** The system it runs on, such as `Windows`. */
    readonly system: string | null;
    /** The address of the network it was begun from. */
    readonly address: string;
    /** Since when. */
    readonly created_at: string;
    /** When it was last used, to some minutes. */
    readonly seen_at: string;
  }[];
  /** When the user last proved who they are. */
  readonly proved_at: string;
}

/** The new line. */
export interface AddOrderLine {
  /** Ignored: a line is added at the end; PUT of the line moves it. */
  readonly number?: number | null;
  /** The product. */
  readonly product_id: IdInput;
  /** What it is called, instead of its product's name. */
  readonly description?: string | null;
  /** How many; negative is a return. Up to 4 decimals. */
  readonly quantity?: AmountInput | null;
  /** A note. */
  readonly notes?: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata?: Readonly<Record<string, string | null>> | null;
  /** The price of one without tax; sent, it is used instead of the price list's. */
  readonly unit_price?: AmountInput | null;
  /** The price of one with tax; sent, it is used when unit_price is absent. */
  readonly unit_price_inc_tax?: AmountInput | null;
  /** A factor on the line: 0.9 is a discount of 10 %; 1 is none. */
  readonly price_variation?: AmountInput | null;
  /** An amount on the line: negative is a discount; 0 is none. */
  readonly price_fixed_variation?: AmountInput | null;
  /**
   * The discount by which it is cheaper: it sets the variation, unless one is sent with it. Null takes
   * it off.
   */
  readonly discount_id?: IdInput | null;
  /** Why it was given. */
  readonly discount_reason?: string | null;
  /**
   * The taxes on it; their amounts add up to line_total_tax. Sent as ids or objects with an id, they are
   * charged instead of the product's, which null brings back.
   */
  readonly taxes?:
    | readonly (
        | IdInput
        | {
            /** The tax. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /** The ids of its modifiers: a repeat means two, a negative id means without. */
  readonly modifiers?: readonly (IdInput | string)[] | null;
  /**
   * Whether it follows from an option set; then that is changed instead. Such a line of a body is left
   * out: an order sent again as it was read means it once.
   */
  readonly part_of_option_set?: boolean | null;
  /** Which course it is of: 1 is the first. */
  readonly course_ordinal?: number | null;
  /** How far its course is. */
  readonly course_status?: 'no status' | 'uncalled' | 'pending' | 'called' | null;
  /** The seat at the table that it is for. */
  readonly seat?: number | null;
  /** The options chosen for it. Not together with modifiers. */
  readonly option_sets?: readonly ChosenSetInput[] | null;
}

/** The new payment. */
export interface AddPayment {
  /** How it was paid; the add-on's own method unless sent. */
  readonly method_id?: IdInput | null;
  /** How much; negative is given back. */
  readonly amount: AmountInput;
  /** The tip besides. */
  readonly tip?: AmountInput | null;
  /** The surcharge on it, which is not in the total. */
  readonly credit_card_surcharge?: AmountInput | null;
  /** A reference of your own, such as a terminal receipt number. */
  readonly ref?: string | null;
  /** When it was paid; when it was recorded, unless sent. Not ahead of now. */
  readonly paid_at?: string | null;
}

/** An add-on that the company made. */
export interface Addon {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name. */
  readonly name: string;
  /** The client_id. */
  readonly client_id: string;
  /** Whether it is a public client, which has no secret. */
  readonly is_public: boolean;
  /** The scopes that it may ask for. */
  readonly scopes: readonly (
    | 'company:read'
    | 'company:write'
    | 'orders:read'
    | 'orders:write'
    | 'products:read'
    | 'products:write'
    | 'customers:read'
    | 'customers:write'
    | 'checkins:read'
    | 'checkins:write'
    | 'webhooks'
  )[];
  /** Where people come back to after consent. */
  readonly redirect_uris: readonly string[];
  /** Until when the client_secret before the last one is taken. */
  readonly old_secret_valid_until: string | null;
  /** When it last called, to the minute; null when it never did. */
  readonly last_used_at: string | null;
  /** When it was made. */
  readonly created_at: string;
}

/** A token of an add-on for its own company. */
export interface AddonToken {
  /** The token, shown this once. */
  readonly access_token: string;
  /** How it is sent. */
  readonly token_type: 'Bearer';
  /** When it ends; null is never. */
  readonly expires_at: string | null;
  /** The scopes it was given, separated by blanks. */
  readonly scope: string;
}

/** A place where events of a topic are sent to. It belongs to the add-on that made it. */
export interface AddonWebhook {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** Which events it wants. */
  readonly topic:
    | 'orders/created'
    | 'orders/updated'
    | 'orders/completed'
    | 'orders/customer'
    | 'orders/deleted'
    | 'orders/kitchen_print'
    | 'orders/group_finalised'
    | 'products/created'
    | 'products/updated'
    | 'products/deleted'
    | 'products/availability'
    | 'products/stock_low'
    | 'categories/created'
    | 'categories/updated'
    | 'categories/deleted'
    | 'option_sets/created'
    | 'option_sets/updated'
    | 'option_sets/deleted'
    | 'price_lists/updated'
    | 'checkins/created'
    | 'checkins/deleted'
    | 'customers/created'
    | 'customers/updated'
    | 'customers/deleted'
    | 'sites/created'
    | 'sites/updated'
    | 'sites/deleted'
    | 'registers/created'
    | 'registers/updated'
    | 'registers/deleted'
    | 'taxes/created'
    | 'taxes/updated'
    | 'taxes/deleted'
    | 'payment_methods/created'
    | 'payment_methods/updated'
    | 'payment_methods/deleted'
    | 'discounts/created'
    | 'discounts/updated'
    | 'discounts/deleted'
    | 'staff/created'
    | 'staff/updated'
    | 'staff/deleted'
    | 'company/updated'
    | 'tickets/created'
    | 'tickets/updated'
    | 'roles/created'
    | 'roles/updated'
    | 'roles/deleted'
    | 'floors/created'
    | 'floors/updated'
    | 'floors/deleted'
    | 'tables/created'
    | 'tables/updated'
    | 'tables/deleted'
    | 'shifts/created'
    | 'shifts/updated'
    | 'cashups/created'
    | 'cashups/updated'
    | 'payment_requests/created'
    | 'payment_requests/updated';
  /** Where they are posted: https, and not a private address. */
  readonly address: string;
  /** How they are written; json unless set. */
  readonly format: 'json' | 'xml';
  /**
   * Headers of your own, named Authorization or X-… but not X-Service…. A value may be @TimeInMillis,
   * @TimeInSeconds or @HMAC, such as @HMAC?algo=sha256&data=Body&as=hex: it is computed for each
   * message.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** Which of them it wants; without members all. It is sent whole. */
  readonly filter: {
    /** Only what applies to one of these sites. */
    readonly site_ids?: readonly Id[];
    /** Only changes of one of these fields. */
    readonly attributes?: readonly string[];
  };
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** How many of its messages were given up. */
  readonly dead_deliveries: number;
  /** Since when a message of its is due and is not sent; null is usual. */
  readonly stalled_since: string | null;
}

/** A postal address; null parts are not given. */
export interface Address {
  /** Street and number. */
  readonly address: string | null;
  /** The town. */
  readonly city: string | null;
  /** The state or region. */
  readonly state: string | null;
  /** The postal code. */
  readonly postal_code: string | null;
  /** The country. */
  readonly country: string | null;
}

/** An act that one staff member lets another do once, by a PIN. */
export interface Approval {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The register it was given at. */
  readonly register_id: Id;
  /** The permission that it stands for. */
  readonly right:
    | 'FinishSale'
    | 'MakeDiscount'
    | 'ApplyComp'
    | 'ChangePrice'
    | 'OverrideTax'
    | 'Void'
    | 'DeleteHeldOrder'
    | 'ModifySales'
    | 'Refund'
    | 'RefundWithoutReceipt'
    | 'CashIn'
    | 'CashOut'
    | 'OpenCashDrawer'
    | 'XReport'
    | 'ZReport';
  /** The order it is for; null for a new one, and for what is no order. */
  readonly order_id: Id | null;
  /** Why. */
  readonly reason: string | null;
  /** The staff member who gave it. */
  readonly staff_id: Id;
  /** Until when it can be used. */
  readonly expires_at: string;
  /** When it was used; null before. */
  readonly used_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** The act that is approved, and the PIN. */
export interface Approve {
  /** The PIN of who approves. */
  readonly pin: string;
  /** The permission that is needed, as the refusal names it. */
  readonly right:
    | 'FinishSale'
    | 'MakeDiscount'
    | 'ApplyComp'
    | 'ChangePrice'
    | 'OverrideTax'
    | 'Void'
    | 'DeleteHeldOrder'
    | 'ModifySales'
    | 'Refund'
    | 'RefundWithoutReceipt'
    | 'CashIn'
    | 'CashOut'
    | 'OpenCashDrawer'
    | 'XReport'
    | 'ZReport';
  /** The order it is for; left out for a new one, and for what is no order. */
  readonly order_id?: IdInput | null;
  /** Whose PIN it is; left out, whoever has the PIN and the permission. */
  readonly staff_id?: IdInput | null;
  /** Why: the history keeps it. */
  readonly reason?: string | null;
}

/** An act, with its author. */
export interface AuditEntry {
  /** Its number. */
  readonly id: Id;
  /** The same as text. */
  readonly id_str: string;
  /** Its number in the company's chain: 1, 2, 3… without gaps. */
  readonly number: Long;
  /** The company. */
  readonly company_id: Id;
  /** When. */
  readonly created_at: string;
  /** What, such as `order.refunded`. */
  readonly action: string;
  /** Who, as they were called then: a staff member, a user by e-mail address, an add-on. */
  readonly actor: string;
  /** The add-on that asked, or through which somebody did. */
  readonly addon_id: Id | null;
  /** The user who did it. */
  readonly user_id: Id | null;
  /** The staff member who did it. */
  readonly staff_id: Id | null;
  /** The register where it was done. */
  readonly register_id: Id | null;
  /** The site where it was done. */
  readonly site_id: Id | null;
  /** The kind of record it was done to: `order`, `tax`. */
  readonly record_kind: string | null;
  /** That record. */
  readonly record_id: Id | null;
  /** To what, in words. */
  readonly subject: string | null;
  /** The changed fields as they were; numbers as text. Null where there was nothing. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** The same as it is from then on; null of what is deleted. */
  readonly after: Readonly<Record<string, unknown>> | null;
  /** Why. */
  readonly reason: string | null;
  /** The staff member who approved it. */
  readonly approved_by: Id | null;
  /**
   * The address of the network it came from, for users; it is not hashed, and is forgotten after two
   * years.
   */
  readonly address: string | null;
  /** The hash of the entry before; 64 zeros of the first one. */
  readonly previous_hash: string;
  /** The SHA-256 of the entry and of `previous_hash`. */
  readonly hash: string;
}

/** Whether a product can be sold at a site. */
export interface Availability {
  /** Whether it can be. */
  readonly is_available: boolean;
  /** How many are left; null is not counted. */
  readonly amount: Amount | null;
}

/** A change of whether and how many there are of a product at a site. */
export interface AvailabilityChange {
  /** The company. */
  readonly company_id: Id;
  /** The site. */
  readonly site_id: Id;
  /** The product. */
  readonly product_id: Id;
  /** Its stock keeping unit. */
  readonly sku: string | null;
  /** As it is now. */
  readonly availability: Availability;
  /** As it was. */
  readonly previous: Availability;
  /** When it changed. */
  readonly updated_at: string;
}

/** Requests in one. */
export interface Batch {
  /** Whether all are carried out or none: the first that is refused ends the batch. */
  readonly atomic?: boolean | null;
  /** The requests, in the order in which they are carried out. */
  readonly requests: readonly {
    /** Its method. */
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    /** Its path with its query, as it is sent alone: `/v1/companies/me/orders`; `/v1` may be left out. */
    readonly path: string;
    /** Its body. */
    readonly body?: Readonly<Record<string, unknown>> | readonly unknown[] | null;
    /**
     * Its headers, by their names: `Idempotency-Key`, `If-Match`, `If-None-Match`, `Prefer`,
     * `Accept-Language`. The last two are those of the batch unless they are given.
     */
    readonly headers?: Readonly<Record<string, string>> | null;
  }[];
}

/** The answers to the requests of a batch. */
export interface BatchAnswer {
  /** The answers, in the order of the requests. */
  readonly responses: readonly {
    /** Its status. */
    readonly status: number;
    /** The headers that are its own, their names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** Its body, as it is answered alone; null where there is none. */
    readonly body: Readonly<Record<string, unknown>> | readonly unknown[] | null;
  }[];
}

/** Which lines; all of them unless said. */
export interface BumpTicket {
  /** The line_ids. */
  readonly line_ids?: readonly IdInput[] | null;
}

/** A shift that was counted and closed. */
export interface Cashup {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** Its number: 1, 2, 3… at the register, without gaps. */
  readonly number: number;
  /** The register. */
  readonly register_id: Id;
  /** The site. */
  readonly site_id: Id;
  /** The staff member who counted. */
  readonly staff_id: Id | null;
  /** The staff member who approved the closing, where an approval was needed. */
  readonly approved_by: Id | null;
  /** When the drawer was opened. */
  readonly opened_at: string;
  /** When it was counted. */
  readonly closed_at: string;
  /** The cash in the drawer when it was opened. */
  readonly float: Amount;
  /** The amount that had to be in it. */
  readonly expected: Amount;
  /** The counted amount. */
  readonly counted: Amount;
  /** The counted amount less the expected one. */
  readonly difference: Amount;
  /** The note of who counted it. */
  readonly note: string | null;
  /** Whether you have taken it over, into your books for example. */
  readonly processed: boolean;
  /** When that was said. */
  readonly processed_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** That register, with `expand`. */
  readonly register?: Register | null;
}

/** A shift that was closed, with what it came to. */
export interface CashupWithReport {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** Its number: 1, 2, 3… at the register, without gaps. */
  readonly number: number;
  /** The register. */
  readonly register_id: Id;
  /** The site. */
  readonly site_id: Id;
  /** The staff member who counted. */
  readonly staff_id: Id | null;
  /** The staff member who approved the closing, where an approval was needed. */
  readonly approved_by: Id | null;
  /** When the drawer was opened. */
  readonly opened_at: string;
  /** When it was counted. */
  readonly closed_at: string;
  /** The cash in the drawer when it was opened. */
  readonly float: Amount;
  /** The amount that had to be in it. */
  readonly expected: Amount;
  /** The counted amount. */
  readonly counted: Amount;
  /** The counted amount less the expected one. */
  readonly difference: Amount;
  /** The note of who counted it. */
  readonly note: string | null;
  /** Whether you have taken it over, into your books for example. */
  readonly processed: boolean;
  /** When that was said. */
  readonly processed_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** The report of the shift. */
  readonly report: ShiftReport;
  /** That register, with `expand`. */
  readonly register?: Register | null;
}

/** A category of products. */
export interface Category {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name. */
  readonly name: string;
  /** A description of its content. */
  readonly description: string | null;
  /** The address of its picture. */
  readonly image: string | null;
  /** Whether sites that show products online show it. */
  readonly show_online: boolean;
  /** Its products. */
  readonly products: {
    /** How many there are. */
    readonly count: number;
    /** When one of them, or their number, last changed. */
    readonly updated_at: string | null;
  };
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** The products to put in. */
export interface CategoryProducts {
  /** The products. */
  readonly product_ids: readonly IdInput[];
}

/** A customer who is at a site. */
export interface Checkin {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The customer; also the id of the check-in. */
  readonly customer_id: Id;
  /** The site. */
  readonly site_id: Id;
  /** When the customer came. */
  readonly start_time: string;
  /** How many minutes it lasts at most. */
  readonly duration: number;
  /** When it is over by itself. */
  readonly expires_at: string;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** That customer, with `expand`. */
  readonly customer?: ExpandedCustomer | null;
}

/** An option that was chosen. It has a line of its own. */
export interface ChosenOption {
  /** The product it is. */
  readonly product_id: Id;
  /** Its name. */
  readonly name: string;
  /** The number of its own line. */
  readonly line_number: number;
  /** How it is wanted. */
  readonly instructions: 'No' | 'Extra' | 'Only' | 'On Side' | null;
  /** The price of one without tax. */
  readonly unit_price: Amount;
  /** The price of one with tax. */
  readonly unit_price_inc_tax: Amount;
  /** The tax in the price of one. */
  readonly unit_tax: Amount;
  /** The taxes on it. */
  readonly taxes: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Its rate as a factor: 0.1 is 10 %. */
    readonly rate: Amount;
  }[];
  /** The sets that were chosen from for it. */
  readonly option_sets: readonly OrderOptionSet[];
}

export interface ChosenOptionInput {
  /** The product it is. */
  readonly product_id: IdInput;
  /** How it is wanted. */
  readonly instructions?: 'No' | 'Extra' | 'Only' | 'On Side' | null;
  /** A price of one without tax, instead of the one of the price list. */
  readonly unit_price?: AmountInput | null;
  /** The same with tax; used when unit_price is absent. */
  readonly unit_price_inc_tax?: AmountInput | null;
  /** The options chosen for it. */
  readonly option_sets?: readonly ChosenSetInput[] | null;
}

/** The options chosen instead. */
export interface ChosenSetChange {
  /** The option set; the same one unless sent. */
  readonly option_set_id?: IdInput;
  /** The chosen options. A repeat means two. */
  readonly options?: readonly ChosenOptionInput[];
}

/** The chosen options, and their line. */
export interface ChosenSetForLineInput {
  /** The option set. */
  readonly option_set_id: IdInput;
  /** The chosen options. A repeat means two. */
  readonly options: readonly ChosenOptionInput[];
  /** The number of the line it is for. */
  readonly line_number: number;
}

export interface ChosenSetInput {
  /** The option set. */
  readonly option_set_id: IdInput;
  /** The chosen options. A repeat means two. */
  readonly options: readonly ChosenOptionInput[];
}

/** The agent, and how many jobs it takes. */
export interface ClaimPrintJobs {
  /** The agent's name for itself. */
  readonly agent: string;
  /** How many at most. */
  readonly limit?: number | null;
}

/** A job that is handed out, with what it says. */
export interface ClaimedJob {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The register whose agent prints it. */
  readonly register_id: Id;
  /** The site. */
  readonly site_id: Id;
  /** The order it is about. */
  readonly order_id: Id;
  /** The ticket it prints; null for a receipt. */
  readonly ticket_id: Id | null;
  /** The printed document. */
  readonly kind: 'ticket' | 'receipt';
  /** How far it is. */
  readonly state: 'queued' | 'sent' | 'printed' | 'failed' | 'reprinted';
  /** Whether its order waits for it (pass-through printing). */
  readonly pass_thru: boolean;
  /** Whether it may be on paper already; it then prints marked as a copy. */
  readonly copy: boolean;
  /** The job it was asked for again from. */
  readonly copy_of: Id | null;
  /** How often it was handed out. */
  readonly attempt: number;
  /** The agent that has it, or had it last. */
  readonly agent: string | null;
  /** When it is to be printed. */
  readonly due_at: string;
  /** Until when the agent has it for itself. */
  readonly lease_until: string | null;
  /** Why it was not printed the last time. */
  readonly failure: string | null;
  /** When it was on paper. */
  readonly printed_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** Whether the same agent had it last and never said what became of it. */
  readonly mine: boolean;
  /** The printed document. */
  readonly document: TicketDocument | ReceiptDocument | null;
}

/** The jobs that an agent has to print. */
export interface ClaimedJobs {
  /** The jobs, in their order. */
  readonly jobs: readonly ClaimedJob[];
}

/** A new client_secret. */
export interface ClientSecret {
  /** The secret, shown this once. */
  readonly client_secret: string;
  /** Until when the one before is taken as well. */
  readonly old_secret_valid_until: string;
}

/** The count of the drawer. */
export interface CloseShift {
  /** The cash in the drawer: an amount, or how many there are of each coin and note, by their values. */
  readonly counted: AmountInput | Readonly<Record<string, number>>;
  /** The staff member who counted; the one signed in at the register, unless sent. */
  readonly staff_id?: IdInput | null;
  /** A note, such as the reason of a difference. */
  readonly note?: string | null;
}

/** A code. */
export interface CodeRequest {
  /** The code that the app shows, or a recovery code where one is taken. */
  readonly code: string;
}

/** A company: everything else belongs to one. */
export interface Company {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name. */
  readonly name: string;
  /** The number it is registered by, as tax invoices show it. */
  readonly business_number: string | null;
  /** The ISO 4217 code of its currency. */
  readonly currency: string;
  /** Its time zone, such as Australia/Sydney. It stays as it is once there are orders. */
  readonly timezone: Timezone;
  /** Its website. */
  readonly website: string | null;
  /**
   * The address of its picture, which receipts show; a PNG or JPEG itself can be sent as a data URL of
   * up to 512 KiB.
   */
  readonly image: string | null;
  /** Where its post goes. */
  readonly postal_address: Address | null;
  /** Where its deliveries go. */
  readonly shipping_address: Address | null;
  /** The staff member to speak to. */
  readonly contact_staff_member: Id | null;
  /** What its customers' receipts say below its name and address, in as many lines as it has. */
  readonly receipt_header: string | null;
  /** What its customers' receipts say at their end: thanks, terms. */
  readonly receipt_footer: string | null;
  /** The name that invoices are written in, where it is not the name. */
  readonly legal_name: string | null;
  /** The number it pays taxes by, such as a VAT number. */
  readonly tax_number: string | null;
  /** Where taxes are rounded: `line`, at each line of an order, or `document`, once for each tax of it. */
  readonly tax_rounding: 'line' | 'document';
  /** The rounding of halves: `half_up`, away from zero, or `half_even`, to the even one. */
  readonly rounding_mode: 'half_up' | 'half_even';
  /** The step that amounts in cash are rounded to, where small coins are missing. */
  readonly cash_rounding: {
    /** The step that amounts are rounded to, such as 0.05; 0 is not at all. */
    readonly increment: Amount;
    /** The kinds of payment methods that are; cards never are. */
    readonly methods: readonly ('cash' | 'account' | 'addon')[];
  } | null;
  /** The accounts of sales and of what goes with them. */
  readonly ledger_codes: {
    /** The account of sales without tax. */
    readonly sales: string | null;
    /** The account of ordinary tips. */
    readonly tips: string | null;
    /** The account of service. */
    readonly service: string | null;
    /** The account of surcharges on credit cards. */
    readonly surcharges: string | null;
    /** The account of what rounding to coins added. */
    readonly rounding: string | null;
    /** The account of what was given back beyond the lines of refunds. */
    readonly refunds: string | null;
    /** The account of what customers owe. */
    readonly receivable: string | null;
  } | null;
  /**
   * Whether amounts of discounts are with tax. Null: those of a line are in the form of its price, those
   * of an order with tax.
   */
  readonly discounts_include_tax: boolean | null;
  /** Whether completed orders get invoice numbers without gaps, by site and year. */
  readonly invoice_numbers: boolean;
  /** Whether a line of an order may have a price below 0. */
  readonly negative_prices: boolean;
  /** Whether printed receipts end with a QR code of the address of their page. */
  readonly receipt_qr: boolean;
  /** Whether its people need an authenticator app or a passkey to work in it. Owners alone change it. */
  readonly require_second_factor: boolean;
  /**
   * Days that events stay in the event log; null is for ever. More than deliveries are kept. Owners
   * alone change it.
   */
  readonly keep_events_days: number | null;
  /** Days that deliveries of webhooks stay in the log after they have ended. Owners alone change it. */
  readonly keep_deliveries_days: number;
  /** Days that requests of add-ons stay in the log of requests. Owners alone change it. */
  readonly keep_requests_days: number;
  /** Hours that an idempotency key gets its first answer again. Owners alone change it. */
  readonly keep_idempotency_keys_hours: number;
  /**
   * Days after its last change that a closed order keeps its history, of which the first and the last
   * entry stay; null is for ever. Owners alone change it.
   */
  readonly keep_order_history_days: number | null;
  /** Whether it is a sandbox: a company to try things with. */
  readonly is_sandbox: boolean;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** The changed fields of the company. */
export interface CompanyUpdate {
  /** The name. */
  readonly name?: string;
  /** The number it is registered by, as tax invoices show it. */
  readonly business_number?: string | null;
  /** Its time zone, such as Australia/Sydney. It stays as it is once there are orders. */
  readonly timezone?:
    | string
    | {
        /** Its name, such as Australia/Sydney. */
        readonly name: string;
      };
  /** Its website. */
  readonly website?: string | null;
  /**
   * The address of its picture, which receipts show; a PNG or JPEG itself can be sent as a data URL of
   * up to 512 KiB.
   */
  readonly image?: string | null;
  /** Where its post goes. */
  readonly postal_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** Where its deliveries go. */
  readonly shipping_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** The staff member to speak to. */
  readonly contact_staff_member?: IdInput | null;
  /** What its customers' receipts say below its name and address, in as many lines as it has. */
  readonly receipt_header?: string | null;
  /** What its customers' receipts say at their end: thanks, terms. */
  readonly receipt_footer?: string | null;
  /** The name that invoices are written in, where it is not the name. */
  readonly legal_name?: string | null;
  /** The number it pays taxes by, such as a VAT number. */
  readonly tax_number?: string | null;
  /** Where taxes are rounded: `line`, at each line of an order, or `document`, once for each tax of it. */
  readonly tax_rounding?: 'line' | 'document' | null;
  /** The rounding of halves: `half_up`, away from zero, or `half_even`, to the even one. */
  readonly rounding_mode?: 'half_up' | 'half_even' | null;
  /** The step that amounts in cash are rounded to, where small coins are missing. */
  readonly cash_rounding?: {
    /** The step that amounts are rounded to, such as 0.05; 0 is not at all. */
    readonly increment?: AmountInput;
    /** The kinds of payment methods that are; cards never are. */
    readonly methods?: readonly ('cash' | 'account' | 'addon')[] | null;
  } | null;
  /** The accounts of sales and of what goes with them. */
  readonly ledger_codes?: {
    /** The account of sales without tax. */
    readonly sales?: string | null;
    /** The account of ordinary tips. */
    readonly tips?: string | null;
    /** The account of service. */
    readonly service?: string | null;
    /** The account of surcharges on credit cards. */
    readonly surcharges?: string | null;
    /** The account of what rounding to coins added. */
    readonly rounding?: string | null;
    /** The account of what was given back beyond the lines of refunds. */
    readonly refunds?: string | null;
    /** The account of what customers owe. */
    readonly receivable?: string | null;
  } | null;
  /**
   * Whether amounts of discounts are with tax. Null: those of a line are in the form of its price, those
   * of an order with tax.
   */
  readonly discounts_include_tax?: boolean | null;
  /** Whether completed orders get invoice numbers without gaps, by site and year. */
  readonly invoice_numbers?: boolean | null;
  /** Whether a line of an order may have a price below 0. */
  readonly negative_prices?: boolean | null;
  /** Whether printed receipts end with a QR code of the address of their page. */
  readonly receipt_qr?: boolean | null;
  /** Whether its people need an authenticator app or a passkey to work in it. Owners alone change it. */
  readonly require_second_factor?: boolean | null;
  /**
   * Days that events stay in the event log; null is for ever. More than deliveries are kept. Owners
   * alone change it.
   */
  readonly keep_events_days?: number | null;
  /** Days that deliveries of webhooks stay in the log after they have ended. Owners alone change it. */
  readonly keep_deliveries_days?: number | null;
  /** Days that requests of add-ons stay in the log of requests. Owners alone change it. */
  readonly keep_requests_days?: number | null;
  /** Hours that an idempotency key gets its first answer again. Owners alone change it. */
  readonly keep_idempotency_keys_hours?: number | null;
  /**
   * Days after its last change that a closed order keeps its history, of which the first and the last
   * entry stay; null is for ever. Owners alone change it.
   */
  readonly keep_order_history_days?: number | null;
}

/** The fields of a new add-on. */
export interface CreateAddon {
  /** The name. */
  readonly name: string;
  /** Whether it is a public client, which has no secret. */
  readonly is_public?: boolean | null;
  /** The scopes that it may ask for. */
  readonly scopes: readonly (
    | 'company:read'
    | 'company:write'
    | 'orders:read'
    | 'orders:write'
    | 'products:read'
    | 'products:write'
    | 'customers:read'
    | 'customers:write'
    | 'checkins:read'
    | 'checkins:write'
    | 'webhooks'
  )[];
  /** Where people come back to after consent. */
  readonly redirect_uris?: readonly string[] | null;
}

/** For how long, and for what. */
export interface CreateAddonToken {
  /** When it ends; null or absent is never. */
  readonly expires_at?: string | null;
  /** The scopes of the token; all those of the add-on unless given. */
  readonly scopes?:
    | readonly (
        | 'company:read'
        | 'company:write'
        | 'orders:read'
        | 'orders:write'
        | 'products:read'
        | 'products:write'
        | 'customers:read'
        | 'customers:write'
        | 'checkins:read'
        | 'checkins:write'
        | 'webhooks'
      )[]
    | null;
}

/** The fields of a category to be made. */
export interface CreateCategory {
  /** The name. */
  readonly name: string;
  /** A description of its content. */
  readonly description?: string | null;
  /** The address of its picture. */
  readonly image?: string | null;
  /** Whether sites that show products online show it. */
  readonly show_online?: boolean | null;
}

/** Who, and for how long. */
export interface CreateCheckin {
  /** The customer; also the id of the check-in. */
  readonly customer_id: IdInput;
  /** How many minutes it lasts at most. */
  readonly duration?: number;
}

/** The fields of a new customer. */
export interface CreateCustomer {
  /** The first name. */
  readonly first_name: string;
  /** The last name. */
  readonly last_name?: string | null;
  /** The e-mail address. */
  readonly email?: string | null;
  /** The same as `email`. */
  readonly primary_email_address?: string | null;
  /** The telephone number. */
  readonly phone?: string | null;
  /** The mobile number. */
  readonly mobile?: string | null;
  /** A note about the customer. */
  readonly description?: string | null;
  /** Your add-on's own id of the customer; "" without one. Other add-ons do not see it. */
  readonly reference_id?: string | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id?: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata?: Readonly<Record<string, string | null>> | null;
  /** Words the customer is filed under. */
  readonly tags?: readonly string[] | null;
  /** The address of a picture. */
  readonly image?: string | null;
  /** The home address. */
  readonly primary_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** Where deliveries go. */
  readonly shipping_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** The business the customer buys for, as invoices name it. */
  readonly company_name?: string | null;
  /** The number that business pays taxes by. */
  readonly tax_number?: string | null;
  /** Why the customer is charged no tax; null when taxes are. */
  readonly tax_exempt?: {
    /** The number of the certificate. */
    readonly number?: string | null;
    /** The reason, as receipts show it. */
    readonly reason?: string | null;
  } | null;
}

/** The fields of a discount to be made. */
export interface CreateDiscount {
  /** The name: at registers, in orders and on receipts. */
  readonly name: string;
  /** Whether it takes off a `share` of the price or an `amount`; it stays as it is. */
  readonly kind: 'share' | 'amount';
  /**
   * The value: a share as a factor, 0.1 is 10 % and 1 everything, or an amount. Null: asked for when it
   * is given.
   */
  readonly value?: AmountInput | null;
  /** Whether it is given on lines, on whole orders or on both. */
  readonly applies_to?: 'line' | 'order' | 'both' | null;
  /** Whether a reason has to be given with it. */
  readonly reason_required?: boolean | null;
  /** The permission that giving it needs; everything off needs `ApplyComp` whatever it says. */
  readonly right?: 'MakeDiscount' | 'ApplyComp' | null;
  /** Where it stands among the discounts; the lowest first. */
  readonly sort?: number | null;
  /** Whether it is not given any more; orders that have it keep it. */
  readonly archived?: boolean | null;
}

/** The fields of a floor to be made. */
export interface CreateFloor {
  /** The name. */
  readonly name: string;
  /** Where it stands among the floors of the site; the lowest first. */
  readonly sort?: number | null;
  /** How many grid units it is wide. */
  readonly width?: number | null;
  /** How many grid units it is deep. */
  readonly height?: number | null;
}

/** The fields of an option set to be made. */
export interface CreateOptionSet {
  /** The name. */
  readonly name: string;
  /** Whether No, Extra, Only and On Side can be asked for. */
  readonly instructions?: boolean | null;
  /** How many options have to be chosen. */
  readonly min_selection?: number | null;
  /** How many can be; null is any number. */
  readonly max_selection?: number | null;
  /** The options, in the order in which a register shows them; a list replaces the one before. */
  readonly options: readonly {
    /** The product it is. */
    readonly product_id: IdInput;
    /** Its price without tax; null is the product's own. */
    readonly price_ex_tax?: AmountInput | null;
  }[];
}

/** An order. `site_id` or `register_id` is needed; everything else may follow later. */
export interface CreateOrder {
  /** The site it is at. */
  readonly site_id?: IdInput | null;
  /** The register it was taken at. */
  readonly register_id?: IdInput | null;
  /** The staff member who took it. */
  readonly staff_member_id?: IdInput | null;
  /** The linked customer. */
  readonly customer_id?: IdInput | null;
  /** A number of your own. */
  readonly sale_number?: string | null;
  /** Where it stands; docs/states.md draws what may follow. */
  readonly status?: 'SUBMITTED' | 'ON_HOLD' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'COMPLETE' | null;
  /** How it reaches the customer; absent when unset, an empty text unsets it. */
  readonly order_type?:
    | 'Dine in'
    | 'Takeaway'
    | 'Pickup'
    | 'Delivery'
    | 'Catering'
    | 'Drive Thru'
    | 'Kiosk'
    | ''
    | null;
  /** The same as text; sent with POST it makes a refund. */
  readonly original_order_id_str?: IdInput | null;
  /** Of a refund: it stays PENDING until its money was given back, instead of being COMPLETE at once. */
  readonly refund_pending?: boolean | null;
  /** A note. */
  readonly notes?: string | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id?: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata?: Readonly<Record<string, string | null>> | null;
  /** How many guests it is for. */
  readonly guests?: number | null;
  /** Groups orders, for example of one table; within 48 hours at a site. */
  readonly group_id?: string | null;
  /** The table of its site that it is at; another one moves it there. */
  readonly table_id?: IdInput | null;
  /** Why it is charged no tax; null when taxes are. A linked customer brings the customer's. */
  readonly tax_exempt?: {
    /** The number of the certificate. */
    readonly number?: string | null;
    /** The reason, as receipts show it. */
    readonly reason?: string | null;
  } | null;
  /** Service as a percentage of the total: 12.5 is 12.5 %. */
  readonly tip_service_percent?: AmountInput | null;
  /** Service as an amount; with a percentage it follows from the total. */
  readonly tip_service_amount?: AmountInput | null;
  /** Surcharge on credit card payments; not in the total. */
  readonly credit_card_surcharge?: AmountInput | null;
  /** A factor on everything: 0.9 is a discount of 10 %; 1 is none. */
  readonly price_variation?: AmountInput | null;
  /** An amount on everything: negative is a discount; 0 is none. */
  readonly price_fixed_variation?: AmountInput | null;
  /**
   * The discount by which it is cheaper: it sets the variation, unless one is sent with it. Null takes
   * it off.
   */
  readonly discount_id?: IdInput | null;
  /** Why it was given. */
  readonly discount_reason?: string | null;
  /** The amount above which operators may not bring the payable amount. */
  readonly price_limit?: AmountInput | null;
  /** Whether it completes itself once it is PENDING and paid. */
  readonly complete_when_paid?: boolean | null;
  /** Whether a register alerts to it while it is SUBMITTED. */
  readonly enable_alert_sound?: boolean | null;
  /** Whether availability is not looked at, when it is wanted tomorrow or later. */
  readonly ignore_availability?: boolean | null;
  /** Whether an operator who rejects it has to say why. */
  readonly prompt_for_reject_reason?: boolean | null;
  /** Why it was rejected. */
  readonly reject_reason?: {
    /** A number of your own for the reason. */
    readonly id?: number | null;
    /** The reason. */
    readonly name?: string | null;
    /** More about it. */
    readonly notes?: string | null;
  } | null;
  /** The acts that operators are kept from. */
  readonly lock?: readonly ('NEW_LINES' | 'PAYMENTS' | 'APP_PAYMENT' | 'DELETE' | 'ALL')[] | null;
  /** Whether a register prints it as soon as it is placed. */
  readonly pass_thru_printing?: boolean | null;
  /** The register that prints it; sent by its id or as an order shows it, the site's own unless sent. */
  readonly pass_thru_printing_register?:
    | IdInput
    | {
        /** The register. */
        readonly id: IdInput;
        /** The same as `id`, and taken instead of it; sent both, they must agree. */
        readonly id_str?: IdInput;
      }
    | null;
  /** Where it is posted on every change of its status. */
  readonly callback_uri?: string | null;
  /** When it is wanted; the time of placing and the preparation time of the site, unless set. */
  readonly fulfil_at?: string | null;
  /** When it was placed. */
  readonly placed_at?: string | null;
  /** The lines, option lines included. */
  readonly lines?:
    | readonly {
        /**
         * The number by which the options of the order name it with line_number; its place in the list unless
         * sent.
         */
        readonly number?: number | null;
        /** The product. */
        readonly product_id: IdInput;
        /** What it is called, instead of its product's name. */
        readonly description?: string | null;
        /** How many; negative is a return. Up to 4 decimals. */
        readonly quantity?: AmountInput | null;
        /** A note. */
        readonly notes?: string | null;
        /**
         * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
         * removes one.
         */
        readonly metadata?: Readonly<Record<string, string | null>> | null;
        /** The price of one without tax; sent, it is used instead of the price list's. */
        readonly unit_price?: AmountInput | null;
        /** The price of one with tax; sent, it is used when unit_price is absent. */
        readonly unit_price_inc_tax?: AmountInput | null;
        /** A factor on the line: 0.9 is a discount of 10 %; 1 is none. */
        readonly price_variation?: AmountInput | null;
        /** An amount on the line: negative is a discount; 0 is none. */
        readonly price_fixed_variation?: AmountInput | null;
        /**
         * The discount by which it is cheaper: it sets the variation, unless one is sent with it. Null takes
         * it off.
         */
        readonly discount_id?: IdInput | null;
        /** Why it was given. */
        readonly discount_reason?: string | null;
        /**
         * The taxes on it; their amounts add up to line_total_tax. Sent as ids or objects with an id, they are
         * charged instead of the product's, which null brings back.
         */
        readonly taxes?:
          | readonly (
              | IdInput
              | {
                  /** The tax. */
                  readonly id: IdInput;
                  /** The same as `id`, and taken instead of it; sent both, they must agree. */
                  readonly id_str?: IdInput;
                }
            )[]
          | null;
        /** The ids of its modifiers: a repeat means two, a negative id means without. */
        readonly modifiers?: readonly (IdInput | string)[] | null;
        /**
         * Whether it follows from an option set; then that is changed instead. Such a line of a body is left
         * out: an order sent again as it was read means it once.
         */
        readonly part_of_option_set?: boolean | null;
        /** Which course it is of: 1 is the first. */
        readonly course_ordinal?: number | null;
        /** How far its course is. */
        readonly course_status?: 'no status' | 'uncalled' | 'pending' | 'called' | null;
        /** The seat at the table that it is for. */
        readonly seat?: number | null;
        /** The options chosen for it. Not together with modifiers. */
        readonly option_sets?: readonly ChosenSetInput[] | null;
      }[]
    | null;
  /** The option sets that were chosen from, in their original form. */
  readonly options?: readonly ChosenSetForLineInput[] | null;
  /** The payments. */
  readonly payments?:
    | readonly {
        /** How it was paid; the add-on's own method unless sent. */
        readonly method_id?: IdInput | null;
        /** How much; negative is given back. */
        readonly amount: AmountInput;
        /** The tip besides. */
        readonly tip?: AmountInput | null;
        /** The surcharge on it, which is not in the total. */
        readonly credit_card_surcharge?: AmountInput | null;
        /** A reference of your own, such as a terminal receipt number. */
        readonly ref?: string | null;
        /** When it was paid; when it was recorded, unless sent. Not ahead of now. */
        readonly paid_at?: string | null;
      }[]
    | null;
  /**
   * The linked customer, with details: one who is known is updated, one who is not is made. Not with
   * customer_id.
   */
  readonly customer?: {
    /** Which customer it is; else known by reference_id, e-mail, or name and telephone number. */
    readonly id?: IdInput;
    /** The same as `id`, and taken instead of it; sent both, they must agree. */
    readonly id_str?: IdInput;
    /** The first name. */
    readonly first_name?: string | null;
    /** The last name. */
    readonly last_name?: string | null;
    /** The e-mail address. */
    readonly email?: string | null;
    /** The same as `email`. */
    readonly primary_email_address?: string | null;
    /** The telephone number. */
    readonly phone?: string | null;
    /** The mobile number. */
    readonly mobile?: string | null;
    /** A note about the customer. */
    readonly description?: string | null;
    /** Your add-on's own id of the customer; "" without one. Other add-ons do not see it. */
    readonly reference_id?: string | null;
    /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
    readonly external_id?: string | null;
    /**
     * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
     * removes one.
     */
    readonly metadata?: Readonly<Record<string, string | null>> | null;
    /** Words the customer is filed under. */
    readonly tags?: readonly string[] | null;
    /** The address of a picture. */
    readonly image?: string | null;
    /** The home address. */
    readonly primary_address?: {
      /** Street and number. */
      readonly address?: string | null;
      /** The town. */
      readonly city?: string | null;
      /** The state or region. */
      readonly state?: string | null;
      /** The postal code. */
      readonly postal_code?: string | null;
      /** The country. */
      readonly country?: string | null;
    } | null;
    /** Where deliveries go. */
    readonly shipping_address?: {
      /** Street and number. */
      readonly address?: string | null;
      /** The town. */
      readonly city?: string | null;
      /** The state or region. */
      readonly state?: string | null;
      /** The postal code. */
      readonly postal_code?: string | null;
      /** The country. */
      readonly country?: string | null;
    } | null;
    /** The business the customer buys for, as invoices name it. */
    readonly company_name?: string | null;
    /** The number that business pays taxes by. */
    readonly tax_number?: string | null;
    /** Why the customer is charged no tax; null when taxes are. */
    readonly tax_exempt?: {
      /** The number of the certificate. */
      readonly number?: string | null;
      /** The reason, as receipts show it. */
      readonly reason?: string | null;
    } | null;
  } | null;
}

/** The fields of a way to pay to be made. */
export interface CreatePaymentMethod {
  /** The name. */
  readonly name: string;
  /** Its account in the books. */
  readonly ledger_code?: string | null;
  /** The kind of tender. One of kind addon belongs to the add-on that made it. */
  readonly kind: 'cash' | 'card' | 'account' | 'addon';
  /** Of kind addon: whether its add-on takes the money when a register asks for it (payment requests). */
  readonly takes_requests?: boolean | null;
}

/** For which order, by which method, and how much. */
export interface CreatePaymentRequest {
  /** The order. */
  readonly order_id: IdInput;
  /** The register that asks; null where no terminal stands at one. */
  readonly register_id?: IdInput | null;
  /** The payment method, whose add-on answers. */
  readonly method_id: IdInput;
  /** Whether money is taken or given back. */
  readonly kind?: 'sale' | 'refund' | null;
  /** How much is asked for, above 0; all that is left to pay or to give back, unless sent. */
  readonly amount?: AmountInput | null;
  /** Of a refund: the reference of the payment that is given back, so that it goes to the same card. */
  readonly original_ref?: string | null;
  /** The staff member who asks; the one signed in at the register, unless sent. */
  readonly staff_id?: IdInput | null;
  /** How long an answer is waited for, in seconds; 300 unless sent. */
  readonly timeout_seconds?: number | null;
}

/** The fields of a price list to be made. */
export interface CreatePriceList {
  /** The name. */
  readonly name: string;
  /** The list it lies below; null for the base price list. */
  readonly parent_id?: IdInput | null;
  /**
   * The times at which it holds, by the clocks of each site; null is always. With times or types of
   * orders, it holds at every site whose own list it lies below, or one above that.
   */
  readonly schedule?:
    | readonly {
        /** The days on which it begins: 1 is Monday, 7 is Sunday. */
        readonly weekdays: readonly number[];
        /** When it begins, by the clocks of the site. */
        readonly from: string;
        /** When it ends; at or before `from` it does on the day after. */
        readonly until: string;
      }[]
    | null;
  /** The types of orders that it holds for; null is all. An order without a type counts as `Dine in`. */
  readonly order_types?:
    | readonly ('Dine in' | 'Takeaway' | 'Pickup' | 'Delivery' | 'Catering' | 'Drive Thru' | 'Kiosk')[]
    | null;
}

/** The fields of a new product. A variant may do without a name, a template without a price. */
export interface CreateProduct {
  /** The name; a new product needs one, a variant is named after its template without. */
  readonly name?: string | null;
  /** A number of your own. */
  readonly number?: string | null;
  /** A short name of your own. */
  readonly code?: string | null;
  /** The stock keeping unit. */
  readonly sku?: string | null;
  /** The barcode. */
  readonly barcode?: string | null;
  /** For internal use. */
  readonly description?: string | null;
  /** Words it is filed under. */
  readonly tags?: readonly string[] | null;
  /** Whether it is sold. */
  readonly is_sold?: boolean | null;
  /** Whether it is bought. */
  readonly is_purchased?: boolean | null;
  /** Whether it is kept in stock. */
  readonly is_inventory?: boolean | null;
  /** Whether it is a modifier of other products. */
  readonly is_modifier?: boolean | null;
  /** Whether sites that show products online show it. */
  readonly show_online?: boolean | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id?: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata?: Readonly<Record<string, string | null>> | null;
  /** Shown to customers online. */
  readonly online_description?: string | null;
  /** Printed on the docket instead of the name. */
  readonly docket_name?: string | null;
  /**
   * The address of its picture; a picture itself can be sent as a data URL of up to 512 KiB, which is
   * kept.
   */
  readonly image?: string | null;
  /** Whether the register always asks for a price. */
  readonly variable_price?: boolean | null;
  /** The least price it takes then. */
  readonly min_sell_price?: AmountInput | null;
  /** The highest. */
  readonly max_sell_price?: AmountInput | null;
  /** How much of its unit one of it is. */
  readonly measure?: AmountInput | null;
  /** unit, g, kg, oz, lb, ml or l. */
  readonly unit_of_measure?: string | null;
  /** At how many left at a site `products/stock_low` is told; null is never. */
  readonly low_stock?: AmountInput | null;
  /** The categories it is in; sent as ids or objects with an id, they replace those before. */
  readonly categories?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /**
   * The sets a buyer chooses from, in their order; sent as ids or objects with an id, they replace those
   * before.
   */
  readonly option_sets?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /** The template it is a variant of. */
  readonly variant_parent_id?: IdInput | null;
  /**
   * Of a template its attributes with all their values, of a variant one value each; empty for other
   * products.
   */
  readonly variant_attributes?: Readonly<Record<string, string | readonly string[]>> | null;
  /**
   * The price with tax. One of the two prices is needed for a new product, and is kept in the form it
   * was sent in.
   */
  readonly unit_price?: AmountInput | null;
  /** The price without tax. */
  readonly unit_price_ex_tax?: AmountInput | null;
  /** The cost, with tax. */
  readonly cost_price?: AmountInput | null;
  /** The cost, without tax. */
  readonly cost_price_ex_tax?: AmountInput | null;
  /** The ids of its taxes, sent as ids or objects with an id; none means tax free. */
  readonly taxes?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /** The ids of the taxes on its cost. */
  readonly cost_taxes?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
}

/** The fields of a register to be made. */
export interface CreateRegister {
  /** A short name of your own. */
  readonly code?: string | null;
  /** The name. */
  readonly name: string;
  /** The site it is at. */
  readonly site_id: IdInput;
  /** The prefix of its sale numbers. */
  readonly sale_prefix?: string | null;
  /** The prefix of its numbers of returns. */
  readonly return_prefix?: string | null;
  /** The staff member who is signed in at it. */
  readonly current_staff_member?: IdInput | null;
  /** Whether a device was let in for it. */
  readonly assigned_to_device?: boolean | null;
  /** Whether it prints the tickets of its kitchen. */
  readonly kitchen_printing?: boolean | null;
}

/** The fields of a role to be made. */
export interface CreateRole {
  /** Its name, which no other role has. */
  readonly name: string;
  /** The permissions of its staff members. */
  readonly permissions?:
    | readonly {
        /** Its code. */
        readonly code: string;
        /** Its name. */
        readonly name: string;
        /** The part of the work that it is about. */
        readonly domain: string;
      }[]
    | null;
}

/** The calls or messages that are hit, and the effect. */
export interface CreateSandboxFault {
  /** The calls or messages that it hits. */
  readonly match?: {
    /** Calls of this method alone. PATCH is PUT. */
    readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | null;
    /**
     * Calls of this path, below the company: /orders; * stands for any one segment, as in /orders/*
     * /payments.
     */
    readonly path?: string | null;
    /** Messages to webhooks of this topic. */
    readonly topic?:
      | 'orders/created'
      | 'orders/updated'
      | 'orders/completed'
      | 'orders/customer'
      | 'orders/deleted'
      | 'orders/kitchen_print'
      | 'orders/group_finalised'
      | 'products/created'
      | 'products/updated'
      | 'products/deleted'
      | 'products/availability'
      | 'products/stock_low'
      | 'categories/created'
      | 'categories/updated'
      | 'categories/deleted'
      | 'option_sets/created'
      | 'option_sets/updated'
      | 'option_sets/deleted'
      | 'price_lists/updated'
      | 'checkins/created'
      | 'checkins/deleted'
      | 'customers/created'
      | 'customers/updated'
      | 'customers/deleted'
      | 'sites/created'
      | 'sites/updated'
      | 'sites/deleted'
      | 'registers/created'
      | 'registers/updated'
      | 'registers/deleted'
      | 'taxes/created'
      | 'taxes/updated'
      | 'taxes/deleted'
      | 'payment_methods/created'
      | 'payment_methods/updated'
      | 'payment_methods/deleted'
      | 'discounts/created'
      | 'discounts/updated'
      | 'discounts/deleted'
      | 'staff/created'
      | 'staff/updated'
      | 'staff/deleted'
      | 'company/updated'
      | 'tickets/created'
      | 'tickets/updated'
      | 'roles/created'
      | 'roles/updated'
      | 'roles/deleted'
      | 'floors/created'
      | 'floors/updated'
      | 'floors/deleted'
      | 'tables/created'
      | 'tables/updated'
      | 'tables/deleted'
      | 'shifts/created'
      | 'shifts/updated'
      | 'cashups/created'
      | 'cashups/updated'
      | 'payment_requests/created'
      | 'payment_requests/updated'
      | null;
  };
  /**
   * The effect. Calls: delay; error; cut_after_commit (it is done, and no answer comes); duplicate (it
   * is done twice). Messages: delay; duplicate; reorder (every other one is late).
   */
  readonly effect: 'delay' | 'error' | 'cut_after_commit' | 'duplicate' | 'reorder';
  /** The status of an error: 429, or from 500 on; 500 unless given. */
  readonly status?: number | null;
  /**
   * How long a delay is, and how late messages are that are reordered, in ms: 1000 unless given, 30000
   * at most for calls.
   */
  readonly delay_ms?: number | null;
  /** How many it hits, before it is over. */
  readonly count?: number | null;
  /** The share that it hits, from 0 to 1. Not beside a count. */
  readonly share?: AmountInput | null;
}

/** What, how much, and why. */
export interface CreateShiftMovement {
  /** `in` puts cash into the drawer, `out` takes some, `no_sale` opens it alone. */
  readonly kind: 'in' | 'out' | 'no_sale';
  /** How much, above 0; nothing without a sale. */
  readonly amount?: AmountInput | null;
  /** Why; needed where cash is put in or taken. */
  readonly reason?: string | null;
  /** The staff member who did it; the one signed in at the register, unless sent. */
  readonly staff_id?: IdInput | null;
}

/** The fields of a site to be made. */
export interface CreateSite {
  /** The name. */
  readonly name: string;
  /** A short name of your own. */
  readonly code?: string | null;
  /** The ISO 4217 code of its currency: the company's where none is set. */
  readonly currency?: string | null;
  /** Its time zone, such as Australia/Sydney: the company's where none is set, which null brings back. */
  readonly timezone?:
    | string
    | {
        /** Its name, such as Australia/Sydney. */
        readonly name: string;
      }
    | null;
  /** The language of its receipts and kitchen tickets: English where none is set. */
  readonly language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'ar' | null;
  /** The number it is registered by, where it has one of its own. */
  readonly business_number?: string | null;
  /** The person to speak to. */
  readonly contact_person?: string | null;
  /** Where its post goes. */
  readonly postal_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** Where its deliveries go. */
  readonly shipping_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** The e-mail address. */
  readonly email?: string | null;
  /** The telephone number. */
  readonly phone?: string | null;
  /** The mobile number. */
  readonly mobile?: string | null;
  /** The fax number. */
  readonly fax?: string | null;
  /**
   * The address of its picture, which receipts show; a PNG or JPEG itself can be sent as a data URL of
   * up to 512 KiB.
   */
  readonly image?: string | null;
  /** Its website. */
  readonly website?: string | null;
  /** Whether each of its registers is reconciled by itself; null is not said. */
  readonly register_level_reconciliation?: boolean | null;
  /** Where it is. */
  readonly location?: {
    /** Degrees north of the equator. */
    readonly latitude: AmountInput;
    /** Degrees east of Greenwich. */
    readonly longitude: AmountInput;
  } | null;
  /** The price list it sells by; the base price list unless sent. */
  readonly price_list_id?: IdInput | null;
  /** The price list it sells by, as a record shows it; price_list_id goes first. */
  readonly price_list?: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: IdInput;
    /** The same as `id`, and taken instead of it; sent both, they must agree. */
    readonly id_str?: IdInput;
  } | null;
  /** Minutes from placing an order until it is wanted, unless the order says. */
  readonly prep_time_minutes?: number | null;
  /** Whether it shows products online. */
  readonly online_products_enabled?: boolean | null;
  /** The register that prints pass-through orders. */
  readonly default_pass_thru_register_id?: IdInput | null;
  /** Whether orders become tickets for its kitchen. */
  readonly kitchen_tickets?: boolean | null;
  /** What its receipts say at their beginning; null: what the company's say. */
  readonly receipt_header?: string | null;
  /** What its receipts say at their end; null: what the company's say. */
  readonly receipt_footer?: string | null;
  /** The name that invoices are written in, where it is not the name. Null: as the company has it. */
  readonly legal_name?: string | null;
  /** The number it pays taxes by, such as a VAT number. Null: as the company has it. */
  readonly tax_number?: string | null;
  /**
   * Where taxes are rounded: `line`, at each line of an order, or `document`, once for each tax of it.
   * Null: as the company has it.
   */
  readonly tax_rounding?: 'line' | 'document' | null;
  /**
   * The rounding of halves: `half_up`, away from zero, or `half_even`, to the even one. Null: as the
   * company has it.
   */
  readonly rounding_mode?: 'half_up' | 'half_even' | null;
  /**
   * The step that amounts in cash are rounded to, where small coins are missing. Null: as the company
   * has it.
   */
  readonly cash_rounding?: {
    /** The step that amounts are rounded to, such as 0.05; 0 is not at all. */
    readonly increment: AmountInput;
    /** The kinds of payment methods that are; cards never are. */
    readonly methods?: readonly ('cash' | 'account' | 'addon')[] | null;
  } | null;
  /** Whether amounts of discounts are with tax. Null: as the company has it. */
  readonly discounts_include_tax?: boolean | null;
  /**
   * Whether completed orders get invoice numbers without gaps, by site and year. Null: as the company
   * has it.
   */
  readonly invoice_numbers?: boolean | null;
  /** Whether a line of an order may have a price below 0. Null: as the company has it. */
  readonly negative_prices?: boolean | null;
  /**
   * Whether printed receipts end with a QR code of the address of their page. Null: as the company has
   * it.
   */
  readonly receipt_qr?: boolean | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id?: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata?: Readonly<Record<string, string | null>> | null;
}

/** The fields of a new product, with its values at the site. */
export interface CreateSiteProduct {
  /** The name; a new product needs one, a variant is named after its template without. */
  readonly name?: string | null;
  /** A number of your own. */
  readonly number?: string | null;
  /** A short name of your own. */
  readonly code?: string | null;
  /** The stock keeping unit. */
  readonly sku?: string | null;
  /** The barcode. */
  readonly barcode?: string | null;
  /** For internal use. */
  readonly description?: string | null;
  /** Words it is filed under. */
  readonly tags?: readonly string[] | null;
  /** Whether it is sold. */
  readonly is_sold?: boolean | null;
  /** Whether it is bought. */
  readonly is_purchased?: boolean | null;
  /** Whether it is kept in stock. */
  readonly is_inventory?: boolean | null;
  /** Whether it is a modifier of other products. */
  readonly is_modifier?: boolean | null;
  /** Whether sites that show products online show it. */
  readonly show_online?: boolean | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id?: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata?: Readonly<Record<string, string | null>> | null;
  /** Shown to customers online. */
  readonly online_description?: string | null;
  /** Printed on the docket instead of the name. */
  readonly docket_name?: string | null;
  /**
   * The address of its picture; a picture itself can be sent as a data URL of up to 512 KiB, which is
   * kept.
   */
  readonly image?: string | null;
  /** Whether the register always asks for a price. */
  readonly variable_price?: boolean | null;
  /** The least price it takes then. */
  readonly min_sell_price?: AmountInput | null;
  /** The highest. */
  readonly max_sell_price?: AmountInput | null;
  /** How much of its unit one of it is. */
  readonly measure?: AmountInput | null;
  /** unit, g, kg, oz, lb, ml or l. */
  readonly unit_of_measure?: string | null;
  /** At how many left at a site `products/stock_low` is told; null is never. */
  readonly low_stock?: AmountInput | null;
  /** The categories it is in; sent as ids or objects with an id, they replace those before. */
  readonly categories?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /**
   * The sets a buyer chooses from, in their order; sent as ids or objects with an id, they replace those
   * before.
   */
  readonly option_sets?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /** The template it is a variant of. */
  readonly variant_parent_id?: IdInput | null;
  /**
   * Of a template its attributes with all their values, of a variant one value each; empty for other
   * products.
   */
  readonly variant_attributes?: Readonly<Record<string, string | readonly string[]>> | null;
  /**
   * The price with tax. One of the two prices is needed for a new product, and is kept in the form it
   * was sent in.
   */
  readonly unit_price?: AmountInput | null;
  /** The price without tax. */
  readonly unit_price_ex_tax?: AmountInput | null;
  /** The cost, with tax. */
  readonly cost_price?: AmountInput | null;
  /** The cost, without tax. */
  readonly cost_price_ex_tax?: AmountInput | null;
  /** The ids of its taxes, sent as ids or objects with an id; none means tax free. */
  readonly taxes?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /** The ids of the taxes on its cost. */
  readonly cost_taxes?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /** Whether and how many there are. */
  readonly availability?: {
    /** Whether it can be. */
    readonly is_available?: boolean | null;
    /** How many are left; null is not counted. */
    readonly amount?: AmountInput | null;
  } | null;
}

/** The fields of a staff member to be made. */
export interface CreateStaffMember {
  /** The first name. */
  readonly first_name: string;
  /** The last name. */
  readonly last_name?: string | null;
  /** The e-mail address. */
  readonly primary_email_address?: string | null;
  /** All e-mail addresses, as they were sent. */
  readonly email_addresses?: readonly string[] | null;
  /** The telephone number. */
  readonly phone?: string | null;
  /** The mobile number. */
  readonly mobile?: string | null;
  /** The fax number. */
  readonly fax?: string | null;
  /** The address of a picture. */
  readonly image?: string | null;
  /** Where its post goes. */
  readonly postal_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** Where its deliveries go. */
  readonly shipping_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** Whether they may do everything; they then show no permissions. */
  readonly is_admin?: boolean | null;
  /** Their permissions; unless sent, to sell. */
  readonly permissions?:
    | readonly {
        /** Its code. */
        readonly code: string;
        /** Its name. */
        readonly name: string;
        /** The part of the work that it is about. */
        readonly domain: string;
      }[]
    | null;
  /** The roles they have besides, everywhere or at a site. */
  readonly roles?:
    | readonly {
        /** The role. */
        readonly role_id: IdInput;
        /** The site at whose registers they have it; null for everywhere. */
        readonly site_id?: IdInput | null;
      }[]
    | null;
  /**
   * The PIN that the staff member signs in with: 4 to 12 digits. Setting another one ends their
   * sessions.
   */
  readonly pin?: string | null;
}

/** The fields of a table and who sits at it to be made. */
export interface CreateTable {
  /** The floor it stands on. */
  readonly floor_id: IdInput;
  /** The name: no two tables of a site share one. */
  readonly name: string;
  /** How many guests sit at it. */
  readonly seats?: number | null;
  /** How it is drawn. */
  readonly shape?: 'square' | 'round' | null;
  /** How far from the left it stands, in grid units. */
  readonly x?: number | null;
  /** How far from the top it stands, in grid units. */
  readonly y?: number | null;
  /** How many grid units it is wide. */
  readonly width?: number | null;
  /** How many grid units it is deep. */
  readonly height?: number | null;
  /** Where it stands among the tables of its floor; the lowest first. */
  readonly sort?: number | null;
}

/** The fields of a tax to be made. */
export interface CreateTax {
  /** A short name. */
  readonly code: string;
  /** The name. */
  readonly name: string;
  /** The rate as a factor: 0.1 is 10 %. */
  readonly rate: AmountInput;
  /** Where it stands among the taxes of a line: a lower one comes first. */
  readonly sort?: number | null;
  /** Whether it is charged on the taxes before it, too. */
  readonly compound?: boolean | null;
  /** Whether it is added to prices with tax, too, instead of being in them. */
  readonly on_top?: boolean | null;
  /** The types of orders it is charged on; null is all. An order without a type counts as `Dine in`. */
  readonly order_types?:
    | readonly ('Dine in' | 'Takeaway' | 'Pickup' | 'Delivery' | 'Catering' | 'Drive Thru' | 'Kiosk')[]
    | null;
  /** The first day on which it is charged, by the clocks of the site. */
  readonly effective_from?: string | null;
  /** The last day on which it is charged. */
  readonly effective_until?: string | null;
  /** The prices of one that it is charged on; null is all. */
  readonly threshold?: {
    /** A price of one, in the form in which it was entered. */
    readonly amount: AmountInput;
    /** Whether it is charged from that price on, or below it. */
    readonly applies: 'above' | 'below';
  } | null;
  /** Its account in the books. */
  readonly ledger_code?: string | null;
}

/** The fields of a group of taxes to be made. */
export interface CreateTaxGroup {
  /** A short name. */
  readonly code: string;
  /** The name. */
  readonly name: string;
  /** The ids of its members. */
  readonly taxes: readonly IdInput[];
}

/** The fields of a new webhook. */
export interface CreateWebhook {
  /** Which events it wants. */
  readonly topic:
    | 'orders/created'
    | 'orders/updated'
    | 'orders/completed'
    | 'orders/customer'
    | 'orders/deleted'
    | 'orders/kitchen_print'
    | 'orders/group_finalised'
    | 'products/created'
    | 'products/updated'
    | 'products/deleted'
    | 'products/availability'
    | 'products/stock_low'
    | 'categories/created'
    | 'categories/updated'
    | 'categories/deleted'
    | 'option_sets/created'
    | 'option_sets/updated'
    | 'option_sets/deleted'
    | 'price_lists/updated'
    | 'checkins/created'
    | 'checkins/deleted'
    | 'customers/created'
    | 'customers/updated'
    | 'customers/deleted'
    | 'sites/created'
    | 'sites/updated'
    | 'sites/deleted'
    | 'registers/created'
    | 'registers/updated'
    | 'registers/deleted'
    | 'taxes/created'
    | 'taxes/updated'
    | 'taxes/deleted'
    | 'payment_methods/created'
    | 'payment_methods/updated'
    | 'payment_methods/deleted'
    | 'discounts/created'
    | 'discounts/updated'
    | 'discounts/deleted'
    | 'staff/created'
    | 'staff/updated'
    | 'staff/deleted'
    | 'company/updated'
    | 'tickets/created'
    | 'tickets/updated'
    | 'roles/created'
    | 'roles/updated'
    | 'roles/deleted'
    | 'floors/created'
    | 'floors/updated'
    | 'floors/deleted'
    | 'tables/created'
    | 'tables/updated'
    | 'tables/deleted'
    | 'shifts/created'
    | 'shifts/updated'
    | 'cashups/created'
    | 'cashups/updated'
    | 'payment_requests/created'
    | 'payment_requests/updated';
  /** Where they are posted: https, and not a private address. */
  readonly address: string;
  /** How they are written; json unless set. */
  readonly format?: 'json' | 'xml' | null;
  /**
   * Headers of your own, named Authorization or X-… but not X-Service…. A value may be @TimeInMillis,
   * @TimeInSeconds or @HMAC, such as @HMAC?algo=sha256&data=Body&as=hex: it is computed for each
   * message.
   */
  readonly headers?: Readonly<Record<string, string>> | null;
  /** Which of them it wants; without members all. It is sent whole. */
  readonly filter?: {
    /** Only what applies to one of these sites. */
    readonly site_ids?: readonly IdInput[] | null;
    /** Only changes of one of these fields. */
    readonly attributes?: readonly string[] | null;
  } | null;
}

/** A customer, as one add-on sees it. */
export interface Customer {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The first name. */
  readonly first_name: string;
  /** The last name. */
  readonly last_name: string | null;
  /** The e-mail address. */
  readonly email: string | null;
  /** The same as `email`. */
  readonly primary_email_address: string | null;
  /** The telephone number. */
  readonly phone: string | null;
  /** The mobile number. */
  readonly mobile: string | null;
  /** A note about the customer. */
  readonly description: string | null;
  /** Your add-on's own id of the customer; "" without one. Other add-ons do not see it. */
  readonly reference_id: string;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** Words the customer is filed under. */
  readonly tags: readonly string[];
  /** The address of a picture. */
  readonly image: string | null;
  /** The home address. */
  readonly primary_address: Address | null;
  /** Where deliveries go. */
  readonly shipping_address: Address | null;
  /** The business the customer buys for, as invoices name it. */
  readonly company_name: string | null;
  /** The number that business pays taxes by. */
  readonly tax_number: string | null;
  /** Why the customer is charged no tax; null when taxes are. */
  readonly tax_exempt: {
    /** The number of the certificate. */
    readonly number: string | null;
    /** The reason, as receipts show it. */
    readonly reason: string | null;
  } | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** A message on its way, or what became of it. */
export interface Delivery {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The webhook; null for one to a callback_uri. */
  readonly webhook_id: Id | null;
  /** Its topic. */
  readonly topic: string;
  /** The number of its event; null for test messages and callbacks. */
  readonly event_number: Long | null;
  /** The record it is about. */
  readonly resource_id: Id;
  /** Where it goes. */
  readonly address: string;
  /** How it is written. */
  readonly format: 'json' | 'xml';
  /** How far it is. */
  readonly state: 'queued' | 'sending' | 'delivered' | 'dead';
  /** When it is tried next. */
  readonly next_attempt_at: string | null;
  /** The attempts so far. */
  readonly attempts: readonly {
    /** 1 is the first. */
    readonly number: number;
    /** When it began. */
    readonly started_at: string;
    /** How long it took, in milliseconds. */
    readonly latency_ms: number;
    /** The HTTP status that came back. */
    readonly status: number | null;
    /** The failure. */
    readonly error: string | null;
    /** The first 4 KiB of what came back. */
    readonly answer: string | null;
  }[];
  /** When it was queued. */
  readonly created_at: string;
  /** When it was delivered, or given up. */
  readonly ended_at: string | null;
}

/** The request that a message is sent by. */
export interface DeliveryRequest {
  /** The method. */
  readonly method: 'POST';
  /** Where it goes. */
  readonly address: string;
  /** Its headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its body. */
  readonly body: string;
}

/** A till, kitchen screen or print agent that was let in. */
export interface Device {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name. */
  readonly name: string;
  /** The kind of device; null where an earlier version did not keep it. */
  readonly kind: 'register' | 'kitchen' | 'agent' | null;
  /** The register it is for. */
  readonly register_id: Id;
  /** When it last called, to the minute; null when it never did. */
  readonly last_used_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** That register, with `expand`. */
  readonly register?: Register | null;
}

/** The key that an earlier version of a screen kept. */
export interface DeviceExchangeRequest {
  /** The screen. */
  readonly kind: 'register' | 'kitchen';
  /** Its token without an end. */
  readonly access_token: string;
}

/** Which device, and where it is. */
export interface DeviceRequest {
  /** The company. */
  readonly company_id: IdInput;
  /** The register it is for. */
  readonly register_id: IdInput;
  /** The name. */
  readonly name: string;
  /** The kind of device: an agent, unless given. A screen has its key in a cookie. */
  readonly kind?: 'register' | 'kitchen' | 'agent' | null;
}

/** A token for the screen of a device, good for 15 minutes. */
export interface DeviceToken {
  /** Sent with every call as `Authorization: Bearer …`. */
  readonly access_token: string;
  /** How it is sent. */
  readonly token_type: 'Bearer';
  /** Seconds until it ends. */
  readonly expires_in: number;
  /** The scopes it was given, separated by blanks. */
  readonly scope: string;
  /** The company. */
  readonly company_id: Id;
  /** The number of the last event of the company: what is read with the token shows everything up to it. */
  readonly last_event: Long;
  /** The device. */
  readonly device: Device;
}

/** For which screen of this browser. */
export interface DeviceTokenRequest {
  /** The screen. */
  readonly kind: 'register' | 'kitchen';
  /**
   * The token of a session at this device, also when it is over: for sending what was made in it, for 7
   * days.
   */
  readonly operator_token?: string | null;
}

/** A discount or comp that operators give by its name. */
export interface Discount {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name: at registers, in orders and on receipts. */
  readonly name: string;
  /** Whether it takes off a `share` of the price or an `amount`; it stays as it is. */
  readonly kind: 'share' | 'amount';
  /**
   * The value: a share as a factor, 0.1 is 10 % and 1 everything, or an amount. Null: asked for when it
   * is given.
   */
  readonly value: Amount | null;
  /** Whether it is given on lines, on whole orders or on both. */
  readonly applies_to: 'line' | 'order' | 'both';
  /** Whether a reason has to be given with it. */
  readonly reason_required: boolean;
  /** The permission that giving it needs; everything off needs `ApplyComp` whatever it says. */
  readonly right: 'MakeDiscount' | 'ApplyComp';
  /** Where it stands among the discounts; the lowest first. */
  readonly sort: number;
  /** Whether it is not given any more; orders that have it keep it. */
  readonly archived: boolean;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** The effect that a call would have: the answer to `dry_run=true`. */
export interface DryRun {
  /** The body of the answer as it would be; null where there would be none. */
  readonly result: Readonly<Record<string, unknown>> | readonly unknown[] | null;
  /** The events that would be told, in order. */
  readonly events: readonly {
    /** The topic. */
    readonly topic:
      | 'orders/created'
      | 'orders/updated'
      | 'orders/completed'
      | 'orders/customer'
      | 'orders/deleted'
      | 'orders/kitchen_print'
      | 'orders/group_finalised'
      | 'products/created'
      | 'products/updated'
      | 'products/deleted'
      | 'products/availability'
      | 'products/stock_low'
      | 'categories/created'
      | 'categories/updated'
      | 'categories/deleted'
      | 'option_sets/created'
      | 'option_sets/updated'
      | 'option_sets/deleted'
      | 'price_lists/updated'
      | 'checkins/created'
      | 'checkins/deleted'
      | 'customers/created'
      | 'customers/updated'
      | 'customers/deleted'
      | 'sites/created'
      | 'sites/updated'
      | 'sites/deleted'
      | 'registers/created'
      | 'registers/updated'
      | 'registers/deleted'
      | 'taxes/created'
      | 'taxes/updated'
      | 'taxes/deleted'
      | 'payment_methods/created'
      | 'payment_methods/updated'
      | 'payment_methods/deleted'
      | 'discounts/created'
      | 'discounts/updated'
      | 'discounts/deleted'
      | 'staff/created'
      | 'staff/updated'
      | 'staff/deleted'
      | 'company/updated'
      | 'tickets/created'
      | 'tickets/updated'
      | 'roles/created'
      | 'roles/updated'
      | 'roles/deleted'
      | 'floors/created'
      | 'floors/updated'
      | 'floors/deleted'
      | 'tables/created'
      | 'tables/updated'
      | 'tables/deleted'
      | 'shifts/created'
      | 'shifts/updated'
      | 'cashups/created'
      | 'cashups/updated'
      | 'payment_requests/created'
      | 'payment_requests/updated';
    /** The record it would be about; the id of one that would be made is not kept for it. */
    readonly resource_id: Id;
  }[];
}

/** Which session. */
export interface EndSessionRequest {
  /** The key of the session. */
  readonly key: string;
}

/** Why a call was refused. */
export interface Error {
  /** The code. */
  readonly error:
    | 'invalid_request'
    | 'out_of_stock'
    | 'invalid_idempotency_key'
    | 'already_checked_in'
    | 'invalid_client'
    | 'invalid_grant'
    | 'invalid_scope'
    | 'unsupported_grant_type'
    | 'unauthorized_client'
    | 'invalid_token'
    | 'insufficient_scope'
    | 'access_denied'
    | 'reauthentication_required'
    | 'second_factor_required'
    | 'row_quota_exceeded'
    | 'not_found'
    | 'method_not_allowed'
    | 'not_acceptable'
    | 'conflict'
    | 'gone'
    | 'idempotency_key_in_use'
    | 'precondition_failed'
    | 'payload_too_large'
    | 'idempotency_key_reused'
    | 'not_carried_out'
    | 'rate_limit_exceeded'
    | 'daily_quota_exceeded'
    | 'server_error'
    | 'temporarily_unavailable';
  /** A sentence that says what to do. */
  readonly error_description: string;
  /** The code of the sentence, such as `is_required`: the same in every language. */
  readonly reason?: string;
  /**
   * The values that stand in the sentence, by their names: text, `{reason, params}` where a sentence
   * stands within it, or a list of these.
   */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The fields that are wrong. */
  readonly errors?: readonly {
    /** Its name as you sent it, such as `lines[0].product_id`. */
    readonly field: string;
    /** The fault, in a sentence. */
    readonly error_description: string;
    /** The code of the sentence, such as `is_required`: the same in every language. */
    readonly reason?: string;
    /**
     * The values that stand in the sentence, by their names: text, `{reason, params}` where a sentence
     * stands within it, or a list of these.
     */
    readonly params?: Readonly<Record<string, unknown>>;
  }[];
  /** The same sentence once more, where a customer is not checked in. */
  readonly message?: string;
  /** The code of the permission that the staff member lacks. */
  readonly right?: string;
  /** The record that your add-on gave the external_id already. */
  readonly existing_id?: Id;
}

/** A change that happened. */
export interface Event {
  /** Its number in the company's log: 1, 2, 3… without gaps. */
  readonly number: Long;
  /** The topic. */
  readonly topic:
    | 'orders/created'
    | 'orders/updated'
    | 'orders/completed'
    | 'orders/customer'
    | 'orders/deleted'
    | 'orders/kitchen_print'
    | 'orders/group_finalised'
    | 'products/created'
    | 'products/updated'
    | 'products/deleted'
    | 'products/availability'
    | 'products/stock_low'
    | 'categories/created'
    | 'categories/updated'
    | 'categories/deleted'
    | 'option_sets/created'
    | 'option_sets/updated'
    | 'option_sets/deleted'
    | 'price_lists/updated'
    | 'checkins/created'
    | 'checkins/deleted'
    | 'customers/created'
    | 'customers/updated'
    | 'customers/deleted'
    | 'sites/created'
    | 'sites/updated'
    | 'sites/deleted'
    | 'registers/created'
    | 'registers/updated'
    | 'registers/deleted'
    | 'taxes/created'
    | 'taxes/updated'
    | 'taxes/deleted'
    | 'payment_methods/created'
    | 'payment_methods/updated'
    | 'payment_methods/deleted'
    | 'discounts/created'
    | 'discounts/updated'
    | 'discounts/deleted'
    | 'staff/created'
    | 'staff/updated'
    | 'staff/deleted'
    | 'company/updated'
    | 'tickets/created'
    | 'tickets/updated'
    | 'roles/created'
    | 'roles/updated'
    | 'roles/deleted'
    | 'floors/created'
    | 'floors/updated'
    | 'floors/deleted'
    | 'tables/created'
    | 'tables/updated'
    | 'tables/deleted'
    | 'shifts/created'
    | 'shifts/updated'
    | 'cashups/created'
    | 'cashups/updated'
    | 'payment_requests/created'
    | 'payment_requests/updated';
  /** The company. */
  readonly company_id: Id;
  /** The record it is about. */
  readonly resource_id: Id;
  /** The sites it applies to. */
  readonly site_ids: readonly Id[];
  /** The names of what changed. */
  readonly changed: readonly string[];
  /** When it happened. */
  readonly created_at: string;
  /** The same in microseconds, as X-Service-Created-Time has it. */
  readonly created_time: Long;
  /** The values that what changed had before; null where there is none, as of what is new. */
  readonly previous: Readonly<Record<string, unknown>> | null;
  /** The body of the topic's webhook: the record as it was then, as its GET shows it. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A device that has a key now. */
export interface ExchangedDevice {
  /** The device. */
  readonly device: Device;
}

/** A customer whom another record names. */
export interface ExpandedCustomer {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The first name. */
  readonly first_name: string;
  /** The last name. */
  readonly last_name: string | null;
  /** The e-mail address. */
  readonly email: string | null;
  /** The same as `email`. */
  readonly primary_email_address: string | null;
  /** The telephone number. */
  readonly phone: string | null;
  /** The mobile number. */
  readonly mobile: string | null;
  /** A note about the customer. */
  readonly description: string | null;
  /** Your add-on's own id of the customer; "" without one. Other add-ons do not see it. */
  readonly reference_id: string;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** Words the customer is filed under. */
  readonly tags: readonly string[];
  /** The address of a picture. */
  readonly image: string | null;
  /** The home address. */
  readonly primary_address: Address | null;
  /** Where deliveries go. */
  readonly shipping_address: Address | null;
  /** The business the customer buys for, as invoices name it. */
  readonly company_name: string | null;
  /** The number that business pays taxes by. */
  readonly tax_number: string | null;
  /** Why the customer is charged no tax; null when taxes are. */
  readonly tax_exempt: {
    /** The number of the certificate. */
    readonly number: string | null;
    /** The reason, as receipts show it. */
    readonly reason: string | null;
  } | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** Whether the customer was deleted. */
  readonly deleted: boolean;
}

/** How the figures of an order came about. */
export interface Explanation {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The lines, in their order. */
  readonly lines: readonly {
    /** Its number. */
    readonly number: number;
    /** Its product's name. */
    readonly name: string;
    /** How its total came about. */
    readonly steps: readonly {
      /** The step in words, in the language that Accept-Language asks for. */
      readonly text: string;
      /** The figure of the line or the order that it comes to; null for a step on the way. */
      readonly field: string | null;
      /** The exact amount; … where no decimal is. */
      readonly amount: string;
    }[];
  }[];
  /** How the figures of the whole came about. */
  readonly order: readonly {
    /** The step in words, in the language that Accept-Language asks for. */
    readonly text: string;
    /** The figure of the line or the order that it comes to; null for a step on the way. */
    readonly field: string | null;
    /** The exact amount; … where no decimal is. */
    readonly amount: string;
  }[];
}

/** The agent that needs longer. */
export interface ExtendJob {
  /** The agent's name for itself. */
  readonly agent: string;
  /** The attempt the job was handed out with. */
  readonly attempt: number;
}

/** The agent that could not print it, and the reason. */
export interface FailedJob {
  /** The agent's name for itself. */
  readonly agent: string;
  /** The attempt the job was handed out with. */
  readonly attempt: number;
  /** Why. */
  readonly reason: string;
  /** Whether any of it may be on paper. */
  readonly printed: 'no' | 'maybe';
}

/** A room of a site, or a part of one, that has tables. */
export interface Floor {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The site it is at. */
  readonly site_id: Id;
  /** The name. */
  readonly name: string;
  /** Where it stands among the floors of the site; the lowest first. */
  readonly sort: number;
  /** How many grid units it is wide. */
  readonly width: number;
  /** How many grid units it is deep. */
  readonly height: number;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** The returned part of an order, and the rest. */
export interface GivenBack {
  /** The amount of its refunds: of each the greater of goods and money. */
  readonly refunded: Amount;
  /** The money paid that is left to give back; 0 when the order cannot be refunded. */
  readonly left: Amount;
  /** The lines that sold something, those of options included. */
  readonly lines: readonly {
    /** The number of the line. */
    readonly number: number;
    /** The id of the line. */
    readonly line_id: Id;
    /** The product. */
    readonly product_id: Id;
    /** How many the line sold. */
    readonly quantity_sold: Amount;
    /** How many of them were given back, by refunds or by returns in the same order. */
    readonly quantity_refunded: Amount;
    /** How many are left to give back; 0 when the order cannot be refunded. */
    readonly quantity_left: Amount;
  }[];
  /** Its refunds, oldest first. */
  readonly orders: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** 8 characters that identify it, printed on the receipt. */
    readonly saleid: string;
    /** The sum of its lines with tax, not above 0. */
    readonly total: Amount;
    /** The money it gave back, not above 0. */
    readonly paid: Amount;
    /** When it was made. */
    readonly created_at: string;
  }[];
}

/** An add-on that somebody connected. */
export interface Grant {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The add-on. */
  readonly addon: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** The company that made it. */
    readonly company: {
      /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
      readonly id: Id;
      /** The id as text. */
      readonly id_str: string;
      /** The name of the company. */
      readonly name: string;
    };
  };
  /** The scopes. */
  readonly scopes: readonly (
    | 'company:read'
    | 'company:write'
    | 'orders:read'
    | 'orders:write'
    | 'products:read'
    | 'products:write'
    | 'customers:read'
    | 'customers:write'
    | 'checkins:read'
    | 'checkins:write'
    | 'webhooks'
  )[];
  /** The user who connected it. */
  readonly user: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** The e-mail address. */
    readonly email: string;
    /** The name. */
    readonly name: string;
  };
  /** When it last called, or was connected. */
  readonly last_used_at: string;
  /** When it was made. */
  readonly created_at: string;
}

/** A change that was saved. */
export interface HistoryEntry {
  /** 1 is the first. */
  readonly number: number;
  /** When. */
  readonly at: string;
  /** The author of the change. */
  readonly by: {
    /** The add-on. */
    readonly addon_id: Id;
    /** The name of the add-on. */
    readonly addon_name: string | null;
    /** The staff member who was signed in. */
    readonly staff_member_id: Id | null;
    /** At which register. */
    readonly register_id: Id | null;
  };
  /** Approvals that it was made with (reference: staff.17). */
  readonly approvals: readonly {
    /** The permission. */
    readonly right:
      | 'FinishSale'
      | 'MakeDiscount'
      | 'ApplyComp'
      | 'ChangePrice'
      | 'OverrideTax'
      | 'Void'
      | 'DeleteHeldOrder'
      | 'ModifySales'
      | 'Refund'
      | 'RefundWithoutReceipt'
      | 'CashIn'
      | 'CashOut'
      | 'OpenCashDrawer'
      | 'XReport'
      | 'ZReport';
    /** The staff member who approved it. */
    readonly staff_member_id: Id;
    /** Why. */
    readonly reason: string | null;
  }[];
  /** The names of what changed; `created` for the first. */
  readonly changed: readonly string[];
  /** The other orders of a split or a merge. */
  readonly order_ids: readonly Id[];
  /** The status after it. */
  readonly status: 'SUBMITTED' | 'ON_HOLD' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'COMPLETE';
  /** The total after it. */
  readonly total: Amount;
  /** The amount paid after it. */
  readonly paid: Amount;
}

/** An import of what another system kept. */
export interface Import {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The kind of records in the file. */
  readonly kind: 'customers' | 'staff' | 'sales';
  /** The system that wrote it: what it calls records is theirs by this name. */
  readonly source: string;
  /** The name of the file. */
  readonly file_name: string;
  /** The SHA-256 of the file, in lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Whether it says only what it would do. */
  readonly dry_run: boolean;
  /** Whether rows may still come. */
  readonly state: 'open' | 'done';
  /** The site of rows that name none. */
  readonly site_id: Id | null;
  /** How many parts of the file were taken. */
  readonly parts: number;
  /** How many customers, staff members or sales there were. */
  readonly records: number;
  /** How many were new. */
  readonly created: number;
  /** How many were there already. */
  readonly unchanged: number;
  /** How many refunds wait for a sale that was not there. */
  readonly waiting: number;
  /** How many cannot be taken. */
  readonly refused: number;
  /** How many mistakes there are. */
  readonly problem_count: number;
  /** The first 100 of them. */
  readonly problems: readonly {
    /** The line the row begins in; the file's first is 1. */
    readonly line: number;
    /** The column; null when it is about the whole row. */
    readonly column: string | null;
    /** The mistake, and the remedy. */
    readonly sentence: string;
    /** The code of the sentence, as refusals have it; null where it has none. */
    readonly reason: string | null;
    /** The values that stand in it, by their names. */
    readonly params: Readonly<Record<string, unknown>>;
  }[];
  /** When it was closed. */
  readonly ended_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** A file, and what to do with it. */
export interface ImportCatalogue {
  /**
   * The file itself. Its first line names the columns: `sku` makes it one of products, `name` and
   * `options` one of option sets.
   */
  readonly csv: string;
  /** Whether only to say what would be done. */
  readonly dry_run?: boolean | null;
  /** Whether to save the good rows when there are bad ones. */
  readonly skip_bad?: boolean | null;
}

/** The result of a part of a file. */
export interface ImportPart {
  /** The import so far. */
  readonly import: Import;
  /** Refunds that wait: send their rows again, once the rest was sent. */
  readonly waiting_sales: readonly string[];
}

/** The result of a file, or of trying it. */
export interface ImportReport {
  /** Whether it is saved. */
  readonly saved: boolean;
  /** How many rows there are. */
  readonly records: number;
  /** How many make something new. */
  readonly created: number;
  /** How many change something. */
  readonly changed: number;
  /** How many say what is known already. */
  readonly unchanged: number;
  /** How many cannot be saved. */
  readonly refused: number;
  /** How many mistakes there are. */
  readonly problem_count: number;
  /** The first 100 of them. */
  readonly problems: readonly {
    /** The line the row begins in; the file's first is 1. */
    readonly line: number;
    /** The column; null when it is about the whole row. */
    readonly column: string | null;
    /** The mistake, and the remedy. */
    readonly sentence: string;
    /** The code of the sentence, as refusals have it; null where it has none. */
    readonly reason: string | null;
    /** The values that stand in it, by their names. */
    readonly params: Readonly<Record<string, unknown>>;
  }[];
  /** How many rows do something. */
  readonly effect_count: number;
  /** The first 1000 of them. */
  readonly effects: readonly {
    /** The line the row begins in; the file's first is 1. */
    readonly line: number;
    /** The kind of record. */
    readonly kind: 'product' | 'option_set';
    /** The SKU of the product, or the name of the option set. */
    readonly key: string;
    /** The change. */
    readonly what: 'created' | 'changed';
    /** The columns that change; none of what is new. */
    readonly fields: readonly string[];
  }[];
}

/** Some rows of the file. */
export interface ImportRows {
  /** Its number: 1, 2, 3…. One that was taken is answered again, and does nothing. */
  readonly part: number;
  /** The rows as CSV. The first line names the columns; `line` is the line of the file that a row was in. */
  readonly csv: string;
  /** Whether these rows were sent before, and wait for a sale. */
  readonly again?: boolean | null;
  /** Whether nothing comes behind them: refunds of sales that are not there are mistakes then. */
  readonly last?: boolean | null;
  /** Of a dry run: sales that other parts of the file have. */
  readonly elsewhere?: readonly string[] | null;
}

/** A product that is counted at a site. */
export interface InventoryItem {
  /** The product. */
  readonly id: Id;
  /** The same as text. */
  readonly id_str: string;
  /** How many are left. */
  readonly stock: Amount;
}

/** A person who may join. */
export interface Invitation {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The address that is invited. */
  readonly email: string;
  /** As what. */
  readonly role: 'owner' | 'manager' | 'staff';
  /** When it was made. */
  readonly created_at: string;
  /** Until when the link works. */
  readonly expires_at: string;
}

/** Who, and as what. */
export interface Invite {
  /** The address that is invited. */
  readonly email: string;
  /** As what. */
  readonly role: 'owner' | 'manager' | 'staff';
}

/** Orders as postings to accounts. */
export interface Journal {
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** How many rows there are. */
  readonly row_count: number;
  /** The postings, by day and site. */
  readonly rows: readonly {
    /** The day. */
    readonly date: string;
    /** The site. */
    readonly site_id: Id;
    /** The name of the site. */
    readonly site: string | null;
    /** The kind of posting. */
    readonly kind:
      | 'sales'
      | 'tax'
      | 'service'
      | 'tips'
      | 'payment'
      | 'surcharges'
      | 'rounding'
      | 'refunds'
      | 'receivable';
    /**
     * The ledger_code of the payment method or tax, else that of ledger_codes of the company; null without
     * one.
     */
    readonly account: string | null;
    /** The name of the payment method or tax. */
    readonly name: string | null;
    /** The payment method or tax. */
    readonly record_id: Id | null;
    /** The debited amount. */
    readonly debit: Amount;
    /** The credited amount. */
    readonly credit: Amount;
    /** The debit, or the credit below 0. */
    readonly amount: Amount;
    /** The day and the site: what belongs together and adds up to 0. */
    readonly reference: string;
  }[];
}

/** An order, and what of it is new to the kitchen. */
export interface KitchenPrint {
  /** The lines that the kitchen has to make, or not to make any more, and those that are called. */
  readonly kitchen: readonly {
    /** The id of the line. */
    readonly line_id: Id;
    /** Its number in the order. */
    readonly line_number: number | null;
    /** The same as `line_number`. */
    readonly number: number | null;
    /**
     * new is to be made, more and less change how many, void is not to be made any more; recall says that
     * the course of a line that the kitchen has already is called.
     */
    readonly change: 'new' | 'more' | 'less' | 'void' | 'recall';
    /** The same as `change`. */
    readonly action: 'new' | 'more' | 'less' | 'void' | 'recall';
    /** How many more; negative: how many fewer; of a recall how many are called. */
    readonly quantity: Amount;
    /** The product. */
    readonly product_id: Id;
    /** Its name. */
    readonly name: string;
    /** The line's note. */
    readonly notes: string | null;
  }[];
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The company that owns it. */
  readonly company_id: Id;
  /** The site it is at. */
  readonly site_id: Id;
  /** The register it was taken at. */
  readonly register_id: Id | null;
  /** The staff member who took it. */
  readonly staff_member_id: Id | null;
  /** The linked customer. */
  readonly customer_id: Id | null;
  /** 8 characters that identify it, printed on the receipt. */
  readonly saleid: string;
  /** A number of your own. */
  readonly sale_number: string | null;
  /**
   * The number by which it is called out, such as A07: unique at its site on the day it was made; null
   * in orders from before there were any.
   */
  readonly order_number: string | null;
  /** Where it stands; docs/states.md draws what may follow. */
  readonly status: 'SUBMITTED' | 'ON_HOLD' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'COMPLETE';
  /** Whether it was deleted. */
  readonly deleted: boolean;
  /** Whether it gives back what was paid for another. */
  readonly is_refund: boolean;
  /** The order it refunds. */
  readonly refunded_order_id: Id | null;
  /** The same as text; sent with POST it makes a refund. */
  readonly original_order_id_str: string | null;
  /** A note. */
  readonly notes: string | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** How many guests it is for. */
  readonly guests: number | null;
  /** Groups orders, for example of one table; within 48 hours at a site. */
  readonly group_id: string | null;
  /** The table of its site that it is at; another one moves it there. */
  readonly table_id: Id | null;
  /** The name of that table when the order was put there. */
  readonly table_name: string | null;
  /** The order that it was split from. */
  readonly split_from: Id | null;
  /** The order that it was merged into; it is deleted then. */
  readonly merged_into: Id | null;
  /** The sum of the lines with tax. */
  readonly total: Amount;
  /** The tax in it. */
  readonly total_tax: Amount;
  /** The amount of each tax over all lines; they add up to total_tax. */
  readonly taxes: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Its rate as a factor: 0.1 is 10 %. */
    readonly rate: Amount;
    /** The amount without tax that it is on. */
    readonly taxable: Amount;
    /** The tax. */
    readonly amount: Amount;
    /** The tax before rounding, to 8 decimals. */
    readonly exact: Amount;
  }[];
  /** The sum of the payments, without tips and surcharges. */
  readonly paid: Amount;
  /** The amount still to be paid, service included; never below 0. */
  readonly due: Amount;
  /** Why it is charged no tax; null when taxes are. A linked customer brings the customer's. */
  readonly tax_exempt: {
    /** The number of the certificate. */
    readonly number: string | null;
    /** The reason, as receipts show it. */
    readonly reason: string | null;
  } | null;
  /** Its number among the invoices of the site and year, which have no gaps; null without. */
  readonly invoice_number: string | null;
  /** Ordinary tips, without what went to service. */
  readonly tips: Amount;
  /** Service as a percentage of the total: 12.5 is 12.5 %. */
  readonly tip_service_percent: Amount | null;
  /** Service as an amount; with a percentage it follows from the total. */
  readonly tip_service_amount: Amount;
  /** The part of it that was paid already. */
  readonly tip_service_paid: Amount;
  /** Surcharge on credit card payments; not in the total. */
  readonly credit_card_surcharge: Amount;
  /** A factor on everything: 0.9 is a discount of 10 %; 1 is none. */
  readonly price_variation: Amount;
  /** An amount on everything: negative is a discount; 0 is none. */
  readonly price_fixed_variation: Amount;
  /**
   * The discount by which it is cheaper: it sets the variation, unless one is sent with it. Null takes
   * it off.
   */
  readonly discount_id: Id | null;
  /** The name of that discount when it was given. */
  readonly discount_name: string | null;
  /** Why it was given. */
  readonly discount_reason: string | null;
  /** The amount above which operators may not bring the payable amount. */
  readonly price_limit: Amount | null;
  /** Whether it completes itself once it is PENDING and paid. */
  readonly complete_when_paid: boolean;
  /** Whether a register alerts to it while it is SUBMITTED. */
  readonly enable_alert_sound: boolean;
  /** Whether availability is not looked at, when it is wanted tomorrow or later. */
  readonly ignore_availability: boolean;
  /** Whether an operator who rejects it has to say why. */
  readonly prompt_for_reject_reason: boolean;
  /** Why it was rejected. */
  readonly reject_reason: {
    /** A number of your own for the reason. */
    readonly id: Id | null;
    /** The reason. */
    readonly name: string | null;
    /** More about it. */
    readonly notes: string | null;
  } | null;
  /** The acts that operators are kept from. */
  readonly lock: readonly ('NEW_LINES' | 'PAYMENTS' | 'APP_PAYMENT' | 'DELETE' | 'ALL')[];
  /** Whether a register prints it as soon as it is placed. */
  readonly pass_thru_printing: boolean;
  /** The register that prints it; sent by its id or as an order shows it, the site's own unless sent. */
  readonly pass_thru_printing_register: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** When it is to be printed. */
    readonly due_at: string;
    /** When it was. */
    readonly printed_at: string | null;
  } | null;
  /** Where it is posted on every change of its status. */
  readonly callback_uri: string | null;
  /** When it is wanted; the time of placing and the preparation time of the site, unless set. */
  readonly fulfil_at: string;
  /** When it was placed. */
  readonly placed_at: string;
  /**
   * The day in whose books it counts, where a cash-up had closed that of placed_at or of a payment when
   * it was completed.
   */
  readonly booked_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** The lines, option lines included. */
  readonly lines: readonly OrderLine[];
  /** The option sets that were chosen from, in their original form. */
  readonly options: readonly OrderOptionSet[];
  /** The payments. */
  readonly payments: readonly Payment[];
  /**
   * The linked customer, with details: one who is known is updated, one who is not is made. Not with
   * customer_id.
   */
  readonly customer: OrderCustomer | ExpandedCustomer | null;
  /** That register, with `expand`. */
  readonly register?: Register | null;
  /** How it reaches the customer; absent when unset, an empty text unsets it. */
  readonly order_type?: 'Dine in' | 'Takeaway' | 'Pickup' | 'Delivery' | 'Catering' | 'Drive Thru' | 'Kiosk';
  /**
   * The amount due if it is paid in cash, where small coins are missing; there when the site rounds
   * cash.
   */
  readonly cash_due?: Amount;
  /**
   * Where orders with different discounts were merged: what of price_fixed_variation is of which. Absent
   * otherwise.
   */
  readonly discounts?: readonly {
    /** The discount; null for one without a name. */
    readonly discount_id: Id | null;
    /** Its name when it was given. */
    readonly discount_name: string | null;
    /** Why it was given. */
    readonly discount_reason: string | null;
    /** Its part of the price_fixed_variation of the order. */
    readonly price_fixed_variation: Amount;
  }[];
}

/** In which language. */
export interface LanguageRequest {
  /** The language; null leaves it to the browser. */
  readonly language: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'ar' | null;
}

/** An option that was chosen for a line. */
export interface LineOption {
  /** The product it is. */
  readonly product_id: Id;
  /** Its name. */
  readonly name: string;
  /** The number of its own line. */
  readonly line_number: number;
  /** How it is wanted. */
  readonly instructions: 'No' | 'Extra' | 'Only' | 'On Side' | null;
  /** The price of one without tax. */
  readonly unit_price: Amount;
  /** The price of one with tax. */
  readonly unit_price_inc_tax: Amount;
  /** The sets that were chosen from for it. */
  readonly option_sets: readonly LineOptionSet[];
}

/** An option set with what was chosen of it for a line. */
export interface LineOptionSet {
  /** Its number within the order, which its paths take. */
  readonly number: number;
  /** The option set. */
  readonly option_set_id: Id;
  /** Its name. */
  readonly name: string;
  /** The chosen options, in their order. */
  readonly options: readonly LineOption[];
}

/** An address of a record. */
export interface ListedAddress {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The use of the address. */
  readonly type: 'postal' | 'shipping' | 'primary';
  /** Street and number. */
  readonly address: string | null;
  /** The town. */
  readonly city: string | null;
  /** The state or region. */
  readonly state: string | null;
  /** The postal code. */
  readonly postal_code: string | null;
  /** The country. */
  readonly country: string | null;
}

/** Whether and how many there are of a product at the sites that a list is about. */
export interface ListedAvailability {
  /** Whether it can be sold at one of them. */
  readonly is_available: boolean;
  /** How many are left at all of them; null where one does not count. */
  readonly amount: Amount | null;
  /** Each of them; in a list of a site that one. */
  readonly sites: readonly {
    /** The site. */
    readonly site_id: Id;
    /** Whether it can be sold there. */
    readonly is_available: boolean;
    /** How many are left; null is not counted. */
    readonly amount: Amount | null;
  }[];
}

/** An order as lists show it; the query parameter `fields` adds its parts. */
export interface ListedOrder {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The company that owns it. */
  readonly company_id: Id;
  /** The site it is at. */
  readonly site_id: Id;
  /** The register it was taken at. */
  readonly register_id: Id | null;
  /** The staff member who took it. */
  readonly staff_member_id: Id | null;
  /** The linked customer. */
  readonly customer_id: Id | null;
  /** 8 characters that identify it, printed on the receipt. */
  readonly saleid: string;
  /** A number of your own. */
  readonly sale_number: string | null;
  /**
   * The number by which it is called out, such as A07: unique at its site on the day it was made; null
   * in orders from before there were any.
   */
  readonly order_number: string | null;
  /** Where it stands; docs/states.md draws what may follow. */
  readonly status: 'SUBMITTED' | 'ON_HOLD' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'COMPLETE';
  /** Whether it was deleted. */
  readonly deleted: boolean;
  /** Whether it gives back what was paid for another. */
  readonly is_refund: boolean;
  /** The order it refunds. */
  readonly refunded_order_id: Id | null;
  /** The same as text; sent with POST it makes a refund. */
  readonly original_order_id_str: string | null;
  /** A note. */
  readonly notes: string | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** How many guests it is for. */
  readonly guests: number | null;
  /** Groups orders, for example of one table; within 48 hours at a site. */
  readonly group_id: string | null;
  /** The table of its site that it is at; another one moves it there. */
  readonly table_id: Id | null;
  /** The name of that table when the order was put there. */
  readonly table_name: string | null;
  /** The order that it was split from. */
  readonly split_from: Id | null;
  /** The order that it was merged into; it is deleted then. */
  readonly merged_into: Id | null;
  /** The sum of the lines with tax. */
  readonly total: Amount;
  /** The tax in it. */
  readonly total_tax: Amount;
  /** The amount of each tax over all lines; they add up to total_tax. */
  readonly taxes: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Its rate as a factor: 0.1 is 10 %. */
    readonly rate: Amount;
    /** The amount without tax that it is on. */
    readonly taxable: Amount;
    /** The tax. */
    readonly amount: Amount;
    /** The tax before rounding, to 8 decimals. */
    readonly exact: Amount;
  }[];
  /** The sum of the payments, without tips and surcharges. */
  readonly paid: Amount;
  /** The amount still to be paid, service included; never below 0. */
  readonly due: Amount;
  /** Why it is charged no tax; null when taxes are. A linked customer brings the customer's. */
  readonly tax_exempt: {
    /** The number of the certificate. */
    readonly number: string | null;
    /** The reason, as receipts show it. */
    readonly reason: string | null;
  } | null;
  /** Its number among the invoices of the site and year, which have no gaps; null without. */
  readonly invoice_number: string | null;
  /** Ordinary tips, without what went to service. */
  readonly tips: Amount;
  /** Service as a percentage of the total: 12.5 is 12.5 %. */
  readonly tip_service_percent: Amount | null;
  /** Service as an amount; with a percentage it follows from the total. */
  readonly tip_service_amount: Amount;
  /** The part of it that was paid already. */
  readonly tip_service_paid: Amount;
  /** Surcharge on credit card payments; not in the total. */
  readonly credit_card_surcharge: Amount;
  /** A factor on everything: 0.9 is a discount of 10 %; 1 is none. */
  readonly price_variation: Amount;
  /** An amount on everything: negative is a discount; 0 is none. */
  readonly price_fixed_variation: Amount;
  /**
   * The discount by which it is cheaper: it sets the variation, unless one is sent with it. Null takes
   * it off.
   */
  readonly discount_id: Id | null;
  /** The name of that discount when it was given. */
  readonly discount_name: string | null;
  /** Why it was given. */
  readonly discount_reason: string | null;
  /** The amount above which operators may not bring the payable amount. */
  readonly price_limit: Amount | null;
  /** Whether it completes itself once it is PENDING and paid. */
  readonly complete_when_paid: boolean;
  /** Whether a register alerts to it while it is SUBMITTED. */
  readonly enable_alert_sound: boolean;
  /** Whether availability is not looked at, when it is wanted tomorrow or later. */
  readonly ignore_availability: boolean;
  /** Whether an operator who rejects it has to say why. */
  readonly prompt_for_reject_reason: boolean;
  /** Why it was rejected. */
  readonly reject_reason: {
    /** A number of your own for the reason. */
    readonly id: Id | null;
    /** The reason. */
    readonly name: string | null;
    /** More about it. */
    readonly notes: string | null;
  } | null;
  /** The acts that operators are kept from. */
  readonly lock: readonly ('NEW_LINES' | 'PAYMENTS' | 'APP_PAYMENT' | 'DELETE' | 'ALL')[];
  /** Whether a register prints it as soon as it is placed. */
  readonly pass_thru_printing: boolean;
  /** The register that prints it; sent by its id or as an order shows it, the site's own unless sent. */
  readonly pass_thru_printing_register: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** When it is to be printed. */
    readonly due_at: string;
    /** When it was. */
    readonly printed_at: string | null;
  } | null;
  /** Where it is posted on every change of its status. */
  readonly callback_uri: string | null;
  /** When it is wanted; the time of placing and the preparation time of the site, unless set. */
  readonly fulfil_at: string;
  /** When it was placed. */
  readonly placed_at: string;
  /**
   * The day in whose books it counts, where a cash-up had closed that of placed_at or of a payment when
   * it was completed.
   */
  readonly booked_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** That register, with `expand`. */
  readonly register?: Register | null;
  /** How it reaches the customer; absent when unset, an empty text unsets it. */
  readonly order_type?: 'Dine in' | 'Takeaway' | 'Pickup' | 'Delivery' | 'Catering' | 'Drive Thru' | 'Kiosk';
  /**
   * The amount due if it is paid in cash, where small coins are missing; there when the site rounds
   * cash.
   */
  readonly cash_due?: Amount;
  /**
   * Where orders with different discounts were merged: what of price_fixed_variation is of which. Absent
   * otherwise.
   */
  readonly discounts?: readonly {
    /** The discount; null for one without a name. */
    readonly discount_id: Id | null;
    /** Its name when it was given. */
    readonly discount_name: string | null;
    /** Why it was given. */
    readonly discount_reason: string | null;
    /** Its part of the price_fixed_variation of the order. */
    readonly price_fixed_variation: Amount;
  }[];
  /** The lines, option lines included. */
  readonly lines?: readonly OrderLine[];
  /** The option sets that were chosen from, in their original form. */
  readonly options?: readonly OrderOptionSet[];
  /** The payments. */
  readonly payments?: readonly Payment[];
  /**
   * The linked customer, with details: one who is known is updated, one who is not is made. Not with
   * customer_id.
   */
  readonly customer?: OrderCustomer | ExpandedCustomer | null;
}

/** A product in a price list. */
export interface ListedPrice {
  /** The product. */
  readonly id: Id;
  /** The same as text. */
  readonly id_str: string;
  /** Its name. */
  readonly name: string;
  /** Its stock keeping unit. */
  readonly sku: string | null;
  /** The price with tax. It is kept in the form it was sent in; null takes it off the list. */
  readonly unit_price: Amount | null;
  /** The price without tax, instead. */
  readonly unit_price_ex_tax: Amount | null;
  /** The cost with tax; null takes it off the list. */
  readonly cost_price: Amount | null;
  /** The cost without tax, instead. */
  readonly cost_price_ex_tax: Amount | null;
  /** The form the price was entered in. */
  readonly price_form: 'ex' | 'inc' | null;
}

/** A product as lists show it; the query parameter `fields` adds the rest. */
export interface ListedProduct {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name; a new product needs one, a variant is named after its template without. */
  readonly name: string;
  /** A number of your own. */
  readonly number: string | null;
  /** A short name of your own. */
  readonly code: string | null;
  /** The stock keeping unit. */
  readonly sku: string | null;
  /** The barcode. */
  readonly barcode: string | null;
  /** For internal use. */
  readonly description: string | null;
  /** Words it is filed under. */
  readonly tags: readonly string[];
  /** Whether it is sold. */
  readonly is_sold: boolean;
  /** Whether it is bought. */
  readonly is_purchased: boolean;
  /** Whether it is kept in stock. */
  readonly is_inventory: boolean;
  /** Whether it is a modifier of other products. */
  readonly is_modifier: boolean;
  /** Whether sites that show products online show it. */
  readonly show_online: boolean;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** Whether it was deleted. */
  readonly deleted: boolean;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /**
   * The address of its picture; a picture itself can be sent as a data URL of up to 512 KiB, which is
   * kept.
   */
  readonly image?: string | null;
  /** Printed on the docket instead of the name. */
  readonly docket_name?: string | null;
  /** The categories it is in; sent as ids or objects with an id, they replace those before. */
  readonly categories?: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
  }[];
  /**
   * The sets a buyer chooses from, in their order; sent as ids or objects with an id, they replace those
   * before.
   */
  readonly option_sets?: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Whether No, Extra, Only and On Side can be asked for. */
    readonly instructions: boolean;
    /** How many options have to be chosen. */
    readonly min_selection: number;
    /** How many can be; null is any number. */
    readonly max_selection: number | null;
  }[];
  /** The variants of a template. */
  readonly variants?: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Its stock keeping unit. */
    readonly sku: string | null;
    /** Its value of each attribute. */
    readonly variant_attributes: Readonly<Record<string, string | readonly string[]>>;
  }[];
  /** The template it is a variant of. */
  readonly variant_parent_id?: Id | null;
  /**
   * Of a template its attributes with all their values, of a variant one value each; empty for other
   * products.
   */
  readonly variant_attributes?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * The price with tax. One of the two prices is needed for a new product, and is kept in the form it
   * was sent in.
   */
  readonly unit_price?: Amount | null;
  /** The price without tax. */
  readonly unit_price_ex_tax?: Amount | null;
  /** The tax in the price. */
  readonly unit_tax?: Amount | null;
  /** Its taxes; none means tax free. */
  readonly taxes?: readonly ProductTax[];
  /** Whether the price was entered without or with tax. */
  readonly price_form?: 'ex' | 'inc' | null;
  /** Whether the register always asks for a price. */
  readonly variable_price?: boolean;
  /** The least price it takes then. */
  readonly min_sell_price?: Amount | null;
  /** The highest. */
  readonly max_sell_price?: Amount | null;
  /** The modifiers that pop up when it is sold, in their order. */
  readonly modifiers?: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** The price there with tax; null is its own price. */
    readonly unit_price: Amount | null;
    /** The same without tax. */
    readonly unit_price_ex_tax: Amount | null;
    /** Whether the price was entered without or with tax. */
    readonly price_form: 'ex' | 'inc' | null;
  }[];
  /**
   * In a list of a site, where it has any: its prices on lists with times or types of orders, the one
   * that goes first at the beginning.
   */
  readonly timed_prices?: readonly {
    /** The list. */
    readonly price_list_id: Id;
    /** The price with tax. */
    readonly unit_price: Amount;
    /** The price without tax. */
    readonly unit_price_ex_tax: Amount;
    /** The form the price was entered in. */
    readonly price_form: 'ex' | 'inc';
  }[];
  /** Whether and how many there are. */
  readonly availability?: ListedAvailability;
}

/** A request to the API. */
export interface LoggedRequest {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** When. */
  readonly at: string;
  /** The X-Request-Id. */
  readonly request_id: string;
  /** The method. */
  readonly method: string;
  /** The path, without secrets. */
  readonly path: string;
  /** The status of the answer. */
  readonly status: number;
  /** The code of the refusal. */
  readonly error: string | null;
  /** Its sentence, in the language of who reads it. */
  readonly error_description: string | null;
  /** The code of the sentence; null where it has none, or there are several. */
  readonly reason: string | null;
  /** The values that stand in it, by their names. */
  readonly params: Readonly<Record<string, unknown>>;
  /** How long it took, in milliseconds. */
  readonly duration_ms: Amount;
  /** The add-on that asked. */
  readonly addon: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string | null;
  } | null;
  /** The user who asked. */
  readonly user: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** The e-mail address. */
    readonly email: string | null;
  } | null;
  /** The device that asked. */
  readonly device_id: Id | null;
  /** The staff member who was signed in. */
  readonly staff_id: Id | null;
  /** The beginning of the body of what was refused, without secrets. */
  readonly body: string | null;
}

/** A message by e-mail, on its way or sent. */
export interface Mail {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The kind of message. */
  readonly kind: 'receipt' | 'invitation' | 'reset' | 'password_changed' | 'account_changed';
  /** How far it is. `sent` is: the mail server has taken it. */
  readonly state: 'queued' | 'sending' | 'sent' | 'dead';
  /** The address it goes to. */
  readonly to: string;
  /** The order of a receipt. */
  readonly order_id: Id | null;
  /** The language it is written in; null of a receipt: its site's, else English. */
  readonly language: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'ar' | null;
  /** Its Message-ID, the same at every attempt. */
  readonly message_id: string;
  /** When it is tried next. */
  readonly next_attempt_at: string | null;
  /** How many attempts there were. */
  readonly tries: number;
  /** The failure of the last attempt. */
  readonly failure: string | null;
  /** When it was sent, or given up. */
  readonly ended_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** The attempts so far, where one message is read. */
  readonly attempts?: readonly {
    /** 1 is the first. */
    readonly number: number;
    /** When it began. */
    readonly started_at: string;
    /** How long it took, in milliseconds. */
    readonly latency_ms: number;
    /** The SMTP status that came back. */
    readonly status: number | null;
    /** The failure. */
    readonly error: string | null;
    /** The mail server's answer. */
    readonly answer: string | null;
  }[];
}

/** Where a receipt is sent. */
export interface MailReceipt {
  /** The address, one. */
  readonly email: string;
  /** The language of the message and the receipt; the site's unless sent. */
  readonly language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'ar' | null;
}

/** A user who is in the company. */
export interface Member {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The e-mail address they sign in with. */
  readonly email: string;
  /** The name. */
  readonly name: string;
  /** An owner may do everything, a manager the daily business, staff the register. */
  readonly role: 'owner' | 'manager' | 'staff';
  /** Whether they have an authenticator app or a passkey. */
  readonly has_second_factor: boolean;
  /** When they joined. */
  readonly created_at: string;
}

/** A key that a member made and that gives access, also when the member has left. */
export interface MemberKey {
  /** Its name in `keep`. */
  readonly key: string;
  /**
   * A token that was made for an add-on of the company, the client_secret of one, a device that was let
   * in, an add-on that was connected, or an invitation.
   */
  readonly kind: 'access_token' | 'client_secret' | 'device' | 'grant' | 'invitation';
  /** The add-on, the device, or the e-mail address that was invited. */
  readonly name: string;
  /** The add-on, of a token, a client_secret and a connection. */
  readonly addon_id: Id | null;
  /** The register, of a device. */
  readonly register_id: Id | null;
  /** When it last called, to the minute; null when it never did. */
  readonly last_used_at: string | null;
  /** When it was made. */
  readonly created_at: string;
}

/** The keys of a member. */
export interface MemberKeys {
  /** All of them. */
  readonly keys: readonly MemberKey[];
}

/**
 * Everything that a till or kiosk sells from at a site; with `after` what has changed since instead.
 * Each list is ascending by id.
 */
export interface Menu {
  /** The number of the company's last event that is in it. */
  readonly version: Long;
  /** The site. */
  readonly site: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** The ISO 4217 code of its currency. */
    readonly currency: string;
    /** Its time zone. */
    readonly timezone: Timezone;
    /** Whether it shows products online. */
    readonly online_products_enabled: boolean;
    /**
     * The lists that hold there at times, or for types of orders: of those that hold for an order, the
     * first that has a price goes first.
     */
    readonly price_lists: readonly {
      /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
      readonly id: Id;
      /** The id as text. */
      readonly id_str: string;
      /** Its name. */
      readonly name: string;
      /**
       * The times at which it holds, by the clocks of each site; null is always. With times or types of
       * orders, it holds at every site whose own list it lies below, or one above that.
       */
      readonly schedule:
        | readonly {
            /** The days on which it begins: 1 is Monday, 7 is Sunday. */
            readonly weekdays: readonly number[];
            /** When it begins, by the clocks of the site. */
            readonly from: string;
            /** When it ends; at or before `from` it does on the day after. */
            readonly until: string;
          }[]
        | null;
      /** The types of orders that it holds for; null is all. An order without a type counts as `Dine in`. */
      readonly order_types:
        | readonly ('Dine in' | 'Takeaway' | 'Pickup' | 'Delivery' | 'Catering' | 'Drive Thru' | 'Kiosk')[]
        | null;
    }[];
  };
  /** The categories that have something of the site. */
  readonly categories?: readonly MenuCategory[];
  /** The products of the site, but for modifiers. */
  readonly products?: readonly ListedProduct[];
  /** The option sets of its products and modifiers, with the options that the site has. */
  readonly option_sets?: readonly OptionSet[];
  /** The products with is_modifier that the site has. */
  readonly modifiers?: readonly ListedProduct[];
  /** All of the company's taxes. */
  readonly taxes?: readonly Tax[];
  /** With `after`. */
  readonly changed?: {
    /** The categories that have something of the site. */
    readonly categories?: readonly MenuCategory[];
    /** The products of the site, but for modifiers. */
    readonly products?: readonly ListedProduct[];
    /** The option sets of its products and modifiers, with the options that the site has. */
    readonly option_sets?: readonly OptionSet[];
    /** The products with is_modifier that the site has. */
    readonly modifiers?: readonly ListedProduct[];
    /** All of the company's taxes. */
    readonly taxes?: readonly Tax[];
  };
  /** With `after`. */
  readonly removed?: {
    /** Ids of such. */
    readonly categories: readonly Id[];
    /** Ids of such. */
    readonly products: readonly Id[];
    /** Ids of such. */
    readonly option_sets: readonly Id[];
    /** Ids of such. */
    readonly modifiers: readonly Id[];
    /** Ids of such. */
    readonly taxes: readonly Id[];
  };
}

/** A category of a menu. */
export interface MenuCategory {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name. */
  readonly name: string;
  /** A description of its content. */
  readonly description: string | null;
  /** The address of its picture. */
  readonly image: string | null;
  /** Whether sites that show products online show it. */
  readonly show_online: boolean;
  /** The products and modifiers of the menu that are in it, ascending by id. */
  readonly products: readonly Id[];
}

/** Which orders. */
export interface MergeOrders {
  /** The orders that become part of it; they are deleted. */
  readonly order_ids: readonly IdInput[];
}

/** Which product, by how much, and why. */
export interface MoveStock {
  /** The product; it has to be counted there. */
  readonly product_id: IdInput;
  /** How much came in; below 0 what went out. Up to 4 decimals. */
  readonly change: AmountInput;
  /** Why. */
  readonly reason: 'delivery' | 'wastage' | 'count' | 'transfer' | 'correction';
  /** A note, such as the number of a delivery. */
  readonly note?: string | null;
}

/** A new add-on, with its secrets. */
export interface NewAddon {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name. */
  readonly name: string;
  /** The client_id. */
  readonly client_id: string;
  /** Whether it is a public client, which has no secret. */
  readonly is_public: boolean;
  /** The scopes that it may ask for. */
  readonly scopes: readonly (
    | 'company:read'
    | 'company:write'
    | 'orders:read'
    | 'orders:write'
    | 'products:read'
    | 'products:write'
    | 'customers:read'
    | 'customers:write'
    | 'checkins:read'
    | 'checkins:write'
    | 'webhooks'
  )[];
  /** Where people come back to after consent. */
  readonly redirect_uris: readonly string[];
  /** Until when the client_secret before the last one is taken. */
  readonly old_secret_valid_until: string | null;
  /** When it last called, to the minute; null when it never did. */
  readonly last_used_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** The secret that messages are signed with. Its bytes are the key. */
  readonly signing_secret: string;
  /** The client_secret, shown this once; null for a public client. */
  readonly client_secret: string | null;
  /** The same key for libraries of Standard Webhooks. */
  readonly signing_secret_base64: string;
}

/** A device that was let in. An agent has its token with it; a screen has its key in a cookie. */
export interface NewDevice {
  /** The device. */
  readonly device: Device;
  /** The token of an agent, shown this once. */
  readonly access_token?: string;
  /** How it is sent. */
  readonly token_type?: 'Bearer';
}

/** A new invitation, with its link. */
export interface NewInvitation {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The address that is invited. */
  readonly email: string;
  /** As what. */
  readonly role: 'owner' | 'manager' | 'staff';
  /** When it was made. */
  readonly created_at: string;
  /** Until when the link works. */
  readonly expires_at: string;
  /** The link to hand out, shown this once. */
  readonly link: string;
  /** Whether it is sent to them by e-mail as well. */
  readonly mailed: boolean;
}

/** A session that has just begun, with its token. */
export interface NewOperatorSession {
  /** The token of the staff member, shown this once. */
  readonly access_token: string;
  /** How the token is sent. */
  readonly token_type: 'Bearer';
  /** Seconds until it ends. */
  readonly expires_in: number;
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The register. */
  readonly register_id: Id;
  /** The signed-in staff member. */
  readonly staff_member: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** The first name. */
    readonly first_name: string;
    /** The last name. */
    readonly last_name: string | null;
    /** Whether they may do everything. */
    readonly is_admin: boolean;
  };
  /**
   * The codes of what they may do at this register: of their own, and by roles. An administrator has all
   * that bind.
   */
  readonly rights: readonly string[];
  /** The scopes of the token, separated by blanks. */
  readonly scope: string;
  /** When the session ends. */
  readonly expires_at: string;
  /** When it began. */
  readonly created_at: string;
}

/** Nothing to say. */
export type Nothing = Readonly<Record<string, never>>;

/** Nothing is needed. */
export type NothingRequest = Readonly<Record<string, never>>;

/** A file that is to be brought in. */
export interface OpenImport {
  /** The kind of records in the file. */
  readonly kind: 'customers' | 'staff' | 'sales';
  /** The system that wrote it, such as `square`; `file` unless sent. */
  readonly source?: string | null;
  /** The name of the file. */
  readonly file_name: string;
  /** Its SHA-256, in lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Whether only to say what would be done. */
  readonly dry_run?: boolean | null;
  /** The site of rows that name none; the only one of the company unless sent. */
  readonly site_id?: IdInput | null;
}

/** Which register, and with what in its drawer. */
export interface OpenShift {
  /** The register whose drawer it is. */
  readonly register_id: IdInput;
  /** The staff member who opened it; the one signed in at the register, unless sent. */
  readonly staff_id?: IdInput | null;
  /** The cash in the drawer when it was opened. */
  readonly float?: AmountInput | null;
  /** A note. */
  readonly note?: string | null;
}

/** A staff member who is signed in at a register. */
export interface OperatorSession {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The register. */
  readonly register_id: Id;
  /** The signed-in staff member. */
  readonly staff_member: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** The first name. */
    readonly first_name: string;
    /** The last name. */
    readonly last_name: string | null;
    /** Whether they may do everything. */
    readonly is_admin: boolean;
  };
  /**
   * The codes of what they may do at this register: of their own, and by roles. An administrator has all
   * that bind.
   */
  readonly rights: readonly string[];
  /** The scopes of the token, separated by blanks. */
  readonly scope: string;
  /** When the session ends. */
  readonly expires_at: string;
  /** When it began. */
  readonly created_at: string;
}

/** A set of options to choose from. */
export interface OptionSet {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name. */
  readonly name: string;
  /** Whether No, Extra, Only and On Side can be asked for. */
  readonly instructions: boolean;
  /** How many options have to be chosen. */
  readonly min_selection: number;
  /** How many can be; null is any number. */
  readonly max_selection: number | null;
  /** The options, in the order in which a register shows them; a list replaces the one before. */
  readonly options: readonly {
    /** The product it is. */
    readonly product_id: Id;
    /** Its price without tax; null is the product's own. */
    readonly price_ex_tax: Amount | null;
  }[];
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** An order, whole. */
export interface Order {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The company that owns it. */
  readonly company_id: Id;
  /** The site it is at. */
  readonly site_id: Id;
  /** The register it was taken at. */
  readonly register_id: Id | null;
  /** The staff member who took it. */
  readonly staff_member_id: Id | null;
  /** The linked customer. */
  readonly customer_id: Id | null;
  /** 8 characters that identify it, printed on the receipt. */
  readonly saleid: string;
  /** A number of your own. */
  readonly sale_number: string | null;
  /**
   * The number by which it is called out, such as A07: unique at its site on the day it was made; null
   * in orders from before there were any.
   */
  readonly order_number: string | null;
  /** Where it stands; docs/states.md draws what may follow. */
  readonly status: 'SUBMITTED' | 'ON_HOLD' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'COMPLETE';
  /** Whether it was deleted. */
  readonly deleted: boolean;
  /** Whether it gives back what was paid for another. */
  readonly is_refund: boolean;
  /** The order it refunds. */
  readonly refunded_order_id: Id | null;
  /** The same as text; sent with POST it makes a refund. */
  readonly original_order_id_str: string | null;
  /** A note. */
  readonly notes: string | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** How many guests it is for. */
  readonly guests: number | null;
  /** Groups orders, for example of one table; within 48 hours at a site. */
  readonly group_id: string | null;
  /** The table of its site that it is at; another one moves it there. */
  readonly table_id: Id | null;
  /** The name of that table when the order was put there. */
  readonly table_name: string | null;
  /** The order that it was split from. */
  readonly split_from: Id | null;
  /** The order that it was merged into; it is deleted then. */
  readonly merged_into: Id | null;
  /** The sum of the lines with tax. */
  readonly total: Amount;
  /** The tax in it. */
  readonly total_tax: Amount;
  /** The amount of each tax over all lines; they add up to total_tax. */
  readonly taxes: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Its rate as a factor: 0.1 is 10 %. */
    readonly rate: Amount;
    /** The amount without tax that it is on. */
    readonly taxable: Amount;
    /** The tax. */
    readonly amount: Amount;
    /** The tax before rounding, to 8 decimals. */
    readonly exact: Amount;
  }[];
  /** The sum of the payments, without tips and surcharges. */
  readonly paid: Amount;
  /** The amount still to be paid, service included; never below 0. */
  readonly due: Amount;
  /** Why it is charged no tax; null when taxes are. A linked customer brings the customer's. */
  readonly tax_exempt: {
    /** The number of the certificate. */
    readonly number: string | null;
    /** The reason, as receipts show it. */
    readonly reason: string | null;
  } | null;
  /** Its number among the invoices of the site and year, which have no gaps; null without. */
  readonly invoice_number: string | null;
  /** Ordinary tips, without what went to service. */
  readonly tips: Amount;
  /** Service as a percentage of the total: 12.5 is 12.5 %. */
  readonly tip_service_percent: Amount | null;
  /** Service as an amount; with a percentage it follows from the total. */
  readonly tip_service_amount: Amount;
  /** The part of it that was paid already. */
  readonly tip_service_paid: Amount;
  /** Surcharge on credit card payments; not in the total. */
  readonly credit_card_surcharge: Amount;
  /** A factor on everything: 0.9 is a discount of 10 %; 1 is none. */
  readonly price_variation: Amount;
  /** An amount on everything: negative is a discount; 0 is none. */
  readonly price_fixed_variation: Amount;
  /**
   * The discount by which it is cheaper: it sets the variation, unless one is sent with it. Null takes
   * it off.
   */
  readonly discount_id: Id | null;
  /** The name of that discount when it was given. */
  readonly discount_name: string | null;
  /** Why it was given. */
  readonly discount_reason: string | null;
  /** The amount above which operators may not bring the payable amount. */
  readonly price_limit: Amount | null;
  /** Whether it completes itself once it is PENDING and paid. */
  readonly complete_when_paid: boolean;
  /** Whether a register alerts to it while it is SUBMITTED. */
  readonly enable_alert_sound: boolean;
  /** Whether availability is not looked at, when it is wanted tomorrow or later. */
  readonly ignore_availability: boolean;
  /** Whether an operator who rejects it has to say why. */
  readonly prompt_for_reject_reason: boolean;
  /** Why it was rejected. */
  readonly reject_reason: {
    /** A number of your own for the reason. */
    readonly id: Id | null;
    /** The reason. */
    readonly name: string | null;
    /** More about it. */
    readonly notes: string | null;
  } | null;
  /** The acts that operators are kept from. */
  readonly lock: readonly ('NEW_LINES' | 'PAYMENTS' | 'APP_PAYMENT' | 'DELETE' | 'ALL')[];
  /** Whether a register prints it as soon as it is placed. */
  readonly pass_thru_printing: boolean;
  /** The register that prints it; sent by its id or as an order shows it, the site's own unless sent. */
  readonly pass_thru_printing_register: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** When it is to be printed. */
    readonly due_at: string;
    /** When it was. */
    readonly printed_at: string | null;
  } | null;
  /** Where it is posted on every change of its status. */
  readonly callback_uri: string | null;
  /** When it is wanted; the time of placing and the preparation time of the site, unless set. */
  readonly fulfil_at: string;
  /** When it was placed. */
  readonly placed_at: string;
  /**
   * The day in whose books it counts, where a cash-up had closed that of placed_at or of a payment when
   * it was completed.
   */
  readonly booked_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** The lines, option lines included. */
  readonly lines: readonly OrderLine[];
  /** The option sets that were chosen from, in their original form. */
  readonly options: readonly OrderOptionSet[];
  /** The payments. */
  readonly payments: readonly Payment[];
  /**
   * The linked customer, with details: one who is known is updated, one who is not is made. Not with
   * customer_id.
   */
  readonly customer: OrderCustomer | ExpandedCustomer | null;
  /** That register, with `expand`. */
  readonly register?: Register | null;
  /** How it reaches the customer; absent when unset, an empty text unsets it. */
  readonly order_type?: 'Dine in' | 'Takeaway' | 'Pickup' | 'Delivery' | 'Catering' | 'Drive Thru' | 'Kiosk';
  /**
   * The amount due if it is paid in cash, where small coins are missing; there when the site rounds
   * cash.
   */
  readonly cash_due?: Amount;
  /**
   * Where orders with different discounts were merged: what of price_fixed_variation is of which. Absent
   * otherwise.
   */
  readonly discounts?: readonly {
    /** The discount; null for one without a name. */
    readonly discount_id: Id | null;
    /** Its name when it was given. */
    readonly discount_name: string | null;
    /** Why it was given. */
    readonly discount_reason: string | null;
    /** Its part of the price_fixed_variation of the order. */
    readonly price_fixed_variation: Amount;
  }[];
}

/** The customer of an order. */
export interface OrderCustomer {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The first name. */
  readonly first_name: string;
  /** The last name. */
  readonly last_name: string | null;
  /** The e-mail address. */
  readonly email: string | null;
  /** The telephone number. */
  readonly phone: string | null;
  /** Your add-on's own id of the customer; "" without one. Other add-ons do not see it. */
  readonly reference_id: string;
  /** The address of a picture. */
  readonly image: string | null;
}

/** A group of orders, all of them closed. */
export interface OrderGroup {
  /** The group. */
  readonly group_id: string;
  /** The company. */
  readonly company_id: Id;
  /** The site. */
  readonly site_id: Id;
  /** Its orders. */
  readonly orders: readonly Order[];
}

/** A line of an order, as it was when it was sold. */
export interface OrderLine {
  /** Its place: 1, 2, 3… within the order. */
  readonly number: number;
  /** Its id, which stays when it moves. */
  readonly line_id: Id;
  /** The product. */
  readonly product_id: Id;
  /** The product as it was; with `expand` its record besides. */
  readonly product:
    | {
        /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
        readonly id: Id;
        /** The id as text. */
        readonly id_str: string;
        /** Its name. */
        readonly name: string;
        /** Its stock keeping unit. */
        readonly sku?: string;
      }
    | ListedProduct;
  /** What it is called, instead of its product's name. */
  readonly description: string | null;
  /** How many; negative is a return. Up to 4 decimals. */
  readonly quantity: Amount;
  /** A note. */
  readonly notes: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** The price of one without tax; sent, it is used instead of the price list's. */
  readonly unit_price: Amount;
  /** The price of one with tax; sent, it is used when unit_price is absent. */
  readonly unit_price_inc_tax: Amount;
  /** The tax in the price of one. */
  readonly unit_tax: Amount;
  /** A factor on the line: 0.9 is a discount of 10 %; 1 is none. */
  readonly price_variation: Amount;
  /** An amount on the line: negative is a discount; 0 is none. */
  readonly price_fixed_variation: Amount;
  /**
   * The discount by which it is cheaper: it sets the variation, unless one is sent with it. Null takes
   * it off.
   */
  readonly discount_id: Id | null;
  /** The name of that discount when it was given. */
  readonly discount_name: string | null;
  /** Why it was given. */
  readonly discount_reason: string | null;
  /** The final price of the line without tax, all variations included. */
  readonly line_total_ex_tax: Amount;
  /** The tax on it. */
  readonly line_total_tax: Amount;
  /**
   * The taxes on it; their amounts add up to line_total_tax. Sent as ids or objects with an id, they are
   * charged instead of the product's, which null brings back.
   */
  readonly taxes: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Its rate as a factor: 0.1 is 10 %. */
    readonly rate: Amount;
    /** The amount without tax that it is on. */
    readonly taxable: Amount;
    /** The tax. */
    readonly amount: Amount;
    /** The tax before rounding, to 8 decimals. */
    readonly exact: Amount;
  }[];
  /** The ids of its modifiers: a repeat means two, a negative id means without. */
  readonly modifiers: readonly Id[];
  /**
   * Whether it follows from an option set; then that is changed instead. Such a line of a body is left
   * out: an order sent again as it was read means it once.
   */
  readonly part_of_option_set: boolean;
  /** Which course it is of: 1 is the first. */
  readonly course_ordinal: number | null;
  /** How far its course is. */
  readonly course_status: 'no status' | 'uncalled' | 'pending' | 'called';
  /** The seat at the table that it is for. */
  readonly seat: number | null;
  /** The options chosen for it. Not together with modifiers. */
  readonly option_sets: readonly LineOptionSet[];
}

/** An option set with what was chosen of it. */
export interface OrderOptionSet {
  /** Its number within the order, which its paths take. */
  readonly number: number;
  /** The option set. */
  readonly option_set_id: Id;
  /** Its name. */
  readonly name: string;
  /** The number of the line it belongs to. */
  readonly line_number: number;
  /** The chosen options, in their order. */
  readonly options: readonly ChosenOption[];
}

/** The rest of an order, and the orders that it was split into. */
export interface OrderSplit {
  /** The order with what stays in it. */
  readonly order: Order;
  /** The new orders, in the order of the parts, of the seats or of the shares. */
  readonly orders: readonly Order[];
}

/** A new password. */
export interface OwnPasswordRequest {
  /** The present password. */
  readonly password: string;
  /** The new one: 10 to 200 characters. */
  readonly new_password: string;
}

/** The options that the browser takes for a passkey. */
export interface PasskeyOptions {
  /** The options (WebAuthn), with a challenge that is good once, for five minutes. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A new passkey. */
export interface PasskeyRequest {
  /** The name. */
  readonly name: string;
  /** The browser's answer for the new passkey. */
  readonly credential: unknown;
}

/** A passkey. */
export interface PasskeySignInRequest {
  /** The browser's answer, by the options of `/session/passkey/options`. */
  readonly credential: unknown;
}

/** Money that was taken, or given back. */
export interface Payment {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** Its place: 1, 2, 3… within the order. */
  readonly number: number;
  /** How it was paid. */
  readonly method: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
  };
  /** How it was paid; the add-on's own method unless sent. */
  readonly method_id: Id;
  /** How much; negative is given back. */
  readonly amount: Amount;
  /** The tip besides. */
  readonly tip: Amount;
  /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
  readonly rounding: Amount;
  /** A reference of your own, such as a terminal receipt number. */
  readonly ref: string | null;
  /** The card, where a payment request says so. */
  readonly card: {
    /** Its brand, such as Visa. */
    readonly brand: string | null;
    /** The last four digits of its number. */
    readonly last4: string | null;
  } | null;
  /** When it was paid; when it was recorded, unless sent. Not ahead of now. */
  readonly paid_at: string;
  /** When it was recorded. */
  readonly created_at: string;
  /** The payment method, with `expand`. */
  readonly payment_method?: PaymentMethod | null;
}

/** The outcome. */
export interface PaymentAnswer {
  /** The outcome; without it the message alone is changed. */
  readonly status?: 'approved' | 'declined' | 'cancelled' | 'unknown';
  /** How much was approved: all that was asked for, unless sent. */
  readonly amount?: AmountInput;
  /** The tip besides. */
  readonly tip?: AmountInput;
  /** The surcharge besides. */
  readonly credit_card_surcharge?: AmountInput;
  /** The reference of the transaction. */
  readonly ref?: string | null;
  /** The card that was charged. */
  readonly card?: {
    /** Its brand, such as Visa. */
    readonly brand?: string | null;
    /** The last four digits of its number. */
    readonly last4?: string | null;
  } | null;
  /** A sentence for the cashier, such as `Present card`, or why it was declined. */
  readonly message?: string | null;
  /** False, by hand: what was taken beside the order is dealt with. */
  readonly unapplied?: boolean;
  /** Why it is settled by hand; needed there. */
  readonly reason?: string;
}

/** A way to pay. */
export interface PaymentMethod {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name. */
  readonly name: string;
  /** Its account in the books. */
  readonly ledger_code: string | null;
  /** The kind of tender. One of kind addon belongs to the add-on that made it. */
  readonly kind: 'cash' | 'card' | 'account' | 'addon';
  /** Of kind addon: whether its add-on takes the money when a register asks for it (payment requests). */
  readonly takes_requests: boolean;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** A payment that the add-on of its method is asked to take, or to give back. */
export interface PaymentRequest {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The order. */
  readonly order_id: Id;
  /** The site of the order. */
  readonly site_id: Id;
  /** The register that asks; null where no terminal stands at one. */
  readonly register_id: Id | null;
  /** The payment method, whose add-on answers. */
  readonly method_id: Id;
  /** Whether money is taken or given back. */
  readonly kind: 'sale' | 'refund';
  /** The status. */
  readonly status: 'pending' | 'approved' | 'declined' | 'cancelled' | 'unknown';
  /** How much is asked for, above 0; all that is left to pay or to give back, unless sent. */
  readonly amount: Amount;
  /** How much was approved, which may be less; null unless approved. */
  readonly approved_amount: Amount | null;
  /** The tip besides. */
  readonly tip: Amount;
  /** The surcharge besides. */
  readonly credit_card_surcharge: Amount;
  /** The provider's reference of the transaction. */
  readonly ref: string | null;
  /** The card that was charged. */
  readonly card: {
    /** Its brand, such as Visa. */
    readonly brand: string | null;
    /** The last four digits of its number. */
    readonly last4: string | null;
  } | null;
  /** A sentence of the provider for the cashier. */
  readonly message: string | null;
  /** Of a refund: the reference of the payment that is given back, so that it goes to the same card. */
  readonly original_ref: string | null;
  /** The payment of the order that it became. */
  readonly payment_number: number | null;
  /** True where money was taken that the order could not take any more. */
  readonly unapplied: boolean;
  /** The staff member who asks; the one signed in at the register, unless sent. */
  readonly staff_id: Id | null;
  /** How often its provider was asked what has become of it. */
  readonly asked_again: number;
  /** When its provider was asked to cancel it. */
  readonly cancel_requested_at: string | null;
  /** When it becomes unknown, unless it is answered before. */
  readonly expires_at: string;
  /** When it came to its outcome. */
  readonly answered_at: string | null;
  /** The author who settled it by hand; null where its provider did. */
  readonly settled: {
    /** The staff member. */
    readonly staff_id: Id | null;
    /** The user at the back office. */
    readonly user_id: Id | null;
    /** Why. */
    readonly reason: string;
    /** When. */
    readonly at: string;
  } | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** That register, with `expand`. */
  readonly register?: Register | null;
}

/** A price list. Where it has no price, the one it lies below is asked. */
export interface PriceList {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name. */
  readonly name: string;
  /** The list it lies below; null for the base price list. */
  readonly parent_id: Id | null;
  /**
   * The times at which it holds, by the clocks of each site; null is always. With times or types of
   * orders, it holds at every site whose own list it lies below, or one above that.
   */
  readonly schedule:
    | readonly {
        /** The days on which it begins: 1 is Monday, 7 is Sunday. */
        readonly weekdays: readonly number[];
        /** When it begins, by the clocks of the site. */
        readonly from: string;
        /** When it ends; at or before `from` it does on the day after. */
        readonly until: string;
      }[]
    | null;
  /** The types of orders that it holds for; null is all. An order without a type counts as `Dine in`. */
  readonly order_types:
    | readonly ('Dine in' | 'Takeaway' | 'Pickup' | 'Delivery' | 'Catering' | 'Drive Thru' | 'Kiosk')[]
    | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** The prices; null takes one off the list. */
export interface PriceListProduct {
  /** The price with tax. It is kept in the form it was sent in; null takes it off the list. */
  readonly unit_price?: AmountInput | null;
  /** The price without tax, instead. */
  readonly unit_price_ex_tax?: AmountInput | null;
  /** The cost with tax; null takes it off the list. */
  readonly cost_price?: AmountInput | null;
  /** The cost without tax, instead. */
  readonly cost_price_ex_tax?: AmountInput | null;
}

/** Products with their prices. */
export interface PriceListProducts {
  /** The products. */
  readonly products: readonly {
    /** The product. */
    readonly id: IdInput;
    /** The same as `id`, and taken instead of it; sent both, they must agree. */
    readonly id_str?: IdInput;
    /** The price with tax. It is kept in the form it was sent in; null takes it off the list. */
    readonly unit_price?: AmountInput | null;
    /** The price without tax, instead. */
    readonly unit_price_ex_tax?: AmountInput | null;
    /** The cost with tax; null takes it off the list. */
    readonly cost_price?: AmountInput | null;
    /** The cost without tax, instead. */
    readonly cost_price_ex_tax?: AmountInput | null;
  }[];
}

/** An order as it would be. Nothing was saved: it has no ids. */
export interface PricedOrder {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id | null;
  /** The id as text. */
  readonly id_str: string | null;
  /** The company that owns it. */
  readonly company_id: Id;
  /** The site it is at. */
  readonly site_id: Id;
  /** The register it was taken at. */
  readonly register_id: Id | null;
  /** The staff member who took it. */
  readonly staff_member_id: Id | null;
  /** The linked customer. */
  readonly customer_id: Id | null;
  /** 8 characters that identify it, printed on the receipt. */
  readonly saleid: string | null;
  /** A number of your own. */
  readonly sale_number: string | null;
  /**
   * The number by which it is called out, such as A07: unique at its site on the day it was made; null
   * in orders from before there were any.
   */
  readonly order_number: string | null;
  /** Where it stands; docs/states.md draws what may follow. */
  readonly status: 'SUBMITTED' | 'ON_HOLD' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'COMPLETE';
  /** Whether it was deleted. */
  readonly deleted: boolean;
  /** Whether it gives back what was paid for another. */
  readonly is_refund: boolean;
  /** The order it refunds. */
  readonly refunded_order_id: Id | null;
  /** The same as text; sent with POST it makes a refund. */
  readonly original_order_id_str: string | null;
  /** A note. */
  readonly notes: string | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** How many guests it is for. */
  readonly guests: number | null;
  /** Groups orders, for example of one table; within 48 hours at a site. */
  readonly group_id: string | null;
  /** The table of its site that it is at; another one moves it there. */
  readonly table_id: Id | null;
  /** The name of that table when the order was put there. */
  readonly table_name: string | null;
  /** The order that it was split from. */
  readonly split_from: Id | null;
  /** The order that it was merged into; it is deleted then. */
  readonly merged_into: Id | null;
  /** The sum of the lines with tax. */
  readonly total: Amount;
  /** The tax in it. */
  readonly total_tax: Amount;
  /** The amount of each tax over all lines; they add up to total_tax. */
  readonly taxes: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Its rate as a factor: 0.1 is 10 %. */
    readonly rate: Amount;
    /** The amount without tax that it is on. */
    readonly taxable: Amount;
    /** The tax. */
    readonly amount: Amount;
    /** The tax before rounding, to 8 decimals. */
    readonly exact: Amount;
  }[];
  /** The sum of the payments, without tips and surcharges. */
  readonly paid: Amount;
  /** The amount still to be paid, service included; never below 0. */
  readonly due: Amount;
  /** Why it is charged no tax; null when taxes are. A linked customer brings the customer's. */
  readonly tax_exempt: {
    /** The number of the certificate. */
    readonly number: string | null;
    /** The reason, as receipts show it. */
    readonly reason: string | null;
  } | null;
  /** Its number among the invoices of the site and year, which have no gaps; null without. */
  readonly invoice_number: string | null;
  /** Ordinary tips, without what went to service. */
  readonly tips: Amount;
  /** Service as a percentage of the total: 12.5 is 12.5 %. */
  readonly tip_service_percent: Amount | null;
  /** Service as an amount; with a percentage it follows from the total. */
  readonly tip_service_amount: Amount;
  /** The part of it that was paid already. */
  readonly tip_service_paid: Amount;
  /** Surcharge on credit card payments; not in the total. */
  readonly credit_card_surcharge: Amount;
  /** A factor on everything: 0.9 is a discount of 10 %; 1 is none. */
  readonly price_variation: Amount;
  /** An amount on everything: negative is a discount; 0 is none. */
  readonly price_fixed_variation: Amount;
  /**
   * The discount by which it is cheaper: it sets the variation, unless one is sent with it. Null takes
   * it off.
   */
  readonly discount_id: Id | null;
  /** The name of that discount when it was given. */
  readonly discount_name: string | null;
  /** Why it was given. */
  readonly discount_reason: string | null;
  /** The amount above which operators may not bring the payable amount. */
  readonly price_limit: Amount | null;
  /** Whether it completes itself once it is PENDING and paid. */
  readonly complete_when_paid: boolean;
  /** Whether a register alerts to it while it is SUBMITTED. */
  readonly enable_alert_sound: boolean;
  /** Whether availability is not looked at, when it is wanted tomorrow or later. */
  readonly ignore_availability: boolean;
  /** Whether an operator who rejects it has to say why. */
  readonly prompt_for_reject_reason: boolean;
  /** Why it was rejected. */
  readonly reject_reason: {
    /** A number of your own for the reason. */
    readonly id: Id | null;
    /** The reason. */
    readonly name: string | null;
    /** More about it. */
    readonly notes: string | null;
  } | null;
  /** The acts that operators are kept from. */
  readonly lock: readonly ('NEW_LINES' | 'PAYMENTS' | 'APP_PAYMENT' | 'DELETE' | 'ALL')[];
  /** Whether a register prints it as soon as it is placed. */
  readonly pass_thru_printing: boolean;
  /** The register that prints it; sent by its id or as an order shows it, the site's own unless sent. */
  readonly pass_thru_printing_register: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** When it is to be printed. */
    readonly due_at: string;
    /** When it was. */
    readonly printed_at: string | null;
  } | null;
  /** Where it is posted on every change of its status. */
  readonly callback_uri: string | null;
  /** When it is wanted; the time of placing and the preparation time of the site, unless set. */
  readonly fulfil_at: string;
  /** When it was placed. */
  readonly placed_at: string;
  /**
   * The day in whose books it counts, where a cash-up had closed that of placed_at or of a payment when
   * it was completed.
   */
  readonly booked_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** The lines, option lines included. */
  readonly lines: readonly PricedOrderLine[];
  /** The option sets that were chosen from, in their original form. */
  readonly options: readonly OrderOptionSet[];
  /** The payments. */
  readonly payments: readonly PricedPayment[];
  /** The linked customer. */
  readonly customer: PricedOrderCustomer | null;
  /** That register, with `expand`. */
  readonly register?: Register | null;
  /** How it reaches the customer; absent when unset, an empty text unsets it. */
  readonly order_type?: 'Dine in' | 'Takeaway' | 'Pickup' | 'Delivery' | 'Catering' | 'Drive Thru' | 'Kiosk';
  /**
   * The amount due if it is paid in cash, where small coins are missing; there when the site rounds
   * cash.
   */
  readonly cash_due?: Amount;
  /**
   * Where orders with different discounts were merged: what of price_fixed_variation is of which. Absent
   * otherwise.
   */
  readonly discounts?: readonly {
    /** The discount; null for one without a name. */
    readonly discount_id: Id | null;
    /** Its name when it was given. */
    readonly discount_name: string | null;
    /** Why it was given. */
    readonly discount_reason: string | null;
    /** Its part of the price_fixed_variation of the order. */
    readonly price_fixed_variation: Amount;
  }[];
  /** How its figures came about. */
  readonly explanation?: {
    /** The lines, in their order. */
    readonly lines: readonly {
      /** Its number. */
      readonly number: number;
      /** Its product's name. */
      readonly name: string;
      /** How its total came about. */
      readonly steps: readonly {
        /** The step in words, in the language that Accept-Language asks for. */
        readonly text: string;
        /** The figure of the line or the order that it comes to; null for a step on the way. */
        readonly field: string | null;
        /** The exact amount; … where no decimal is. */
        readonly amount: string;
      }[];
    }[];
    /** How the figures of the whole came about. */
    readonly order: readonly {
      /** The step in words, in the language that Accept-Language asks for. */
      readonly text: string;
      /** The figure of the line or the order that it comes to; null for a step on the way. */
      readonly field: string | null;
      /** The exact amount; … where no decimal is. */
      readonly amount: string;
    }[];
  };
}

/** The customer of an order. */
export interface PricedOrderCustomer {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id | null;
  /** The id as text. */
  readonly id_str: string | null;
  /** The first name. */
  readonly first_name: string;
  /** The last name. */
  readonly last_name: string | null;
  /** The e-mail address. */
  readonly email: string | null;
  /** The telephone number. */
  readonly phone: string | null;
  /** Your add-on's own id of the customer; "" without one. Other add-ons do not see it. */
  readonly reference_id: string;
  /** The address of a picture. */
  readonly image: string | null;
}

/** A line of an order, as it was when it was sold. */
export interface PricedOrderLine {
  /** Its place: 1, 2, 3… within the order. */
  readonly number: number;
  /** Its id, which stays when it moves. */
  readonly line_id: Id | null;
  /** The product. */
  readonly product_id: Id;
  /** The product as it was; with `expand` its record besides. */
  readonly product:
    | {
        /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
        readonly id: Id;
        /** The id as text. */
        readonly id_str: string;
        /** Its name. */
        readonly name: string;
        /** Its stock keeping unit. */
        readonly sku?: string;
      }
    | ListedProduct;
  /** What it is called, instead of its product's name. */
  readonly description: string | null;
  /** How many; negative is a return. Up to 4 decimals. */
  readonly quantity: Amount;
  /** A note. */
  readonly notes: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** The price of one without tax; sent, it is used instead of the price list's. */
  readonly unit_price: Amount;
  /** The price of one with tax; sent, it is used when unit_price is absent. */
  readonly unit_price_inc_tax: Amount;
  /** The tax in the price of one. */
  readonly unit_tax: Amount;
  /** A factor on the line: 0.9 is a discount of 10 %; 1 is none. */
  readonly price_variation: Amount;
  /** An amount on the line: negative is a discount; 0 is none. */
  readonly price_fixed_variation: Amount;
  /**
   * The discount by which it is cheaper: it sets the variation, unless one is sent with it. Null takes
   * it off.
   */
  readonly discount_id: Id | null;
  /** The name of that discount when it was given. */
  readonly discount_name: string | null;
  /** Why it was given. */
  readonly discount_reason: string | null;
  /** The final price of the line without tax, all variations included. */
  readonly line_total_ex_tax: Amount;
  /** The tax on it. */
  readonly line_total_tax: Amount;
  /**
   * The taxes on it; their amounts add up to line_total_tax. Sent as ids or objects with an id, they are
   * charged instead of the product's, which null brings back.
   */
  readonly taxes: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Its rate as a factor: 0.1 is 10 %. */
    readonly rate: Amount;
    /** The amount without tax that it is on. */
    readonly taxable: Amount;
    /** The tax. */
    readonly amount: Amount;
    /** The tax before rounding, to 8 decimals. */
    readonly exact: Amount;
  }[];
  /** The ids of its modifiers: a repeat means two, a negative id means without. */
  readonly modifiers: readonly Id[];
  /**
   * Whether it follows from an option set; then that is changed instead. Such a line of a body is left
   * out: an order sent again as it was read means it once.
   */
  readonly part_of_option_set: boolean;
  /** Which course it is of: 1 is the first. */
  readonly course_ordinal: number | null;
  /** How far its course is. */
  readonly course_status: 'no status' | 'uncalled' | 'pending' | 'called';
  /** The seat at the table that it is for. */
  readonly seat: number | null;
  /** The options chosen for it. Not together with modifiers. */
  readonly option_sets: readonly LineOptionSet[];
}

/** Money that was taken, or given back. */
export interface PricedPayment {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id | null;
  /** The id as text. */
  readonly id_str: string | null;
  /** Its place: 1, 2, 3… within the order. */
  readonly number: number;
  /** How it was paid. */
  readonly method: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
  };
  /** How it was paid; the add-on's own method unless sent. */
  readonly method_id: Id;
  /** How much; negative is given back. */
  readonly amount: Amount;
  /** The tip besides. */
  readonly tip: Amount;
  /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
  readonly rounding: Amount;
  /** A reference of your own, such as a terminal receipt number. */
  readonly ref: string | null;
  /** The card, where a payment request says so. */
  readonly card: {
    /** Its brand, such as Visa. */
    readonly brand: string | null;
    /** The last four digits of its number. */
    readonly last4: string | null;
  } | null;
  /** When it was paid; when it was recorded, unless sent. Not ahead of now. */
  readonly paid_at: string;
  /** When it was recorded. */
  readonly created_at: string;
  /** The payment method, with `expand`. */
  readonly payment_method?: PaymentMethod | null;
}

/** A print job of a register. */
export interface PrintJob {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The register whose agent prints it. */
  readonly register_id: Id;
  /** The site. */
  readonly site_id: Id;
  /** The order it is about. */
  readonly order_id: Id;
  /** The ticket it prints; null for a receipt. */
  readonly ticket_id: Id | null;
  /** The printed document. */
  readonly kind: 'ticket' | 'receipt';
  /** How far it is. */
  readonly state: 'queued' | 'sent' | 'printed' | 'failed' | 'reprinted';
  /** Whether its order waits for it (pass-through printing). */
  readonly pass_thru: boolean;
  /** Whether it may be on paper already; it then prints marked as a copy. */
  readonly copy: boolean;
  /** The job it was asked for again from. */
  readonly copy_of: Id | null;
  /** How often it was handed out. */
  readonly attempt: number;
  /** The agent that has it, or had it last. */
  readonly agent: string | null;
  /** When it is to be printed. */
  readonly due_at: string;
  /** Until when the agent has it for itself. */
  readonly lease_until: string | null;
  /** Why it was not printed the last time. */
  readonly failure: string | null;
  /** When it was on paper. */
  readonly printed_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** That register, with `expand`. */
  readonly register?: Register | null;
}

/** A print job of a register, with its document. */
export interface PrintJobWithDocument {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The register whose agent prints it. */
  readonly register_id: Id;
  /** The site. */
  readonly site_id: Id;
  /** The order it is about. */
  readonly order_id: Id;
  /** The ticket it prints; null for a receipt. */
  readonly ticket_id: Id | null;
  /** The printed document. */
  readonly kind: 'ticket' | 'receipt';
  /** How far it is. */
  readonly state: 'queued' | 'sent' | 'printed' | 'failed' | 'reprinted';
  /** Whether its order waits for it (pass-through printing). */
  readonly pass_thru: boolean;
  /** Whether it may be on paper already; it then prints marked as a copy. */
  readonly copy: boolean;
  /** The job it was asked for again from. */
  readonly copy_of: Id | null;
  /** How often it was handed out. */
  readonly attempt: number;
  /** The agent that has it, or had it last. */
  readonly agent: string | null;
  /** When it is to be printed. */
  readonly due_at: string;
  /** Until when the agent has it for itself. */
  readonly lease_until: string | null;
  /** Why it was not printed the last time. */
  readonly failure: string | null;
  /** When it was on paper. */
  readonly printed_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** The printed document. */
  readonly document: TicketDocument | ReceiptDocument | null;
  /** That register, with `expand`. */
  readonly register?: Register | null;
}

/** Where. */
export interface PrintReceipt {
  /** The register; the operator's, or the order's own, unless given. */
  readonly register_id?: IdInput | null;
}

/** The agent that has it on paper. */
export interface PrintedJob {
  /** The agent's name for itself. */
  readonly agent: string;
  /** The attempt the job was handed out with. */
  readonly attempt: number;
  /** Whether it was printed marked as a copy. */
  readonly copy?: boolean | null;
}

/** A product with the sites it was made available at. */
export interface Product {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name; a new product needs one, a variant is named after its template without. */
  readonly name: string;
  /** A number of your own. */
  readonly number: string | null;
  /** A short name of your own. */
  readonly code: string | null;
  /** The stock keeping unit. */
  readonly sku: string | null;
  /** The barcode. */
  readonly barcode: string | null;
  /** For internal use. */
  readonly description: string | null;
  /** Words it is filed under. */
  readonly tags: readonly string[];
  /** Whether it is sold. */
  readonly is_sold: boolean;
  /** Whether it is bought. */
  readonly is_purchased: boolean;
  /** Whether it is kept in stock. */
  readonly is_inventory: boolean;
  /** Whether it is a modifier of other products. */
  readonly is_modifier: boolean;
  /** Whether sites that show products online show it. */
  readonly show_online: boolean;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** Whether it was deleted. */
  readonly deleted: boolean;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** Shown to customers online. */
  readonly online_description: string | null;
  /** Printed on the docket instead of the name. */
  readonly docket_name: string | null;
  /**
   * The address of its picture; a picture itself can be sent as a data URL of up to 512 KiB, which is
   * kept.
   */
  readonly image: string | null;
  /** Whether the register always asks for a price. */
  readonly variable_price: boolean;
  /** The least price it takes then. */
  readonly min_sell_price: Amount | null;
  /** The highest. */
  readonly max_sell_price: Amount | null;
  /** How much of its unit one of it is. */
  readonly measure: Amount | null;
  /** unit, g, kg, oz, lb, ml or l. */
  readonly unit_of_measure: string | null;
  /** At how many left at a site `products/stock_low` is told; null is never. */
  readonly low_stock: Amount | null;
  /** The categories it is in; sent as ids or objects with an id, they replace those before. */
  readonly categories: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
  }[];
  /**
   * The sets a buyer chooses from, in their order; sent as ids or objects with an id, they replace those
   * before.
   */
  readonly option_sets: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Whether No, Extra, Only and On Side can be asked for. */
    readonly instructions: boolean;
    /** How many options have to be chosen. */
    readonly min_selection: number;
    /** How many can be; null is any number. */
    readonly max_selection: number | null;
  }[];
  /** The variants of a template. */
  readonly variants: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Its stock keeping unit. */
    readonly sku: string | null;
    /** Its value of each attribute. */
    readonly variant_attributes: Readonly<Record<string, string | readonly string[]>>;
  }[];
  /** The modifiers that pop up when it is sold, in their order. */
  readonly modifiers: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** The price there with tax; null is its own price. */
    readonly unit_price: Amount | null;
    /** The same without tax. */
    readonly unit_price_ex_tax: Amount | null;
    /** Whether the price was entered without or with tax. */
    readonly price_form: 'ex' | 'inc' | null;
  }[];
  /** The template it is a variant of. */
  readonly variant_parent_id: Id | null;
  /**
   * Of a template its attributes with all their values, of a variant one value each; empty for other
   * products.
   */
  readonly variant_attributes: Readonly<Record<string, string | readonly string[]>>;
  /**
   * The price with tax. One of the two prices is needed for a new product, and is kept in the form it
   * was sent in.
   */
  readonly unit_price: Amount | null;
  /** The price without tax. */
  readonly unit_price_ex_tax: Amount | null;
  /** The tax in the price. */
  readonly unit_tax: Amount | null;
  /** The cost, with tax. */
  readonly cost_price: Amount | null;
  /** The cost, without tax. */
  readonly cost_price_ex_tax: Amount | null;
  /** The ids of its taxes, sent as ids or objects with an id; none means tax free. */
  readonly taxes: readonly Id[];
  /** The ids of the taxes on its cost. */
  readonly cost_taxes: readonly Id[];
  /** The values at each site that has it. */
  readonly sites: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /**
     * The price with tax. One of the two prices is needed for a new product, and is kept in the form it
     * was sent in.
     */
    readonly unit_price: Amount | null;
    /** The price without tax. */
    readonly unit_price_ex_tax: Amount | null;
    /** The tax in the price. */
    readonly unit_tax: Amount | null;
    /** The cost, with tax. */
    readonly cost_price: Amount | null;
    /** The cost, without tax. */
    readonly cost_price_ex_tax: Amount | null;
    /** The ids of its taxes, sent as ids or objects with an id; none means tax free. */
    readonly taxes: readonly Id[];
    /** The ids of the taxes on its cost. */
    readonly cost_taxes: readonly Id[];
    /** Whether it is kept in stock there. */
    readonly is_inventory: boolean;
    /** Whether it is shown online there. */
    readonly show_online: boolean;
    /** Whether and how many there are. */
    readonly availability: Availability;
    /** How many are left, as its availability has it; null is not counted. */
    readonly stock: Amount | null;
  }[];
}

/** All of them, in the order in which they pop up. */
export interface ProductModifiers {
  /** The modifiers. */
  readonly modifiers: readonly {
    /** A product with is_modifier. */
    readonly id: IdInput;
    /** The same as `id`, and taken instead of it; sent both, they must agree. */
    readonly id_str?: IdInput;
    /** What it costs there with tax; the modifier's own price unless set. */
    readonly unit_price?: AmountInput | null;
    /** The same without tax, instead. */
    readonly unit_price_ex_tax?: AmountInput | null;
  }[];
}

/** A tax of a product. */
export interface ProductTax {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name. */
  readonly name: string;
  /** The rate as a factor: 0.1 is 10 %. */
  readonly rate: Amount;
}

/** One of these. */
export interface ProofRequest {
  /** The password. */
  readonly password?: string | null;
  /** A code of the authenticator app, or a recovery code. */
  readonly code?: string | null;
  /** The browser's answer for a passkey, by the options of `/session/passkey/options`. */
  readonly credential?: unknown;
}

/** Which lines; all of them unless said. */
export interface RecallTicket {
  /** The line_ids. */
  readonly line_ids?: readonly IdInput[] | null;
}

/** What a customer's receipt says. */
export interface ReceiptDocument {
  /** The kind of document. */
  readonly kind: 'receipt';
  /** The order. */
  readonly order_id: string;
  /** The order's saleid. */
  readonly saleid: string;
  /** The company. */
  readonly company_name: string;
  /** The name that invoices are written in, where it is another. */
  readonly legal_name: string | null;
  /** The number it is registered by. */
  readonly business_number: string | null;
  /** The number it pays taxes by, where it is another. */
  readonly tax_number: string | null;
  /** The site. */
  readonly site_name: string;
  /** The address, line by line. */
  readonly address: readonly string[];
  /** The telephone number. */
  readonly phone: string | null;
  /** The company's text at the top, with its line breaks; null is none. */
  readonly header: string | null;
  /** Its text at the end, with its line breaks; null is none. */
  readonly footer: string | null;
  /** The time zone its times are printed in. */
  readonly timezone: string;
  /** The language it is printed in; null is English. */
  readonly language: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'ar' | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** Tax invoice, Invoice, Receipt, Credit note or Refund; Bill where an open order is not paid in full. */
  readonly title: string;
  /** The number of the invoice or credit note. */
  readonly invoice_number: string | null;
  /** A sentence: the sale that a refund gives back money for, or that a bill is not a receipt. */
  readonly subject: string | null;
  /** The order's status. */
  readonly status: 'SUBMITTED' | 'ON_HOLD' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'COMPLETE';
  /** Whether it is of a refund. */
  readonly is_refund: boolean;
  /** The saleid of what is refunded. */
  readonly refund_of: string | null;
  /** How the order reaches the customer. */
  readonly order_type: string | null;
  /** The group. */
  readonly group_id: string | null;
  /** The table, as it is called; null where it is at none. */
  readonly table_name: string | null;
  /** The number by which the order is called out, such as A07. */
  readonly order_number: string | null;
  /** The number of your own. */
  readonly sale_number: string | null;
  /** The staff member who took it. */
  readonly staff_name: string | null;
  /** The customer. */
  readonly customer_name: string | null;
  /** When the order was placed. */
  readonly placed_at: string;
  /** When this was made. */
  readonly at: string;
  /** The lines. */
  readonly lines: readonly {
    /** 0 for what was ordered; what was chosen for it lies further in. */
    readonly level: number;
    /** How many. */
    readonly quantity: string;
    /** What. */
    readonly name: string;
    /** The lines below it. */
    readonly details: readonly string[];
    /** The total with tax; empty for what has no price of its own. */
    readonly total: string;
  }[];
  /** The notes below the lines. */
  readonly notes: readonly string[];
  /** The total, with its currency. */
  readonly total: string;
  /** The tax by name and rate. */
  readonly taxes: readonly ReceiptFigure[];
  /** The payments. */
  readonly payments: readonly ReceiptFigure[];
  /** Tips, service and surcharges, which stand outside the total. */
  readonly extras: readonly ReceiptFigure[];
  /** The amount still to be paid; empty when it is none. */
  readonly due: string;
  /** The address of its page, which a QR code at its end shows; null where there is none. */
  readonly qr: string | null;
}

/** A label with an amount. */
export interface ReceiptFigure {
  /** The label. */
  readonly label: string;
  /** The amount. */
  readonly amount: string;
}

/** Where a guest finds the receipt of an order. */
export interface ReceiptLink {
  /** The page of the receipt: its address cannot be guessed. */
  readonly url: string;
  /** The receipt as a PDF. */
  readonly pdf_url: string;
  /** A QR code of the address of the page, as an SVG picture. */
  readonly qr_svg: string;
  /** Whether the service has a mail server, so that receipts can be sent. */
  readonly can_mail: boolean;
}

/** The totals of a file beside those of the reports. */
export interface Reconciliation {
  /** The import. */
  readonly import_id: Id;
  /** Whether the reports have counted everything. */
  readonly complete: boolean;
  /** The sums of all days. */
  readonly sums: readonly {
    /** The kind of total. */
    readonly kind: 'day' | 'method' | 'tax';
    /** The amount of the file. */
    readonly file: Amount;
    /** The amount of the reports on its days. */
    readonly reported: Amount;
    /** The reports less the file. */
    readonly difference: Amount;
    /** How many rows differ. */
    readonly differing: number;
  }[];
  /** How many rows there are. */
  readonly row_count: number;
  /** The first 1000 of them. */
  readonly rows: readonly {
    /** The kind of total: all sales of a day, payments by a method, or a tax. */
    readonly kind: 'day' | 'method' | 'tax';
    /** The day, by the clocks of the site. */
    readonly date: string;
    /** The site. */
    readonly site_id: Id;
    /** Its name. */
    readonly site: string | null;
    /** The payment method or tax; null where there is none of that name. */
    readonly record_id: Id | null;
    /** Its name. */
    readonly name: string | null;
    /** The amount of the file. */
    readonly file: Amount;
    /** The amount of the reports on that day. */
    readonly reported: Amount;
    /** The reports less the file. */
    readonly difference: Amount;
  }[];
}

/** Codes for when the app is lost, shown this once. */
export interface RecoveryCodes {
  /** The codes: each lets in once. */
  readonly codes: readonly string[];
}

/** Which events; both ends may be left out. */
export interface RedeliverRange {
  /** Only events after this number. */
  readonly after?: number | string | null;
  /** Only events up to this number. */
  readonly until?: number | string | null;
}

/** A register: one point of sale at a site. */
export interface Register {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** A short name of your own. */
  readonly code: string | null;
  /** The name. */
  readonly name: string;
  /** The site it is at. */
  readonly site_id: Id;
  /** The company. */
  readonly company_id: Id;
  /** The prefix of its sale numbers. */
  readonly sale_prefix: string | null;
  /** The prefix of its numbers of returns. */
  readonly return_prefix: string | null;
  /** The staff member who is signed in at it. */
  readonly current_staff_member: Id | null;
  /** Whether a device was let in for it. */
  readonly assigned_to_device: boolean;
  /** Whether it prints the tickets of its kitchen. */
  readonly kitchen_printing: boolean;
  /** Online while the last sign of life is under 30 seconds old. */
  readonly status: 'online' | 'offline';
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** Which passkey. */
export interface RemovePasskeyRequest {
  /** The key of the passkey. */
  readonly key: string;
}

/** Which events; both ends may be left out. */
export interface ReplayRange {
  /** Only events after this number. */
  readonly after?: number | string | null;
  /** Only events up to this number. */
  readonly until?: number | string | null;
}

/** How many events were queued again. */
export interface Replayed {
  /** How many. */
  readonly queued: number;
  /** The number of the last event that was looked at: go on after it. */
  readonly last: Long;
  /** Whether there are more. */
  readonly more: boolean;
}

/** Sums of completed orders by category. */
export interface ReportByCategory {
  /** By what. */
  readonly by: 'category';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The id; null for none. */
    readonly id: Id | null;
    /** The same as text. */
    readonly id_str: string | null;
    /** The name as it is now. */
    readonly name: string | null;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
  }[];
}

/** Sums of completed orders by customer. */
export interface ReportByCustomer {
  /** By what. */
  readonly by: 'customer';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The id; null for none. */
    readonly id: Id | null;
    /** The same as text. */
    readonly id_str: string | null;
    /** The name as it is now. */
    readonly name: string | null;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
    /** The average total of a sale; null without one. */
    readonly average: Amount | null;
    /** Their payments. */
    readonly payments: number;
    /** The amount paid, without tips and surcharges. */
    readonly paid: Amount;
    /** Ordinary tips. */
    readonly tips: Amount;
    /** Service. */
    readonly tip_service_amount: Amount;
    /** The part of it that was paid. */
    readonly tip_service_paid: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  }[];
}

/** Sums of completed orders by day. */
export interface ReportByDay {
  /** By what. */
  readonly by: 'day';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The day. */
    readonly day: string;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
    /** The average total of a sale; null without one. */
    readonly average: Amount | null;
    /** Their payments. */
    readonly payments: number;
    /** The amount paid, without tips and surcharges. */
    readonly paid: Amount;
    /** Ordinary tips. */
    readonly tips: Amount;
    /** Service. */
    readonly tip_service_amount: Amount;
    /** The part of it that was paid. */
    readonly tip_service_paid: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  }[];
}

/** Sums of completed orders by discount. */
export interface ReportByDiscount {
  /** By what. */
  readonly by: 'discount';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The id; null for none. */
    readonly id: Id | null;
    /** The same as text. */
    readonly id_str: string | null;
    /** The name as it is now. */
    readonly name: string | null;
    /** The staff member whose orders it was given on; null without one. */
    readonly staff_member_id: Id | null;
    /** The name of that staff member. */
    readonly staff_member: string | null;
    /** How often it was given, on lines and whole orders; refunds take nothing away. */
    readonly given: number;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** The amount taken off, with tax; refunds take away. */
    readonly discount: Amount;
    /** The same without tax. */
    readonly discount_ex_tax: Amount;
    /** The tax in it. */
    readonly discount_tax: Amount;
  }[];
}

/** Sums of completed orders by hour. */
export interface ReportByHour {
  /** By what. */
  readonly by: 'hour';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The hour of the day, 0 to 23. */
    readonly hour: number;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
    /** The average total of a sale; null without one. */
    readonly average: Amount | null;
    /** Their payments. */
    readonly payments: number;
    /** The amount paid, without tips and surcharges. */
    readonly paid: Amount;
    /** Ordinary tips. */
    readonly tips: Amount;
    /** Service. */
    readonly tip_service_amount: Amount;
    /** The part of it that was paid. */
    readonly tip_service_paid: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  }[];
}

/** Sums of completed orders by month. */
export interface ReportByMonth {
  /** By what. */
  readonly by: 'month';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The month, such as 2026-01. */
    readonly month: string;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
    /** The average total of a sale; null without one. */
    readonly average: Amount | null;
    /** Their payments. */
    readonly payments: number;
    /** The amount paid, without tips and surcharges. */
    readonly paid: Amount;
    /** Ordinary tips. */
    readonly tips: Amount;
    /** Service. */
    readonly tip_service_amount: Amount;
    /** The part of it that was paid. */
    readonly tip_service_paid: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  }[];
}

/** Sums of completed orders by order type. */
export interface ReportByOrderType {
  /** By what. */
  readonly by: 'order_type';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** How orders reached the customer. */
    readonly order_type: string | null;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
    /** The average total of a sale; null without one. */
    readonly average: Amount | null;
    /** Their payments. */
    readonly payments: number;
    /** The amount paid, without tips and surcharges. */
    readonly paid: Amount;
    /** Ordinary tips. */
    readonly tips: Amount;
    /** Service. */
    readonly tip_service_amount: Amount;
    /** The part of it that was paid. */
    readonly tip_service_paid: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  }[];
}

/** Sums of completed orders by product. */
export interface ReportByProduct {
  /** By what. */
  readonly by: 'product';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** The name as it is now. */
    readonly name: string | null;
    /** The stock keeping unit. */
    readonly sku: string | null;
    /** Whether it is sold no more. */
    readonly deleted: boolean;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
  }[];
}

/** Sums of completed orders by register. */
export interface ReportByRegister {
  /** By what. */
  readonly by: 'register';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The id; null for none. */
    readonly id: Id | null;
    /** The same as text. */
    readonly id_str: string | null;
    /** The name as it is now. */
    readonly name: string | null;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
    /** The average total of a sale; null without one. */
    readonly average: Amount | null;
    /** Their payments. */
    readonly payments: number;
    /** The amount paid, without tips and surcharges. */
    readonly paid: Amount;
    /** Ordinary tips. */
    readonly tips: Amount;
    /** Service. */
    readonly tip_service_amount: Amount;
    /** The part of it that was paid. */
    readonly tip_service_paid: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  }[];
}

/** Sums of completed orders by site. */
export interface ReportBySite {
  /** By what. */
  readonly by: 'site';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** The name as it is now. */
    readonly name: string | null;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
    /** The average total of a sale; null without one. */
    readonly average: Amount | null;
    /** Their payments. */
    readonly payments: number;
    /** The amount paid, without tips and surcharges. */
    readonly paid: Amount;
    /** Ordinary tips. */
    readonly tips: Amount;
    /** Service. */
    readonly tip_service_amount: Amount;
    /** The part of it that was paid. */
    readonly tip_service_paid: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  }[];
}

/** Sums of completed orders by source. */
export interface ReportBySource {
  /** By what. */
  readonly by: 'source';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The id; null for none. */
    readonly id: Id | null;
    /** The same as text. */
    readonly id_str: string | null;
    /** The name as it is now. */
    readonly name: string | null;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
    /** The average total of a sale; null without one. */
    readonly average: Amount | null;
    /** Their payments. */
    readonly payments: number;
    /** The amount paid, without tips and surcharges. */
    readonly paid: Amount;
    /** Ordinary tips. */
    readonly tips: Amount;
    /** Service. */
    readonly tip_service_amount: Amount;
    /** The part of it that was paid. */
    readonly tip_service_paid: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  }[];
}

/** Sums of completed orders by staff. */
export interface ReportByStaff {
  /** By what. */
  readonly by: 'staff';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The id; null for none. */
    readonly id: Id | null;
    /** The same as text. */
    readonly id_str: string | null;
    /** The name as it is now. */
    readonly name: string | null;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
    /** The average total of a sale; null without one. */
    readonly average: Amount | null;
    /** Their payments. */
    readonly payments: number;
    /** The amount paid, without tips and surcharges. */
    readonly paid: Amount;
    /** Ordinary tips. */
    readonly tips: Amount;
    /** Service. */
    readonly tip_service_amount: Amount;
    /** The part of it that was paid. */
    readonly tip_service_paid: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  }[];
}

/** Sums of completed orders by tax. */
export interface ReportByTax {
  /** By what. */
  readonly by: 'tax';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The id; null for none. */
    readonly id: Id | null;
    /** The same as text. */
    readonly id_str: string | null;
    /** The name as it is now. */
    readonly name: string | null;
    /** The tax, as in id. */
    readonly tax_id: Id | null;
    /** The rate as a factor. */
    readonly rate: Amount | null;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** The amount that it was charged on. */
    readonly taxable: Amount;
    /** The amount charged. */
    readonly tax: Amount;
    /** Its amount before any rounding, to 8 decimals. */
    readonly exact: Amount;
    /** The same rounded once, to the smallest unit of the currency. */
    readonly amount: Amount;
    /** The amount charged beyond it, by the rounding of lines or documents. */
    readonly rounding: Amount;
  }[];
}

/** Sums of completed orders by tender. */
export interface ReportByTender {
  /** By what. */
  readonly by: 'tender';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The id; null for none. */
    readonly id: Id | null;
    /** The same as text. */
    readonly id_str: string | null;
    /** The name as it is now. */
    readonly name: string | null;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their payments. */
    readonly payments: number;
    /** The amount paid so. */
    readonly amount: Amount;
    /** The tips with it. */
    readonly tip: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  }[];
}

/** Sums of completed orders by week. */
export interface ReportByWeek {
  /** By what. */
  readonly by: 'week';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The Monday that the week begins with. */
    readonly week: string;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
    /** The average total of a sale; null without one. */
    readonly average: Amount | null;
    /** Their payments. */
    readonly payments: number;
    /** The amount paid, without tips and surcharges. */
    readonly paid: Amount;
    /** Ordinary tips. */
    readonly tips: Amount;
    /** Service. */
    readonly tip_service_amount: Amount;
    /** The part of it that was paid. */
    readonly tip_service_paid: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  }[];
}

/** Sums of completed orders by year. */
export interface ReportByYear {
  /** By what. */
  readonly by: 'year';
  /** The first day. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** How many rows there are. */
  readonly row_count: number;
  /** The rows, as many as were asked for. */
  readonly rows: readonly {
    /** The year. */
    readonly year: string;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
    /** The average total of a sale; null without one. */
    readonly average: Amount | null;
    /** Their payments. */
    readonly payments: number;
    /** The amount paid, without tips and surcharges. */
    readonly paid: Amount;
    /** Ordinary tips. */
    readonly tips: Amount;
    /** Service. */
    readonly tip_service_amount: Amount;
    /** The part of it that was paid. */
    readonly tip_service_paid: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  }[];
}

/** The sums of orders. */
export interface ReportFigures {
  /** Completed orders, refunds included. */
  readonly orders: number;
  /** How many of them are refunds. */
  readonly refunds: number;
  /** Their lines. */
  readonly lines: number;
  /** How many were sold; returns take away. */
  readonly items: Amount;
  /** Their total, with tax. */
  readonly total: Amount;
  /** The same without tax. */
  readonly total_ex_tax: Amount;
  /** The tax in it. */
  readonly total_tax: Amount;
  /** The amount taken off by discounts. */
  readonly discount: Amount;
  /** The cost of what was sold, without tax, as far as it was known at the sale. */
  readonly cost: Amount;
  /** The sum of lines with a known cost, without tax, less their cost. */
  readonly margin: Amount;
  /** The sum of lines without a known cost, without tax. */
  readonly without_cost: Amount;
  /** The average total of a sale; null without one. */
  readonly average: Amount | null;
  /** Their payments. */
  readonly payments: number;
  /** The amount paid, without tips and surcharges. */
  readonly paid: Amount;
  /** Ordinary tips. */
  readonly tips: Amount;
  /** Service. */
  readonly tip_service_amount: Amount;
  /** The part of it that was paid. */
  readonly tip_service_paid: Amount;
  /** Surcharges on credit cards. */
  readonly credit_card_surcharge: Amount;
  /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
  readonly rounding: Amount;
}

/** How many messages were queued again. */
export interface Requeued {
  /** How many. */
  readonly queued: number;
  /** Whether there are more: call again. */
  readonly more: boolean;
}

/** Permissions of staff members with a job. */
export interface Role {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** Its name, which no other role has. */
  readonly name: string;
  /** The permissions of its staff members. */
  readonly permissions: readonly {
    /** Its code. */
    readonly code: string;
    /** Its name. */
    readonly name: string;
    /** The part of the work that it is about. */
    readonly domain: string;
  }[];
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** The time of a sandbox. */
export interface SandboxClock {
  /** The time of the company. */
  readonly now: string;
  /** The time of the service. */
  readonly server_time: string;
  /** How far the one is ahead of the other, such as PT8H30M. */
  readonly ahead: string;
}

/** A fault that a sandbox plays to its clients. */
export interface SandboxFault {
  /** Its id, which answers that it hits have in X-Sandbox-Fault. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The calls or messages that it hits. */
  readonly match: {
    /** Calls of this method alone. PATCH is PUT. */
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | null;
    /**
     * Calls of this path, below the company: /orders; * stands for any one segment, as in /orders/*
     * /payments.
     */
    readonly path: string | null;
    /** Messages to webhooks of this topic. */
    readonly topic:
      | 'orders/created'
      | 'orders/updated'
      | 'orders/completed'
      | 'orders/customer'
      | 'orders/deleted'
      | 'orders/kitchen_print'
      | 'orders/group_finalised'
      | 'products/created'
      | 'products/updated'
      | 'products/deleted'
      | 'products/availability'
      | 'products/stock_low'
      | 'categories/created'
      | 'categories/updated'
      | 'categories/deleted'
      | 'option_sets/created'
      | 'option_sets/updated'
      | 'option_sets/deleted'
      | 'price_lists/updated'
      | 'checkins/created'
      | 'checkins/deleted'
      | 'customers/created'
      | 'customers/updated'
      | 'customers/deleted'
      | 'sites/created'
      | 'sites/updated'
      | 'sites/deleted'
      | 'registers/created'
      | 'registers/updated'
      | 'registers/deleted'
      | 'taxes/created'
      | 'taxes/updated'
      | 'taxes/deleted'
      | 'payment_methods/created'
      | 'payment_methods/updated'
      | 'payment_methods/deleted'
      | 'discounts/created'
      | 'discounts/updated'
      | 'discounts/deleted'
      | 'staff/created'
      | 'staff/updated'
      | 'staff/deleted'
      | 'company/updated'
      | 'tickets/created'
      | 'tickets/updated'
      | 'roles/created'
      | 'roles/updated'
      | 'roles/deleted'
      | 'floors/created'
      | 'floors/updated'
      | 'floors/deleted'
      | 'tables/created'
      | 'tables/updated'
      | 'tables/deleted'
      | 'shifts/created'
      | 'shifts/updated'
      | 'cashups/created'
      | 'cashups/updated'
      | 'payment_requests/created'
      | 'payment_requests/updated'
      | null;
  };
  /**
   * The effect. Calls: delay; error; cut_after_commit (it is done, and no answer comes); duplicate (it
   * is done twice). Messages: delay; duplicate; reorder (every other one is late).
   */
  readonly effect: 'delay' | 'error' | 'cut_after_commit' | 'duplicate' | 'reorder';
  /** The status of an error: 429, or from 500 on; 500 unless given. */
  readonly status: number | null;
  /**
   * How long a delay is, and how late messages are that are reordered, in ms: 1000 unless given, 30000
   * at most for calls.
   */
  readonly delay_ms: number | null;
  /** How many it hits, before it is over. */
  readonly count: number | null;
  /** The share that it hits, from 0 to 1. Not beside a count. */
  readonly share: Amount | null;
  /** How many it will still hit; null for no end. */
  readonly remaining: number | null;
  /** How many it has hit. */
  readonly hits: number;
  /** When it was set up. */
  readonly created_at: string;
}

/** A sandbox that begins anew. */
export interface SandboxReset {
  /** The company. */
  readonly company_id: Id;
  /** The number of its last event: a reader of the log goes on behind it. */
  readonly last_event: Long;
}

/** A token for a screen, good for 15 minutes. */
export interface ScreenToken {
  /** Sent with every call as `Authorization: Bearer …`. */
  readonly access_token: string;
  /** How it is sent. */
  readonly token_type: 'Bearer';
  /** Seconds until it ends. */
  readonly expires_in: number;
  /** The scopes it was given, separated by blanks. */
  readonly scope: string;
  /** The company. */
  readonly company_id: Id;
  /** The number of the last event of the company: what is read with the token shows everything up to it. */
  readonly last_event: Long;
  /** As what. */
  readonly role: 'owner' | 'manager' | 'staff';
}

/** For which company. */
export interface ScreenTokenRequest {
  /** The company. */
  readonly company_id: IdInput;
}

/** Where everything is (RFC 8414). */
export interface ServerMetadata {
  /** The issuer of tokens. */
  readonly issuer: string;
  /** Where people are sent. */
  readonly authorization_endpoint: string;
  /** Where tokens are to be had. */
  readonly token_endpoint: string;
}

/** The user who is signed in to the screens. */
export interface Session {
  /** The user. */
  readonly user: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** The e-mail address. */
    readonly email: string;
    /** The name. */
    readonly name: string;
    /** The language of their screens; null leaves it to the browser. */
    readonly language: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'ar' | null;
  };
  /** The companies they are in. */
  readonly companies: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** As what. */
    readonly role: 'owner' | 'manager' | 'staff';
    /**
     * Whether the company asks for a second factor that the user has not set up: until then only the own
     * account is open.
     */
    readonly needs_second_factor: boolean;
  }[];
}

/** Where to: one of the two. */
export interface SetSandboxClock {
  /** How far, as a duration of ISO 8601, such as PT8H or P1D; a day is one of the company. */
  readonly advance?: string | null;
  /** Until when. */
  readonly now?: string | null;
}

/** The time from opening the drawer of a register to closing it. */
export interface Shift {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The register whose drawer it is. */
  readonly register_id: Id;
  /** The site of the register. */
  readonly site_id: Id;
  /** The staff member who opened it; the one signed in at the register, unless sent. */
  readonly staff_id: Id | null;
  /** Whether it is still open. */
  readonly state: 'open' | 'closed';
  /** The cash in the drawer when it was opened. */
  readonly float: Amount;
  /** A note. */
  readonly note: string | null;
  /** How many movements it has: cash in and out, and openings without a sale. */
  readonly movements: number;
  /** When it was opened. */
  readonly opened_at: string;
  /** When it was closed; null while it is open. */
  readonly closed_at: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** That register, with `expand`. */
  readonly register?: Register | null;
}

/** Cash in or out of a drawer, or that it was opened. */
export interface ShiftMovement {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The shift. */
  readonly shift_id: Id;
  /** `in` puts cash into the drawer, `out` takes some, `no_sale` opens it alone. */
  readonly kind: 'in' | 'out' | 'no_sale';
  /** How much, above 0; nothing without a sale. */
  readonly amount: Amount;
  /** Why; needed where cash is put in or taken. */
  readonly reason: string | null;
  /** The staff member who did it; the one signed in at the register, unless sent. */
  readonly staff_id: Id | null;
  /** The staff member who approved it, where an approval was needed. */
  readonly approved_by: Id | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** The report of a shift. */
export interface ShiftReport {
  /** The shift. */
  readonly shift_id: Id;
  /** The number of its cash-up; null while it is open. */
  readonly number: number | null;
  /** The register. */
  readonly register_id: Id;
  /** Its name. */
  readonly register_name: string;
  /** The site. */
  readonly site_id: Id;
  /** Its name. */
  readonly site_name: string;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of the site. */
  readonly timezone: string;
  /** When the drawer was opened. */
  readonly opened_at: string;
  /** The staff member who opened it. */
  readonly opened_by: string | null;
  /** Up to when it is counted: when it was closed, or now. */
  readonly until: string;
  /** The staff member who counted it. */
  readonly closed_by: string | null;
  /** The cash in the drawer. */
  readonly cash: {
    /** The cash in the drawer when it was opened. */
    readonly float: Amount;
    /** The cash put in. */
    readonly cash_in: Amount;
    /** The cash taken out. */
    readonly cash_out: Amount;
    /** How often it was opened without a sale. */
    readonly no_sales: number;
    /** The cash payments, less those given back. */
    readonly cash_taken: Amount;
    /** The amount that has to be in it. */
    readonly expected: Amount;
  };
  /** The counted amount; null while it is open. */
  readonly counted: Amount | null;
  /** The counted amount less the expected one. */
  readonly difference: Amount | null;
  /** The counted coins and notes, the largest value first. */
  readonly denominations: readonly {
    /** The value of one. */
    readonly value: Amount;
    /** How many of them there were. */
    readonly count: number;
  }[];
  /** The takings, by payment method. */
  readonly tenders: readonly {
    /** The payment method. */
    readonly payment_method_id: Id;
    /** Its name. */
    readonly name: string;
    /** The kind of tender. */
    readonly kind: string;
    /** How many payments. */
    readonly payments: number;
    /** The amount paid so. */
    readonly amount: Amount;
    /** The tips with it. */
    readonly tip: Amount;
    /** The surcharges. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
    /** All of it: amount, tip and surcharge. */
    readonly total: Amount;
  }[];
  /** The takings at the register between the shift before and this one, which are in neither. */
  readonly before: readonly {
    /** The payment method. */
    readonly payment_method_id: Id;
    /** Its name. */
    readonly name: string;
    /** The kind of tender. */
    readonly kind: string;
    /** How many payments. */
    readonly payments: number;
    /** The amount paid so. */
    readonly amount: Amount;
    /** The tips with it. */
    readonly tip: Amount;
    /** The surcharges. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
    /** All of it: amount, tip and surcharge. */
    readonly total: Amount;
  }[];
  /** The sales: orders that were completed in the shift. */
  readonly sales: {
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** Ordinary tips. */
    readonly tips: Amount;
    /** Service. */
    readonly tip_service_amount: Amount;
    /** Surcharges on credit cards. */
    readonly credit_card_surcharge: Amount;
    /** The amount that rounding to coins added to the amount due, below 0 where it took some. */
    readonly rounding: Amount;
  };
  /** The taxes of it. */
  readonly taxes: readonly {
    /** The tax; null for what had none. */
    readonly tax_id: Id | null;
    /** Its name when it was charged. */
    readonly name: string | null;
    /** Its rate as a factor. */
    readonly rate: Amount | null;
    /** The amount that it was charged on. */
    readonly taxable: Amount;
    /** The amount charged. */
    readonly tax: Amount;
  }[];
  /** The movements of cash. */
  readonly movements: readonly {
    /** The kind of movement. */
    readonly kind: 'in' | 'out' | 'no_sale';
    /** How much. */
    readonly amount: Amount;
    /** Why. */
    readonly reason: string | null;
    /** The staff member who did it. */
    readonly staff_id: Id | null;
    /** When. */
    readonly at: string;
  }[];
  /** The note of who counted it. */
  readonly note: string | null;
}

/** The staff member who signs in, and the PIN. */
export interface SignIn {
  /** The staff member. */
  readonly staff_id: IdInput;
  /** Their PIN. */
  readonly pin: string;
}

/** The signing secret. */
export interface SigningKey {
  /** The secret that messages are signed with. Its bytes are the key. */
  readonly signing_secret: string;
  /** The same key for libraries of Standard Webhooks. */
  readonly signing_secret_base64: string;
}

/** A new signing secret, shown this once. */
export interface SigningSecret {
  /** The secret that messages are signed with. Its bytes are the key. */
  readonly signing_secret: string;
  /** The same key for libraries of Standard Webhooks. */
  readonly signing_secret_base64: string;
  /** Until when the one before signs as well. */
  readonly old_secret_valid_until: string;
}

/** A place of business. */
export interface Site {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name. */
  readonly name: string;
  /** A short name of your own. */
  readonly code: string | null;
  /** The company. */
  readonly company_id: Id;
  /** The ISO 4217 code of its currency: the company's where none is set. */
  readonly currency: string;
  /** Its time zone, such as Australia/Sydney: the company's where none is set, which null brings back. */
  readonly timezone: Timezone;
  /** The language of its receipts and kitchen tickets: English where none is set. */
  readonly language: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'ar' | null;
  /** The number it is registered by, where it has one of its own. */
  readonly business_number: string | null;
  /** The person to speak to. */
  readonly contact_person: string | null;
  /** Where its post goes. */
  readonly postal_address: Address | null;
  /** Where its deliveries go. */
  readonly shipping_address: Address | null;
  /** The e-mail address. */
  readonly email: string | null;
  /** The telephone number. */
  readonly phone: string | null;
  /** The mobile number. */
  readonly mobile: string | null;
  /** The fax number. */
  readonly fax: string | null;
  /**
   * The address of its picture, which receipts show; a PNG or JPEG itself can be sent as a data URL of
   * up to 512 KiB.
   */
  readonly image: string | null;
  /** Its website. */
  readonly website: string | null;
  /** Whether each of its registers is reconciled by itself; null is not said. */
  readonly register_level_reconciliation: boolean | null;
  /** Where it is. */
  readonly location: {
    /** Degrees north of the equator. */
    readonly latitude: Amount;
    /** Degrees east of Greenwich. */
    readonly longitude: Amount;
  } | null;
  /** The price list it sells by, as a record shows it; price_list_id goes first. */
  readonly price_list: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string | null;
  };
  /** Minutes from placing an order until it is wanted, unless the order says. */
  readonly prep_time_minutes: number;
  /** Whether it shows products online. */
  readonly online_products_enabled: boolean;
  /** The register that prints pass-through orders. */
  readonly default_pass_thru_register_id: Id | null;
  /** Whether orders become tickets for its kitchen. */
  readonly kitchen_tickets: boolean;
  /** What its receipts say at their beginning; null: what the company's say. */
  readonly receipt_header: string | null;
  /** What its receipts say at their end; null: what the company's say. */
  readonly receipt_footer: string | null;
  /** The name that invoices are written in, where it is not the name. Null: as the company has it. */
  readonly legal_name: string | null;
  /** The number it pays taxes by, such as a VAT number. Null: as the company has it. */
  readonly tax_number: string | null;
  /**
   * Where taxes are rounded: `line`, at each line of an order, or `document`, once for each tax of it.
   * Null: as the company has it.
   */
  readonly tax_rounding: 'line' | 'document' | null;
  /**
   * The rounding of halves: `half_up`, away from zero, or `half_even`, to the even one. Null: as the
   * company has it.
   */
  readonly rounding_mode: 'half_up' | 'half_even' | null;
  /**
   * The step that amounts in cash are rounded to, where small coins are missing. Null: as the company
   * has it.
   */
  readonly cash_rounding: {
    /** The step that amounts are rounded to, such as 0.05; 0 is not at all. */
    readonly increment: Amount;
    /** The kinds of payment methods that are; cards never are. */
    readonly methods: readonly ('cash' | 'account' | 'addon')[];
  } | null;
  /** Whether amounts of discounts are with tax. Null: as the company has it. */
  readonly discounts_include_tax: boolean | null;
  /**
   * Whether completed orders get invoice numbers without gaps, by site and year. Null: as the company
   * has it.
   */
  readonly invoice_numbers: boolean | null;
  /** Whether a line of an order may have a price below 0. Null: as the company has it. */
  readonly negative_prices: boolean | null;
  /**
   * Whether printed receipts end with a QR code of the address of their page. Null: as the company has
   * it.
   */
  readonly receipt_qr: boolean | null;
  /** How the figures of its orders are rounded: as it says, else as the company does. */
  readonly counting: {
    /** Where taxes are. */
    readonly tax_rounding: 'line' | 'document';
    /** The rounding of halves. */
    readonly rounding_mode: 'half_up' | 'half_even';
    /** Whether amounts of discounts are with tax. */
    readonly discounts_include_tax: boolean | null;
    /** How cash is. */
    readonly cash_rounding: {
      /** The step that amounts are rounded to, such as 0.05; 0 is not at all. */
      readonly increment: Amount;
      /** The kinds of payment methods that are; cards never are. */
      readonly methods: readonly ('cash' | 'account' | 'addon')[];
    } | null;
  };
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** A product as it is at one site. */
export interface SiteProduct {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name; a new product needs one, a variant is named after its template without. */
  readonly name: string;
  /** A number of your own. */
  readonly number: string | null;
  /** A short name of your own. */
  readonly code: string | null;
  /** The stock keeping unit. */
  readonly sku: string | null;
  /** The barcode. */
  readonly barcode: string | null;
  /** For internal use. */
  readonly description: string | null;
  /** Words it is filed under. */
  readonly tags: readonly string[];
  /** Whether it is sold. */
  readonly is_sold: boolean;
  /** Whether it is bought. */
  readonly is_purchased: boolean;
  /** Whether it is kept in stock there. */
  readonly is_inventory: boolean;
  /** Whether it is a modifier of other products. */
  readonly is_modifier: boolean;
  /** Whether it is shown online there. */
  readonly show_online: boolean;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** Whether it was deleted. */
  readonly deleted: boolean;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** Shown to customers online. */
  readonly online_description: string | null;
  /** Printed on the docket instead of the name. */
  readonly docket_name: string | null;
  /**
   * The address of its picture; a picture itself can be sent as a data URL of up to 512 KiB, which is
   * kept.
   */
  readonly image: string | null;
  /** Whether the register always asks for a price. */
  readonly variable_price: boolean;
  /** The least price it takes then. */
  readonly min_sell_price: Amount | null;
  /** The highest. */
  readonly max_sell_price: Amount | null;
  /** How much of its unit one of it is. */
  readonly measure: Amount | null;
  /** unit, g, kg, oz, lb, ml or l. */
  readonly unit_of_measure: string | null;
  /** At how many left at a site `products/stock_low` is told; null is never. */
  readonly low_stock: Amount | null;
  /** The categories it is in; sent as ids or objects with an id, they replace those before. */
  readonly categories: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
  }[];
  /**
   * The sets a buyer chooses from, in their order; sent as ids or objects with an id, they replace those
   * before.
   */
  readonly option_sets: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Whether No, Extra, Only and On Side can be asked for. */
    readonly instructions: boolean;
    /** How many options have to be chosen. */
    readonly min_selection: number;
    /** How many can be; null is any number. */
    readonly max_selection: number | null;
  }[];
  /** The variants of a template. */
  readonly variants: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Its stock keeping unit. */
    readonly sku: string | null;
    /** Its value of each attribute. */
    readonly variant_attributes: Readonly<Record<string, string | readonly string[]>>;
  }[];
  /** The modifiers that pop up when it is sold, in their order. */
  readonly modifiers: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** The price there with tax; null is its own price. */
    readonly unit_price: Amount | null;
    /** The same without tax. */
    readonly unit_price_ex_tax: Amount | null;
    /** Whether the price was entered without or with tax. */
    readonly price_form: 'ex' | 'inc' | null;
  }[];
  /** The template it is a variant of. */
  readonly variant_parent_id: Id | null;
  /**
   * Of a template its attributes with all their values, of a variant one value each; empty for other
   * products.
   */
  readonly variant_attributes: Readonly<Record<string, string | readonly string[]>>;
  /**
   * The price with tax. One of the two prices is needed for a new product, and is kept in the form it
   * was sent in.
   */
  readonly unit_price: Amount | null;
  /** The price without tax. */
  readonly unit_price_ex_tax: Amount | null;
  /** The tax in the price. */
  readonly unit_tax: Amount | null;
  /** The cost, with tax. */
  readonly cost_price: Amount | null;
  /** The cost, without tax. */
  readonly cost_price_ex_tax: Amount | null;
  /** The ids of its taxes, sent as ids or objects with an id; none means tax free. */
  readonly taxes: readonly Id[];
  /** The ids of the taxes on its cost. */
  readonly cost_taxes: readonly Id[];
  /** The site. */
  readonly site_id: Id;
  /** Whether and how many there are. */
  readonly availability: Availability;
  /** How many are left, as its availability has it; null is not counted. */
  readonly stock: Amount | null;
}

/** The state of a site. */
export interface SiteStatus {
  /** The site. */
  readonly site_id: Id;
  /** Online while one of its registers is. */
  readonly status: 'online' | 'offline';
  /** Online while the site is, and shows products online. */
  readonly online_ordering: 'online' | 'offline';
  /** The customers who are there. */
  readonly checkins: {
    /** How many customers are checked in. */
    readonly count: number;
  };
  /** The register for pass-through printing, where there is one. */
  readonly pass_thru_printing_register?: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Online while the last sign of life is under 30 seconds old. */
    readonly status: 'online' | 'offline';
  };
}

/** The parts, and the lines of each. */
export interface SplitOrder {
  /**
   * `lines` names the lines of each new order, `seats` makes one for each seat, `share` gives each a
   * share of every line.
   */
  readonly by: 'lines' | 'seats' | 'share';
  /** By lines: the new orders. What is not named stays in the order. */
  readonly parts?:
    | readonly {
        /** Its lines. */
        readonly lines: readonly {
          /** The number of the line; the lines of its options go along. */
          readonly number: number;
          /** How much of it; what is left of it unless sent. */
          readonly quantity?: AmountInput | null;
        }[];
      }[]
    | null;
  /** By seats: which ones; all that lines are for unless sent. */
  readonly seats?: readonly number[] | null;
  /** By share: into how many equal shares; the order keeps the first. */
  readonly count?: number | null;
  /**
   * By share: what each has in relation to the others, in place of `count`; the order keeps the first. 2
   * and 1 are two thirds and a third.
   */
  readonly shares?: readonly number[] | null;
}

/** A person who works for the company. A PIN is never shown. */
export interface StaffMember {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The first name. */
  readonly first_name: string;
  /** The last name. */
  readonly last_name: string | null;
  /** The e-mail address. */
  readonly primary_email_address: string | null;
  /** All e-mail addresses, as they were sent. */
  readonly email_addresses: readonly string[];
  /** The telephone number. */
  readonly phone: string | null;
  /** The mobile number. */
  readonly mobile: string | null;
  /** The fax number. */
  readonly fax: string | null;
  /** The address of a picture. */
  readonly image: string | null;
  /** Where its post goes. */
  readonly postal_address: Address | null;
  /** Where its deliveries go. */
  readonly shipping_address: Address | null;
  /** Whether they may do everything; they then show no permissions. */
  readonly is_admin: boolean;
  /** The roles they have besides, everywhere or at a site. */
  readonly roles: readonly {
    /** The role. */
    readonly role_id: Id;
    /** The site at whose registers they have it; null for everywhere. */
    readonly site_id: Id | null;
  }[];
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** Their permissions; unless sent, to sell. */
  readonly permissions?: readonly {
    /** Its code. */
    readonly code: string;
    /** Its name. */
    readonly name: string;
    /** The part of the work that it is about. */
    readonly domain: string;
  }[];
}

/** A product that runs low at a site. */
export interface StockLow {
  /** The company. */
  readonly company_id: Id;
  /** The site. */
  readonly site_id: Id;
  /** The product. */
  readonly product_id: Id;
  /** Its stock keeping unit. */
  readonly sku: string | null;
  /** How many are left. */
  readonly amount: Amount;
  /** At how many left this is told. */
  readonly low_stock: Amount;
  /** When it came to that. */
  readonly updated_at: string;
}

/** A movement of tracked stock at a site, by hand. */
export interface StockMovement {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The site. */
  readonly site_id: Id;
  /** The product; it has to be counted there. */
  readonly product_id: Id;
  /** How much came in; below 0 what went out. Up to 4 decimals. */
  readonly change: Amount;
  /** Why. */
  readonly reason: 'delivery' | 'wastage' | 'count' | 'transfer' | 'correction';
  /** A note, such as the number of a delivery. */
  readonly note: string | null;
  /** How many were left after it. */
  readonly amount: Amount;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** A table of a site. */
export interface Table {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The site it is at. */
  readonly site_id: Id;
  /** The floor it stands on. */
  readonly floor_id: Id;
  /** The name: no two tables of a site share one. */
  readonly name: string;
  /** How many guests sit at it. */
  readonly seats: number;
  /** How it is drawn. */
  readonly shape: 'square' | 'round';
  /** How far from the left it stands, in grid units. */
  readonly x: number;
  /** How far from the top it stands, in grid units. */
  readonly y: number;
  /** How many grid units it is wide. */
  readonly width: number;
  /** How many grid units it is deep. */
  readonly height: number;
  /** Where it stands among the tables of its floor; the lowest first. */
  readonly sort: number;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** Whether it has open orders. Events leave it out, as the two below. */
  readonly state?: 'free' | 'occupied';
  /** When the oldest of its open orders was placed; null while it is free. */
  readonly since?: string | null;
  /** Its open orders, the oldest first. */
  readonly orders?: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** The number by which it is called out. */
    readonly order_number: string | null;
    /** Where it stands. */
    readonly status: 'SUBMITTED' | 'ON_HOLD' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'COMPLETE';
    /** How many guests it is for. */
    readonly guests: number | null;
    /** Its total with tax. */
    readonly total: Amount;
    /** The amount still to be paid. */
    readonly due: Amount;
    /** When it was placed. */
    readonly placed_at: string;
  }[];
}

/** A tax. */
export interface Tax {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** A short name. */
  readonly code: string;
  /** The name. */
  readonly name: string;
  /** The rate as a factor: 0.1 is 10 %. */
  readonly rate: Amount;
  /** Where it stands among the taxes of a line: a lower one comes first. */
  readonly sort: number;
  /** Whether it is charged on the taxes before it, too. */
  readonly compound: boolean;
  /** Whether it is added to prices with tax, too, instead of being in them. */
  readonly on_top: boolean;
  /** The types of orders it is charged on; null is all. An order without a type counts as `Dine in`. */
  readonly order_types:
    | readonly ('Dine in' | 'Takeaway' | 'Pickup' | 'Delivery' | 'Catering' | 'Drive Thru' | 'Kiosk')[]
    | null;
  /** The first day on which it is charged, by the clocks of the site. */
  readonly effective_from: string | null;
  /** The last day on which it is charged. */
  readonly effective_until: string | null;
  /** The prices of one that it is charged on; null is all. */
  readonly threshold: {
    /** A price of one, in the form in which it was entered. */
    readonly amount: Amount;
    /** Whether it is charged from that price on, or below it. */
    readonly applies: 'above' | 'below';
  } | null;
  /** Its account in the books. */
  readonly ledger_code: string | null;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** Taxes under one name. */
export interface TaxGroup {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** A short name. */
  readonly code: string;
  /** The name. */
  readonly name: string;
  /**
   * The sum of its members in a price today: those in force, of orders without a type, without those on
   * top.
   */
  readonly rate: Amount;
  /** The ids of its members. */
  readonly taxes: readonly Id[];
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** A product with its taxes: `fields=taxes`. */
export interface TaxedProduct {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name; a new product needs one, a variant is named after its template without. */
  readonly name: string;
  /** A number of your own. */
  readonly number: string | null;
  /** A short name of your own. */
  readonly code: string | null;
  /** The stock keeping unit. */
  readonly sku: string | null;
  /** The barcode. */
  readonly barcode: string | null;
  /** For internal use. */
  readonly description: string | null;
  /** Words it is filed under. */
  readonly tags: readonly string[];
  /** Whether it is sold. */
  readonly is_sold: boolean;
  /** Whether it is bought. */
  readonly is_purchased: boolean;
  /** Whether it is kept in stock. */
  readonly is_inventory: boolean;
  /** Whether it is a modifier of other products. */
  readonly is_modifier: boolean;
  /** Whether sites that show products online show it. */
  readonly show_online: boolean;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** Whether it was deleted. */
  readonly deleted: boolean;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** Shown to customers online. */
  readonly online_description: string | null;
  /** Printed on the docket instead of the name. */
  readonly docket_name: string | null;
  /**
   * The address of its picture; a picture itself can be sent as a data URL of up to 512 KiB, which is
   * kept.
   */
  readonly image: string | null;
  /** Whether the register always asks for a price. */
  readonly variable_price: boolean;
  /** The least price it takes then. */
  readonly min_sell_price: Amount | null;
  /** The highest. */
  readonly max_sell_price: Amount | null;
  /** How much of its unit one of it is. */
  readonly measure: Amount | null;
  /** unit, g, kg, oz, lb, ml or l. */
  readonly unit_of_measure: string | null;
  /** At how many left at a site `products/stock_low` is told; null is never. */
  readonly low_stock: Amount | null;
  /** The categories it is in; sent as ids or objects with an id, they replace those before. */
  readonly categories: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
  }[];
  /**
   * The sets a buyer chooses from, in their order; sent as ids or objects with an id, they replace those
   * before.
   */
  readonly option_sets: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Whether No, Extra, Only and On Side can be asked for. */
    readonly instructions: boolean;
    /** How many options have to be chosen. */
    readonly min_selection: number;
    /** How many can be; null is any number. */
    readonly max_selection: number | null;
  }[];
  /** The variants of a template. */
  readonly variants: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Its stock keeping unit. */
    readonly sku: string | null;
    /** Its value of each attribute. */
    readonly variant_attributes: Readonly<Record<string, string | readonly string[]>>;
  }[];
  /** The modifiers that pop up when it is sold, in their order. */
  readonly modifiers: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** The price there with tax; null is its own price. */
    readonly unit_price: Amount | null;
    /** The same without tax. */
    readonly unit_price_ex_tax: Amount | null;
    /** Whether the price was entered without or with tax. */
    readonly price_form: 'ex' | 'inc' | null;
  }[];
  /** The template it is a variant of. */
  readonly variant_parent_id: Id | null;
  /**
   * Of a template its attributes with all their values, of a variant one value each; empty for other
   * products.
   */
  readonly variant_attributes: Readonly<Record<string, string | readonly string[]>>;
  /**
   * The price with tax. One of the two prices is needed for a new product, and is kept in the form it
   * was sent in.
   */
  readonly unit_price: Amount | null;
  /** The price without tax. */
  readonly unit_price_ex_tax: Amount | null;
  /** The tax in the price. */
  readonly unit_tax: Amount | null;
  /** The cost, with tax. */
  readonly cost_price: Amount | null;
  /** The cost, without tax. */
  readonly cost_price_ex_tax: Amount | null;
  /** Its taxes; none means tax free. */
  readonly taxes: readonly ProductTax[];
  /** The ids of the taxes on its cost. */
  readonly cost_taxes: readonly Id[];
  /** The values at each site that has it. */
  readonly sites: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /**
     * The price with tax. One of the two prices is needed for a new product, and is kept in the form it
     * was sent in.
     */
    readonly unit_price: Amount | null;
    /** The price without tax. */
    readonly unit_price_ex_tax: Amount | null;
    /** The tax in the price. */
    readonly unit_tax: Amount | null;
    /** The cost, with tax. */
    readonly cost_price: Amount | null;
    /** The cost, without tax. */
    readonly cost_price_ex_tax: Amount | null;
    /** Its taxes; none means tax free. */
    readonly taxes: readonly ProductTax[];
    /** The ids of the taxes on its cost. */
    readonly cost_taxes: readonly Id[];
    /** Whether it is kept in stock there. */
    readonly is_inventory: boolean;
    /** Whether it is shown online there. */
    readonly show_online: boolean;
    /** Whether and how many there are. */
    readonly availability: Availability;
    /** How many are left, as its availability has it; null is not counted. */
    readonly stock: Amount | null;
  }[];
}

/** A product as it is at one site, with its taxes there: `fields=taxes`. */
export interface TaxedSiteProduct {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The name; a new product needs one, a variant is named after its template without. */
  readonly name: string;
  /** A number of your own. */
  readonly number: string | null;
  /** A short name of your own. */
  readonly code: string | null;
  /** The stock keeping unit. */
  readonly sku: string | null;
  /** The barcode. */
  readonly barcode: string | null;
  /** For internal use. */
  readonly description: string | null;
  /** Words it is filed under. */
  readonly tags: readonly string[];
  /** Whether it is sold. */
  readonly is_sold: boolean;
  /** Whether it is bought. */
  readonly is_purchased: boolean;
  /** Whether it is kept in stock there. */
  readonly is_inventory: boolean;
  /** Whether it is a modifier of other products. */
  readonly is_modifier: boolean;
  /** Whether it is shown online there. */
  readonly show_online: boolean;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata: Readonly<Record<string, string>>;
  /** Whether it was deleted. */
  readonly deleted: boolean;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
  /** Shown to customers online. */
  readonly online_description: string | null;
  /** Printed on the docket instead of the name. */
  readonly docket_name: string | null;
  /**
   * The address of its picture; a picture itself can be sent as a data URL of up to 512 KiB, which is
   * kept.
   */
  readonly image: string | null;
  /** Whether the register always asks for a price. */
  readonly variable_price: boolean;
  /** The least price it takes then. */
  readonly min_sell_price: Amount | null;
  /** The highest. */
  readonly max_sell_price: Amount | null;
  /** How much of its unit one of it is. */
  readonly measure: Amount | null;
  /** unit, g, kg, oz, lb, ml or l. */
  readonly unit_of_measure: string | null;
  /** At how many left at a site `products/stock_low` is told; null is never. */
  readonly low_stock: Amount | null;
  /** The categories it is in; sent as ids or objects with an id, they replace those before. */
  readonly categories: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
  }[];
  /**
   * The sets a buyer chooses from, in their order; sent as ids or objects with an id, they replace those
   * before.
   */
  readonly option_sets: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Whether No, Extra, Only and On Side can be asked for. */
    readonly instructions: boolean;
    /** How many options have to be chosen. */
    readonly min_selection: number;
    /** How many can be; null is any number. */
    readonly max_selection: number | null;
  }[];
  /** The variants of a template. */
  readonly variants: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** Its stock keeping unit. */
    readonly sku: string | null;
    /** Its value of each attribute. */
    readonly variant_attributes: Readonly<Record<string, string | readonly string[]>>;
  }[];
  /** The modifiers that pop up when it is sold, in their order. */
  readonly modifiers: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** Its name. */
    readonly name: string;
    /** The price there with tax; null is its own price. */
    readonly unit_price: Amount | null;
    /** The same without tax. */
    readonly unit_price_ex_tax: Amount | null;
    /** Whether the price was entered without or with tax. */
    readonly price_form: 'ex' | 'inc' | null;
  }[];
  /** The template it is a variant of. */
  readonly variant_parent_id: Id | null;
  /**
   * Of a template its attributes with all their values, of a variant one value each; empty for other
   * products.
   */
  readonly variant_attributes: Readonly<Record<string, string | readonly string[]>>;
  /**
   * The price with tax. One of the two prices is needed for a new product, and is kept in the form it
   * was sent in.
   */
  readonly unit_price: Amount | null;
  /** The price without tax. */
  readonly unit_price_ex_tax: Amount | null;
  /** The tax in the price. */
  readonly unit_tax: Amount | null;
  /** The cost, with tax. */
  readonly cost_price: Amount | null;
  /** The cost, without tax. */
  readonly cost_price_ex_tax: Amount | null;
  /** Its taxes; none means tax free. */
  readonly taxes: readonly ProductTax[];
  /** The ids of the taxes on its cost. */
  readonly cost_taxes: readonly Id[];
  /** The site. */
  readonly site_id: Id;
  /** Whether and how many there are. */
  readonly availability: Availability;
  /** How many are left, as its availability has it; null is not counted. */
  readonly stock: Amount | null;
}

/** A test message. */
export interface TestMessage {
  /** Says that it is one. */
  readonly message: 'test';
  /** The webhook. */
  readonly webhook_id: Id;
}

/** A ticket of a kitchen: the news of an order at one time. */
export interface Ticket {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The company. */
  readonly company_id: Id;
  /** The site. */
  readonly site_id: Id;
  /** Whether it is still to be made. */
  readonly state: 'open' | 'bumped';
  /** The line_ids of what is made already. */
  readonly done: readonly string[];
  /** When the kitchen should begin. */
  readonly due_at: string;
  /** When all of it was made. */
  readonly bumped_at: string | null;
  /** The document. */
  readonly document: TicketDocument;
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** A ticket that is new or was changed: read it by its id. */
export interface TicketChange {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** The company. */
  readonly company_id: Id;
  /** The site. */
  readonly site_id: Id;
  /** The order. */
  readonly order_id: Id;
  /** 1 for the first ticket of the order. */
  readonly number: number;
  /** Whether it is still to be made. */
  readonly state: 'open' | 'bumped';
  /** The line_ids of what is made already. */
  readonly done: readonly string[];
}

/** The document of a ticket: only what the kitchen does not know yet. */
export interface TicketDocument {
  /** The kind of document. */
  readonly kind: 'ticket';
  /** The order. */
  readonly order_id: string;
  /** The order's saleid. */
  readonly saleid: string;
  /** 1 for the first ticket of the order. */
  readonly number: number;
  /** The site. */
  readonly site_name: string;
  /** The time zone its times are printed in. */
  readonly timezone: string;
  /** The language it is printed in; null is English. */
  readonly language: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'ar' | null;
  /** The add-on the order came by. */
  readonly addon_name: string | null;
  /** How the order reaches the customer. */
  readonly order_type: string | null;
  /** The group. */
  readonly group_id: string | null;
  /** The table, as it is called; null where it is at none. */
  readonly table_name: string | null;
  /** The number by which the order is called out, such as A07. */
  readonly order_number: string | null;
  /** The number of your own. */
  readonly sale_number: string | null;
  /** The staff member who took it. */
  readonly staff_name: string | null;
  /** The customer. */
  readonly customer_name: string | null;
  /** When the order was placed. */
  readonly placed_at: string;
  /** When this was made. */
  readonly at: string;
  /** How many guests it is for. */
  readonly guests: number | null;
  /** The order's note. */
  readonly notes: string | null;
  /** When it is wanted. */
  readonly fulfil_at: string;
  /** The lines to be made, or not to be made any more. */
  readonly lines: readonly TicketLine[];
}

/** An entry of a ticket. */
export interface TicketLine {
  /** The line's id. */
  readonly line_id: string;
  /**
   * new is to be made, more and less change how many, void is not to be made any more; recall says that
   * the course of a line that the kitchen has already is called.
   */
  readonly action: 'new' | 'more' | 'less' | 'void' | 'recall';
  /** How many more, or negative, fewer; of a recall how many are called. */
  readonly quantity: string;
  /** The line's own description, else the product's docket name, else its name. */
  readonly name: string;
  /** The product. */
  readonly product_id: string;
  /** Its categories, for stations that show only some. */
  readonly category_ids: readonly string[];
  /** Which course it is of. */
  readonly course: number | null;
  /** The line's note. */
  readonly notes: string | null;
  /** The modifiers. */
  readonly modifiers: readonly {
    /** What. */
    readonly name: string;
    /** How often. */
    readonly count: number;
    /** Whether it is left out. */
    readonly without: boolean;
  }[];
  /** The options chosen for it. */
  readonly options: readonly TicketOption[];
}

/** A chosen option. */
export interface TicketOption {
  /** The option set. */
  readonly set: string;
  /** The option. */
  readonly name: string;
  /** No, Extra, Only or On Side. */
  readonly instructions: string | null;
  /** The options chosen for it in turn. */
  readonly options: readonly TicketOption[];
}

/** A time zone. */
export interface Timezone {
  /** Its name, such as Australia/Sydney. */
  readonly name: string;
  /** Its distance from UTC now, such as +10:00. */
  readonly offset: string;
}

/** The business day so far, beside the same weekday a week ago. */
export interface Today {
  /** The day. */
  readonly day: string;
  /** The site; null for all of them. */
  readonly site_id: Id | null;
  /** The ISO 4217 code of the currency. */
  readonly currency: string;
  /** The time zone of its days; null when sites are in different ones. */
  readonly timezone: string | null;
  /** Whether everything up to a second ago is in it. */
  readonly complete: boolean;
  /** Every order that was completed up to then is in it. */
  readonly complete_until: string;
  /** The number of the last event that is in it. */
  readonly up_to_event: Long;
  /** The number of the last event there is. */
  readonly last_event: Long;
  /** The sums of everything. */
  readonly totals: ReportFigures;
  /** The sums of everything a week ago. */
  readonly last_week: ReportFigures;
  /** The hours of the day. */
  readonly hours: readonly {
    /** The hour, 0 to 23. */
    readonly hour: number;
    /** Completed orders. */
    readonly orders: number;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same hour a week ago. */
    readonly last_week: {
      /** Completed orders. */
      readonly orders: number;
      /** Their total, with tax. */
      readonly total: Amount;
    };
  }[];
  /** The products that were sold most. */
  readonly best_sellers: readonly {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: Id;
    /** The id as text. */
    readonly id_str: string;
    /** The name as it is now. */
    readonly name: string | null;
    /** The stock keeping unit. */
    readonly sku: string | null;
    /** Completed orders, refunds included. */
    readonly orders: number;
    /** How many of them are refunds. */
    readonly refunds: number;
    /** Their lines. */
    readonly lines: number;
    /** How many were sold; returns take away. */
    readonly items: Amount;
    /** Their total, with tax. */
    readonly total: Amount;
    /** The same without tax. */
    readonly total_ex_tax: Amount;
    /** The tax in it. */
    readonly total_tax: Amount;
    /** The amount taken off by discounts. */
    readonly discount: Amount;
    /** The cost of what was sold, without tax, as far as it was known at the sale. */
    readonly cost: Amount;
    /** The sum of lines with a known cost, without tax, less their cost. */
    readonly margin: Amount;
    /** The sum of lines without a known cost, without tax. */
    readonly without_cost: Amount;
  }[];
  /** Orders that are not settled yet. */
  readonly open_orders: readonly {
    /** The status. */
    readonly status: 'SUBMITTED' | 'ON_HOLD' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'COMPLETE';
    /** How many. */
    readonly count: number;
    /** Their total. */
    readonly total: Amount;
    /** Whether there may be more. */
    readonly more: boolean;
  }[];
  /** Things that need attention. */
  readonly attention: {
    /** Products that are sold out. */
    readonly out_of_stock: {
      /** Whether there is more. */
      readonly more: boolean;
      /** The products. */
      readonly products: readonly {
        /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
        readonly id: Id;
        /** The id as text. */
        readonly id_str: string;
        /** Its name. */
        readonly name: string;
        /** The site. */
        readonly site_id: Id;
        /** How many are left. */
        readonly amount: Amount;
      }[];
    };
    /** Registers that should be there and are not. */
    readonly offline_registers: readonly {
      /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
      readonly id: Id;
      /** The id as text. */
      readonly id_str: string;
      /** Its name. */
      readonly name: string;
      /** The site. */
      readonly site_id: Id;
      /** Its last sign of life. */
      readonly last_seen_at: string | null;
    }[];
    /** Registers with print jobs that failed, or are late. */
    readonly print_troubles: {
      /** Whether there is more. */
      readonly more: boolean;
      /** The registers. */
      readonly registers: readonly {
        /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
        readonly id: Id;
        /** The id as text. */
        readonly id_str: string;
        /** Its name. */
        readonly name: string;
        /** The site. */
        readonly site_id: Id;
        /** Print jobs that failed in the last 24 hours. */
        readonly failed: number;
        /** Print jobs that have not been printed a minute after they were due. */
        readonly late: number;
        /** Why the newest of them that says it was not printed. */
        readonly failure: string | null;
      }[];
    };
  };
}

/** A token. */
export interface Token {
  /** Sent with every call as `Authorization: Bearer …`. */
  readonly access_token: string;
  /** How it is sent. */
  readonly token_type: 'Bearer';
  /** Seconds until it ends. */
  readonly expires_in: number;
  /** The scopes it was given, separated by blanks. */
  readonly scope: string;
  /** The company that it is for. */
  readonly company_id: Id;
  /** Gets the next one; not given to client_credentials. */
  readonly refresh_token?: string;
}

/** The facts about a token. */
export interface TokenFacts {
  /** Whether it is good. */
  readonly active: boolean;
  /** The scopes. */
  readonly scope?: string;
  /** Whose it is. */
  readonly client_id?: string;
  /** The user who allowed it. */
  readonly username?: string;
  /** The user who allowed it, or the add-on itself. */
  readonly sub?: string;
  /** The company. */
  readonly company_id?: Id;
  /** The issuer. */
  readonly iss?: string;
  /** When it was issued, in Unix seconds. */
  readonly iat?: number;
  /** When it expires, in Unix seconds. */
  readonly exp?: number;
  /** How it is sent. */
  readonly token_type?: 'Bearer';
}

/** A token. */
export interface TokenQuestion {
  /** The token. */
  readonly token: string;
  /** Is not needed. */
  readonly token_type_hint?: string;
  /** The add-on's client id, unless it is sent by HTTP Basic. */
  readonly client_id?: string;
  /** Its secret, unless that is sent by HTTP Basic. A public client has none. */
  readonly client_secret?: string;
}

/** A grant (RFC 6749). */
export interface TokenRequest {
  /** Which grant. */
  readonly grant_type: 'authorization_code' | 'refresh_token' | 'client_credentials';
  /** The add-on's client id, unless it is sent by HTTP Basic. */
  readonly client_id?: string;
  /** Its secret, unless that is sent by HTTP Basic. A public client has none. */
  readonly client_secret?: string;
  /** The code, of authorization_code. */
  readonly code?: string;
  /** Where the code was given to. */
  readonly redirect_uri?: string;
  /** The verifier of PKCE. */
  readonly code_verifier?: string;
  /** The refresh token, of refresh_token. */
  readonly refresh_token?: string;
  /** The scopes that are wanted, separated by blanks; without, all there are to be had. */
  readonly scope?: string;
}

/** The secret that an authenticator app is set up with, shown this once. */
export interface TotpSetup {
  /** The secret, in base32. */
  readonly secret: string;
  /** The same as a QR code holds it. */
  readonly uri: string;
}

/** The changed fields of an add-on. */
export interface UpdateAddon {
  /** The name. */
  readonly name?: string;
  /** The scopes that it may ask for. */
  readonly scopes?: readonly (
    | 'company:read'
    | 'company:write'
    | 'orders:read'
    | 'orders:write'
    | 'products:read'
    | 'products:write'
    | 'customers:read'
    | 'customers:write'
    | 'checkins:read'
    | 'checkins:write'
    | 'webhooks'
  )[];
  /** Where people come back to after consent. */
  readonly redirect_uris?: readonly string[] | null;
}

/** Whether it was. */
export interface UpdateCashup {
  /** Whether you have taken it over, into your books for example. */
  readonly processed?: boolean | null;
}

/** The changed fields of a category. */
export interface UpdateCategory {
  /** The name. */
  readonly name?: string;
  /** A description of its content. */
  readonly description?: string | null;
  /** The address of its picture. */
  readonly image?: string | null;
  /** Whether sites that show products online show it. */
  readonly show_online?: boolean | null;
}

/** The changed fields of a customer. */
export interface UpdateCustomer {
  /** The first name. */
  readonly first_name?: string | null;
  /** The last name. */
  readonly last_name?: string | null;
  /** The e-mail address. */
  readonly email?: string | null;
  /** The same as `email`. */
  readonly primary_email_address?: string | null;
  /** The telephone number. */
  readonly phone?: string | null;
  /** The mobile number. */
  readonly mobile?: string | null;
  /** A note about the customer. */
  readonly description?: string | null;
  /** Your add-on's own id of the customer; "" without one. Other add-ons do not see it. */
  readonly reference_id?: string | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id?: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata?: Readonly<Record<string, string | null>> | null;
  /** Words the customer is filed under. */
  readonly tags?: readonly string[] | null;
  /** The address of a picture. */
  readonly image?: string | null;
  /** The home address. */
  readonly primary_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** Where deliveries go. */
  readonly shipping_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** The business the customer buys for, as invoices name it. */
  readonly company_name?: string | null;
  /** The number that business pays taxes by. */
  readonly tax_number?: string | null;
  /** Why the customer is charged no tax; null when taxes are. */
  readonly tax_exempt?: {
    /** The number of the certificate. */
    readonly number?: string | null;
    /** The reason, as receipts show it. */
    readonly reason?: string | null;
  } | null;
}

/** The new name. */
export interface UpdateDevice {
  /** The name. */
  readonly name?: string;
}

/** The changed fields of a discount. */
export interface UpdateDiscount {
  /** The name: at registers, in orders and on receipts. */
  readonly name?: string;
  /**
   * The value: a share as a factor, 0.1 is 10 % and 1 everything, or an amount. Null: asked for when it
   * is given.
   */
  readonly value?: AmountInput | null;
  /** Whether it is given on lines, on whole orders or on both. */
  readonly applies_to?: 'line' | 'order' | 'both' | null;
  /** Whether a reason has to be given with it. */
  readonly reason_required?: boolean | null;
  /** The permission that giving it needs; everything off needs `ApplyComp` whatever it says. */
  readonly right?: 'MakeDiscount' | 'ApplyComp' | null;
  /** Where it stands among the discounts; the lowest first. */
  readonly sort?: number | null;
  /** Whether it is not given any more; orders that have it keep it. */
  readonly archived?: boolean | null;
}

/** The changed fields of a floor. */
export interface UpdateFloor {
  /** The name. */
  readonly name?: string;
  /** Where it stands among the floors of the site; the lowest first. */
  readonly sort?: number | null;
  /** How many grid units it is wide. */
  readonly width?: number | null;
  /** How many grid units it is deep. */
  readonly height?: number | null;
}

/** The new role. */
export interface UpdateMember {
  /** An owner may do everything, a manager the daily business, staff the register. */
  readonly role: 'owner' | 'manager' | 'staff';
}

/** The changed fields of an option set. */
export interface UpdateOptionSet {
  /** The name. */
  readonly name?: string;
  /** Whether No, Extra, Only and On Side can be asked for. */
  readonly instructions?: boolean | null;
  /** How many options have to be chosen. */
  readonly min_selection?: number | null;
  /** How many can be; null is any number. */
  readonly max_selection?: number | null;
  /** The options, in the order in which a register shows them; a list replaces the one before. */
  readonly options?: readonly {
    /** The product it is. */
    readonly product_id: IdInput;
    /** Its price without tax; null is the product's own. */
    readonly price_ex_tax?: AmountInput | null;
  }[];
}

/** The changed fields of an order. */
export interface UpdateOrder {
  /** The register it was taken at. */
  readonly register_id?: IdInput | null;
  /** The staff member who took it. */
  readonly staff_member_id?: IdInput | null;
  /** The linked customer. */
  readonly customer_id?: IdInput | null;
  /** A number of your own. */
  readonly sale_number?: string | null;
  /** Where it stands; docs/states.md draws what may follow. */
  readonly status?: 'SUBMITTED' | 'ON_HOLD' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'COMPLETE';
  /** How it reaches the customer; absent when unset, an empty text unsets it. */
  readonly order_type?:
    | 'Dine in'
    | 'Takeaway'
    | 'Pickup'
    | 'Delivery'
    | 'Catering'
    | 'Drive Thru'
    | 'Kiosk'
    | ''
    | null;
  /** A note. */
  readonly notes?: string | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id?: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata?: Readonly<Record<string, string | null>> | null;
  /** How many guests it is for. */
  readonly guests?: number | null;
  /** Groups orders, for example of one table; within 48 hours at a site. */
  readonly group_id?: string | null;
  /** The table of its site that it is at; another one moves it there. */
  readonly table_id?: IdInput | null;
  /** Why it is charged no tax; null when taxes are. A linked customer brings the customer's. */
  readonly tax_exempt?: {
    /** The number of the certificate. */
    readonly number?: string | null;
    /** The reason, as receipts show it. */
    readonly reason?: string | null;
  } | null;
  /** Service as a percentage of the total: 12.5 is 12.5 %. */
  readonly tip_service_percent?: AmountInput | null;
  /** Service as an amount; with a percentage it follows from the total. */
  readonly tip_service_amount?: AmountInput | null;
  /** Surcharge on credit card payments; not in the total. */
  readonly credit_card_surcharge?: AmountInput | null;
  /** A factor on everything: 0.9 is a discount of 10 %; 1 is none. */
  readonly price_variation?: AmountInput | null;
  /** An amount on everything: negative is a discount; 0 is none. */
  readonly price_fixed_variation?: AmountInput | null;
  /**
   * The discount by which it is cheaper: it sets the variation, unless one is sent with it. Null takes
   * it off.
   */
  readonly discount_id?: IdInput | null;
  /** Why it was given. */
  readonly discount_reason?: string | null;
  /** The amount above which operators may not bring the payable amount. */
  readonly price_limit?: AmountInput | null;
  /** Whether it completes itself once it is PENDING and paid. */
  readonly complete_when_paid?: boolean | null;
  /** Whether a register alerts to it while it is SUBMITTED. */
  readonly enable_alert_sound?: boolean | null;
  /** Whether availability is not looked at, when it is wanted tomorrow or later. */
  readonly ignore_availability?: boolean | null;
  /** Whether an operator who rejects it has to say why. */
  readonly prompt_for_reject_reason?: boolean | null;
  /** Why it was rejected. */
  readonly reject_reason?: {
    /** A number of your own for the reason. */
    readonly id?: number | null;
    /** The reason. */
    readonly name?: string | null;
    /** More about it. */
    readonly notes?: string | null;
  } | null;
  /** The acts that operators are kept from. */
  readonly lock?: readonly ('NEW_LINES' | 'PAYMENTS' | 'APP_PAYMENT' | 'DELETE' | 'ALL')[] | null;
  /** Where it is posted on every change of its status. */
  readonly callback_uri?: string | null;
  /** When it is wanted; the time of placing and the preparation time of the site, unless set. */
  readonly fulfil_at?: string | null;
  /** When it was placed. */
  readonly placed_at?: string | null;
  /**
   * The linked customer, with details: one who is known is updated, one who is not is made. Not with
   * customer_id.
   */
  readonly customer?: {
    /** Which customer it is; else known by reference_id, e-mail, or name and telephone number. */
    readonly id?: IdInput;
    /** The same as `id`, and taken instead of it; sent both, they must agree. */
    readonly id_str?: IdInput;
    /** The first name. */
    readonly first_name?: string | null;
    /** The last name. */
    readonly last_name?: string | null;
    /** The e-mail address. */
    readonly email?: string | null;
    /** The same as `email`. */
    readonly primary_email_address?: string | null;
    /** The telephone number. */
    readonly phone?: string | null;
    /** The mobile number. */
    readonly mobile?: string | null;
    /** A note about the customer. */
    readonly description?: string | null;
    /** Your add-on's own id of the customer; "" without one. Other add-ons do not see it. */
    readonly reference_id?: string | null;
    /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
    readonly external_id?: string | null;
    /**
     * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
     * removes one.
     */
    readonly metadata?: Readonly<Record<string, string | null>> | null;
    /** Words the customer is filed under. */
    readonly tags?: readonly string[] | null;
    /** The address of a picture. */
    readonly image?: string | null;
    /** The home address. */
    readonly primary_address?: {
      /** Street and number. */
      readonly address?: string | null;
      /** The town. */
      readonly city?: string | null;
      /** The state or region. */
      readonly state?: string | null;
      /** The postal code. */
      readonly postal_code?: string | null;
      /** The country. */
      readonly country?: string | null;
    } | null;
    /** Where deliveries go. */
    readonly shipping_address?: {
      /** Street and number. */
      readonly address?: string | null;
      /** The town. */
      readonly city?: string | null;
      /** The state or region. */
      readonly state?: string | null;
      /** The postal code. */
      readonly postal_code?: string | null;
      /** The country. */
      readonly country?: string | null;
    } | null;
    /** The business the customer buys for, as invoices name it. */
    readonly company_name?: string | null;
    /** The number that business pays taxes by. */
    readonly tax_number?: string | null;
    /** Why the customer is charged no tax; null when taxes are. */
    readonly tax_exempt?: {
      /** The number of the certificate. */
      readonly number?: string | null;
      /** The reason, as receipts show it. */
      readonly reason?: string | null;
    } | null;
  } | null;
}

/** The changed fields of the line. */
export interface UpdateOrderLine {
  /** Where it moves to. */
  readonly number?: number;
  /** What it is called, instead of its product's name. */
  readonly description?: string | null;
  /** How many; negative is a return. Up to 4 decimals. */
  readonly quantity?: AmountInput | null;
  /** A note. */
  readonly notes?: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata?: Readonly<Record<string, string | null>> | null;
  /** The price of one without tax; sent, it is used instead of the price list's. */
  readonly unit_price?: AmountInput | null;
  /** The price of one with tax; sent, it is used when unit_price is absent. */
  readonly unit_price_inc_tax?: AmountInput | null;
  /** A factor on the line: 0.9 is a discount of 10 %; 1 is none. */
  readonly price_variation?: AmountInput | null;
  /** An amount on the line: negative is a discount; 0 is none. */
  readonly price_fixed_variation?: AmountInput | null;
  /**
   * The discount by which it is cheaper: it sets the variation, unless one is sent with it. Null takes
   * it off.
   */
  readonly discount_id?: IdInput | null;
  /** Why it was given. */
  readonly discount_reason?: string | null;
  /**
   * The taxes on it; their amounts add up to line_total_tax. Sent as ids or objects with an id, they are
   * charged instead of the product's, which null brings back.
   */
  readonly taxes?:
    | readonly (
        | IdInput
        | {
            /** The tax. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /** The ids of its modifiers: a repeat means two, a negative id means without. */
  readonly modifiers?: readonly (IdInput | string)[] | null;
  /** Which course it is of: 1 is the first. */
  readonly course_ordinal?: number | null;
  /** How far its course is. */
  readonly course_status?: 'no status' | 'uncalled' | 'pending' | 'called' | null;
  /** The seat at the table that it is for. */
  readonly seat?: number | null;
}

/** The changed fields of the payment: `ref` and `tip` only. */
export interface UpdatePayment {
  /** Cannot be changed. */
  readonly method_id?: IdInput;
  /** Cannot be changed. */
  readonly amount?: AmountInput;
  /** The tip besides. */
  readonly tip?: AmountInput | null;
  /** Cannot be changed. */
  readonly credit_card_surcharge?: AmountInput | null;
  /** A reference of your own, such as a terminal receipt number. */
  readonly ref?: string | null;
  /** When it was paid; when it was recorded, unless sent. Not ahead of now. */
  readonly paid_at?: string | null;
}

/** The changed fields of a way to pay. */
export interface UpdatePaymentMethod {
  /** The name. */
  readonly name?: string;
  /** Its account in the books. */
  readonly ledger_code?: string | null;
  /** The kind of tender. One of kind addon belongs to the add-on that made it. */
  readonly kind?: 'cash' | 'card' | 'account' | 'addon';
  /** Of kind addon: whether its add-on takes the money when a register asks for it (payment requests). */
  readonly takes_requests?: boolean | null;
}

/** The changed fields of a price list. */
export interface UpdatePriceList {
  /** The name. */
  readonly name?: string;
  /** The list it lies below; null for the base price list. */
  readonly parent_id?: IdInput | null;
  /**
   * The times at which it holds, by the clocks of each site; null is always. With times or types of
   * orders, it holds at every site whose own list it lies below, or one above that.
   */
  readonly schedule?:
    | readonly {
        /** The days on which it begins: 1 is Monday, 7 is Sunday. */
        readonly weekdays: readonly number[];
        /** When it begins, by the clocks of the site. */
        readonly from: string;
        /** When it ends; at or before `from` it does on the day after. */
        readonly until: string;
      }[]
    | null;
  /** The types of orders that it holds for; null is all. An order without a type counts as `Dine in`. */
  readonly order_types?:
    | readonly ('Dine in' | 'Takeaway' | 'Pickup' | 'Delivery' | 'Catering' | 'Drive Thru' | 'Kiosk')[]
    | null;
}

/** The changed fields of a product. */
export interface UpdateProduct {
  /** The name; a new product needs one, a variant is named after its template without. */
  readonly name?: string;
  /** A number of your own. */
  readonly number?: string | null;
  /** A short name of your own. */
  readonly code?: string | null;
  /** The stock keeping unit. */
  readonly sku?: string | null;
  /** The barcode. */
  readonly barcode?: string | null;
  /** For internal use. */
  readonly description?: string | null;
  /** Words it is filed under. */
  readonly tags?: readonly string[] | null;
  /** Whether it is sold. */
  readonly is_sold?: boolean | null;
  /** Whether it is bought. */
  readonly is_purchased?: boolean | null;
  /** Whether it is kept in stock. */
  readonly is_inventory?: boolean | null;
  /** Whether it is a modifier of other products. */
  readonly is_modifier?: boolean | null;
  /** Whether sites that show products online show it. */
  readonly show_online?: boolean | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id?: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata?: Readonly<Record<string, string | null>> | null;
  /** Shown to customers online. */
  readonly online_description?: string | null;
  /** Printed on the docket instead of the name. */
  readonly docket_name?: string | null;
  /**
   * The address of its picture; a picture itself can be sent as a data URL of up to 512 KiB, which is
   * kept.
   */
  readonly image?: string | null;
  /** Whether the register always asks for a price. */
  readonly variable_price?: boolean | null;
  /** The least price it takes then. */
  readonly min_sell_price?: AmountInput | null;
  /** The highest. */
  readonly max_sell_price?: AmountInput | null;
  /** How much of its unit one of it is. */
  readonly measure?: AmountInput | null;
  /** unit, g, kg, oz, lb, ml or l. */
  readonly unit_of_measure?: string | null;
  /** At how many left at a site `products/stock_low` is told; null is never. */
  readonly low_stock?: AmountInput | null;
  /** The categories it is in; sent as ids or objects with an id, they replace those before. */
  readonly categories?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /**
   * The sets a buyer chooses from, in their order; sent as ids or objects with an id, they replace those
   * before.
   */
  readonly option_sets?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /** The template it is a variant of. */
  readonly variant_parent_id?: IdInput | null;
  /**
   * Of a template its attributes with all their values, of a variant one value each; empty for other
   * products.
   */
  readonly variant_attributes?: Readonly<Record<string, string | readonly string[]>> | null;
  /**
   * The price with tax. One of the two prices is needed for a new product, and is kept in the form it
   * was sent in.
   */
  readonly unit_price?: AmountInput | null;
  /** The price without tax. */
  readonly unit_price_ex_tax?: AmountInput | null;
  /** The cost, with tax. */
  readonly cost_price?: AmountInput | null;
  /** The cost, without tax. */
  readonly cost_price_ex_tax?: AmountInput | null;
  /** The ids of its taxes, sent as ids or objects with an id; none means tax free. */
  readonly taxes?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /** The ids of the taxes on its cost. */
  readonly cost_taxes?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
}

/** The changed fields of a register. */
export interface UpdateRegister {
  /** A short name of your own. */
  readonly code?: string | null;
  /** The name. */
  readonly name?: string;
  /** The site it is at. */
  readonly site_id?: IdInput;
  /** The prefix of its sale numbers. */
  readonly sale_prefix?: string | null;
  /** The prefix of its numbers of returns. */
  readonly return_prefix?: string | null;
  /** The staff member who is signed in at it. */
  readonly current_staff_member?: IdInput | null;
  /** Whether a device was let in for it. */
  readonly assigned_to_device?: boolean | null;
  /** Whether it prints the tickets of its kitchen. */
  readonly kitchen_printing?: boolean | null;
}

/** The changed fields of a role. */
export interface UpdateRole {
  /** Its name, which no other role has. */
  readonly name?: string;
  /** The permissions of its staff members. */
  readonly permissions?:
    | readonly {
        /** Its code. */
        readonly code: string;
        /** Its name. */
        readonly name: string;
        /** The part of the work that it is about. */
        readonly domain: string;
      }[]
    | null;
}

/** The changed fields of a site. */
export interface UpdateSite {
  /** The name. */
  readonly name?: string;
  /** A short name of your own. */
  readonly code?: string | null;
  /** The ISO 4217 code of its currency: the company's where none is set. */
  readonly currency?: string | null;
  /** Its time zone, such as Australia/Sydney: the company's where none is set, which null brings back. */
  readonly timezone?:
    | string
    | {
        /** Its name, such as Australia/Sydney. */
        readonly name: string;
      }
    | null;
  /** The language of its receipts and kitchen tickets: English where none is set. */
  readonly language?: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'ar' | null;
  /** The number it is registered by, where it has one of its own. */
  readonly business_number?: string | null;
  /** The person to speak to. */
  readonly contact_person?: string | null;
  /** Where its post goes. */
  readonly postal_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** Where its deliveries go. */
  readonly shipping_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** The e-mail address. */
  readonly email?: string | null;
  /** The telephone number. */
  readonly phone?: string | null;
  /** The mobile number. */
  readonly mobile?: string | null;
  /** The fax number. */
  readonly fax?: string | null;
  /**
   * The address of its picture, which receipts show; a PNG or JPEG itself can be sent as a data URL of
   * up to 512 KiB.
   */
  readonly image?: string | null;
  /** Its website. */
  readonly website?: string | null;
  /** Whether each of its registers is reconciled by itself; null is not said. */
  readonly register_level_reconciliation?: boolean | null;
  /** Where it is. */
  readonly location?: {
    /** Degrees north of the equator. */
    readonly latitude?: AmountInput;
    /** Degrees east of Greenwich. */
    readonly longitude?: AmountInput;
  } | null;
  /** The price list it sells by; the base price list unless sent. */
  readonly price_list_id?: IdInput | null;
  /** The price list it sells by, as a record shows it; price_list_id goes first. */
  readonly price_list?: {
    /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
    readonly id: IdInput;
    /** The same as `id`, and taken instead of it; sent both, they must agree. */
    readonly id_str?: IdInput;
  } | null;
  /** Minutes from placing an order until it is wanted, unless the order says. */
  readonly prep_time_minutes?: number | null;
  /** Whether it shows products online. */
  readonly online_products_enabled?: boolean | null;
  /** The register that prints pass-through orders. */
  readonly default_pass_thru_register_id?: IdInput | null;
  /** Whether orders become tickets for its kitchen. */
  readonly kitchen_tickets?: boolean | null;
  /** What its receipts say at their beginning; null: what the company's say. */
  readonly receipt_header?: string | null;
  /** What its receipts say at their end; null: what the company's say. */
  readonly receipt_footer?: string | null;
  /** The name that invoices are written in, where it is not the name. Null: as the company has it. */
  readonly legal_name?: string | null;
  /** The number it pays taxes by, such as a VAT number. Null: as the company has it. */
  readonly tax_number?: string | null;
  /**
   * Where taxes are rounded: `line`, at each line of an order, or `document`, once for each tax of it.
   * Null: as the company has it.
   */
  readonly tax_rounding?: 'line' | 'document' | null;
  /**
   * The rounding of halves: `half_up`, away from zero, or `half_even`, to the even one. Null: as the
   * company has it.
   */
  readonly rounding_mode?: 'half_up' | 'half_even' | null;
  /**
   * The step that amounts in cash are rounded to, where small coins are missing. Null: as the company
   * has it.
   */
  readonly cash_rounding?: {
    /** The step that amounts are rounded to, such as 0.05; 0 is not at all. */
    readonly increment?: AmountInput;
    /** The kinds of payment methods that are; cards never are. */
    readonly methods?: readonly ('cash' | 'account' | 'addon')[] | null;
  } | null;
  /** Whether amounts of discounts are with tax. Null: as the company has it. */
  readonly discounts_include_tax?: boolean | null;
  /**
   * Whether completed orders get invoice numbers without gaps, by site and year. Null: as the company
   * has it.
   */
  readonly invoice_numbers?: boolean | null;
  /** Whether a line of an order may have a price below 0. Null: as the company has it. */
  readonly negative_prices?: boolean | null;
  /**
   * Whether printed receipts end with a QR code of the address of their page. Null: as the company has
   * it.
   */
  readonly receipt_qr?: boolean | null;
  /** Your add-on's own id of it: no two records of a kind share one. Other add-ons do not see it. */
  readonly external_id?: string | null;
  /**
   * Texts of your own by their names, up to 50, which every add-on sees; what is sent is merged, null
   * removes one.
   */
  readonly metadata?: Readonly<Record<string, string | null>> | null;
}

/** The values at the site; all of them may be left out. */
export interface UpdateSiteProduct {
  /** The ids of its taxes, sent as ids or objects with an id; none means tax free. */
  readonly taxes?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /** The ids of the taxes on its cost. */
  readonly cost_taxes?:
    | readonly (
        | IdInput
        | {
            /** The id of the record. */
            readonly id: IdInput;
            /** The same as `id`, and taken instead of it; sent both, they must agree. */
            readonly id_str?: IdInput;
          }
      )[]
    | null;
  /** Whether it is kept in stock there. */
  readonly is_inventory?: boolean | null;
  /** Whether it is shown online there. */
  readonly show_online?: boolean | null;
  /**
   * The price with tax. One of the two prices is needed for a new product, and is kept in the form it
   * was sent in.
   */
  readonly unit_price?: AmountInput | null;
  /** The price without tax. */
  readonly unit_price_ex_tax?: AmountInput | null;
  /** The cost, with tax. */
  readonly cost_price?: AmountInput | null;
  /** The cost, without tax. */
  readonly cost_price_ex_tax?: AmountInput | null;
  /** Whether and how many there are. */
  readonly availability?: {
    /** Whether it can be. */
    readonly is_available?: boolean | null;
    /** How many are left; null is not counted. */
    readonly amount?: AmountInput | null;
  } | null;
}

/** The changed fields of a staff member. */
export interface UpdateStaffMember {
  /** The first name. */
  readonly first_name?: string;
  /** The last name. */
  readonly last_name?: string | null;
  /** The e-mail address. */
  readonly primary_email_address?: string | null;
  /** All e-mail addresses, as they were sent. */
  readonly email_addresses?: readonly string[] | null;
  /** The telephone number. */
  readonly phone?: string | null;
  /** The mobile number. */
  readonly mobile?: string | null;
  /** The fax number. */
  readonly fax?: string | null;
  /** The address of a picture. */
  readonly image?: string | null;
  /** Where its post goes. */
  readonly postal_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** Where its deliveries go. */
  readonly shipping_address?: {
    /** Street and number. */
    readonly address?: string | null;
    /** The town. */
    readonly city?: string | null;
    /** The state or region. */
    readonly state?: string | null;
    /** The postal code. */
    readonly postal_code?: string | null;
    /** The country. */
    readonly country?: string | null;
  } | null;
  /** Whether they may do everything; they then show no permissions. */
  readonly is_admin?: boolean | null;
  /** Their permissions; unless sent, to sell. */
  readonly permissions?:
    | readonly {
        /** Its code. */
        readonly code: string;
        /** Its name. */
        readonly name: string;
        /** The part of the work that it is about. */
        readonly domain: string;
      }[]
    | null;
  /** The roles they have besides, everywhere or at a site. */
  readonly roles?:
    | readonly {
        /** The role. */
        readonly role_id: IdInput;
        /** The site at whose registers they have it; null for everywhere. */
        readonly site_id?: IdInput | null;
      }[]
    | null;
  /**
   * The PIN that the staff member signs in with: 4 to 12 digits. Setting another one ends their
   * sessions.
   */
  readonly pin?: string | null;
}

/** The changed fields of a table and who sits at it. */
export interface UpdateTable {
  /** The floor it stands on. */
  readonly floor_id?: IdInput;
  /** The name: no two tables of a site share one. */
  readonly name?: string;
  /** How many guests sit at it. */
  readonly seats?: number | null;
  /** How it is drawn. */
  readonly shape?: 'square' | 'round' | null;
  /** How far from the left it stands, in grid units. */
  readonly x?: number | null;
  /** How far from the top it stands, in grid units. */
  readonly y?: number | null;
  /** How many grid units it is wide. */
  readonly width?: number | null;
  /** How many grid units it is deep. */
  readonly height?: number | null;
  /** Where it stands among the tables of its floor; the lowest first. */
  readonly sort?: number | null;
}

/** The changed fields of a tax. */
export interface UpdateTax {
  /** A short name. */
  readonly code?: string;
  /** The name. */
  readonly name?: string;
  /** The rate as a factor: 0.1 is 10 %. */
  readonly rate?: AmountInput;
  /** Where it stands among the taxes of a line: a lower one comes first. */
  readonly sort?: number | null;
  /** Whether it is charged on the taxes before it, too. */
  readonly compound?: boolean | null;
  /** Whether it is added to prices with tax, too, instead of being in them. */
  readonly on_top?: boolean | null;
  /** The types of orders it is charged on; null is all. An order without a type counts as `Dine in`. */
  readonly order_types?:
    | readonly ('Dine in' | 'Takeaway' | 'Pickup' | 'Delivery' | 'Catering' | 'Drive Thru' | 'Kiosk')[]
    | null;
  /** The first day on which it is charged, by the clocks of the site. */
  readonly effective_from?: string | null;
  /** The last day on which it is charged. */
  readonly effective_until?: string | null;
  /** The prices of one that it is charged on; null is all. */
  readonly threshold?: {
    /** A price of one, in the form in which it was entered. */
    readonly amount?: AmountInput;
    /** Whether it is charged from that price on, or below it. */
    readonly applies?: 'above' | 'below';
  } | null;
  /** Its account in the books. */
  readonly ledger_code?: string | null;
}

/** The changed fields of a group of taxes. */
export interface UpdateTaxGroup {
  /** A short name. */
  readonly code?: string;
  /** The name. */
  readonly name?: string;
  /** The ids of its members. */
  readonly taxes?: readonly IdInput[];
}

/** The changed fields of a webhook. */
export interface UpdateWebhook {
  /** Which events it wants. */
  readonly topic?:
    | 'orders/created'
    | 'orders/updated'
    | 'orders/completed'
    | 'orders/customer'
    | 'orders/deleted'
    | 'orders/kitchen_print'
    | 'orders/group_finalised'
    | 'products/created'
    | 'products/updated'
    | 'products/deleted'
    | 'products/availability'
    | 'products/stock_low'
    | 'categories/created'
    | 'categories/updated'
    | 'categories/deleted'
    | 'option_sets/created'
    | 'option_sets/updated'
    | 'option_sets/deleted'
    | 'price_lists/updated'
    | 'checkins/created'
    | 'checkins/deleted'
    | 'customers/created'
    | 'customers/updated'
    | 'customers/deleted'
    | 'sites/created'
    | 'sites/updated'
    | 'sites/deleted'
    | 'registers/created'
    | 'registers/updated'
    | 'registers/deleted'
    | 'taxes/created'
    | 'taxes/updated'
    | 'taxes/deleted'
    | 'payment_methods/created'
    | 'payment_methods/updated'
    | 'payment_methods/deleted'
    | 'discounts/created'
    | 'discounts/updated'
    | 'discounts/deleted'
    | 'staff/created'
    | 'staff/updated'
    | 'staff/deleted'
    | 'company/updated'
    | 'tickets/created'
    | 'tickets/updated'
    | 'roles/created'
    | 'roles/updated'
    | 'roles/deleted'
    | 'floors/created'
    | 'floors/updated'
    | 'floors/deleted'
    | 'tables/created'
    | 'tables/updated'
    | 'tables/deleted'
    | 'shifts/created'
    | 'shifts/updated'
    | 'cashups/created'
    | 'cashups/updated'
    | 'payment_requests/created'
    | 'payment_requests/updated';
  /** Where they are posted: https, and not a private address. */
  readonly address?: string;
  /** How they are written; json unless set. */
  readonly format?: 'json' | 'xml' | null;
  /**
   * Headers of your own, named Authorization or X-… but not X-Service…. A value may be @TimeInMillis,
   * @TimeInSeconds or @HMAC, such as @HMAC?algo=sha256&data=Body&as=hex: it is computed for each
   * message.
   */
  readonly headers?: Readonly<Record<string, string>> | null;
  /** Which of them it wants; without members all. It is sent whole. */
  readonly filter?: {
    /** Only what applies to one of these sites. */
    readonly site_ids?: readonly IdInput[] | null;
    /** Only changes of one of these fields. */
    readonly attributes?: readonly string[] | null;
  } | null;
}

/** The use of a company's quotas. Days are those of UTC. */
export interface Usage {
  /** Today. */
  readonly day: string;
  /** The requests of its add-ons today. */
  readonly requests: {
    /** How much is used. */
    readonly used: number;
    /** The quota; null where there is none. */
    readonly limit: number | null;
    /** The rest of it. */
    readonly remaining: number | null;
  };
  /** The bytes of the bodies of these requests and of their answers. */
  readonly bytes: {
    /** How much is used. */
    readonly used: number;
    /** The quota; null where there is none. */
    readonly limit: number | null;
    /** The rest of it. */
    readonly remaining: number | null;
  };
  /** Its orders, products and customers. */
  readonly rows: {
    /** How many there are; null where they were never counted, as nothing limits them. */
    readonly used: number | null;
    /** The quota; null where there is none. */
    readonly limit: number | null;
    /** The rest of it. */
    readonly remaining: number | null;
    /** When they were counted; those that were made since are added. */
    readonly counted_at: string | null;
  };
  /** The last 30 days in which something was used, the newest first. */
  readonly days: readonly {
    /** The day of UTC. */
    readonly day: string;
    /** The requests of its add-ons. */
    readonly requests: number;
    /** The bytes of their bodies and of the answers. */
    readonly bytes: number;
  }[];
}

/** A place where events of a topic are sent to. It belongs to the add-on that made it. */
export interface Webhook {
  /** The id: a number of 64 bits. Languages that cannot hold it exactly read `id_str`. */
  readonly id: Id;
  /** The id as text. */
  readonly id_str: string;
  /** Which events it wants. */
  readonly topic:
    | 'orders/created'
    | 'orders/updated'
    | 'orders/completed'
    | 'orders/customer'
    | 'orders/deleted'
    | 'orders/kitchen_print'
    | 'orders/group_finalised'
    | 'products/created'
    | 'products/updated'
    | 'products/deleted'
    | 'products/availability'
    | 'products/stock_low'
    | 'categories/created'
    | 'categories/updated'
    | 'categories/deleted'
    | 'option_sets/created'
    | 'option_sets/updated'
    | 'option_sets/deleted'
    | 'price_lists/updated'
    | 'checkins/created'
    | 'checkins/deleted'
    | 'customers/created'
    | 'customers/updated'
    | 'customers/deleted'
    | 'sites/created'
    | 'sites/updated'
    | 'sites/deleted'
    | 'registers/created'
    | 'registers/updated'
    | 'registers/deleted'
    | 'taxes/created'
    | 'taxes/updated'
    | 'taxes/deleted'
    | 'payment_methods/created'
    | 'payment_methods/updated'
    | 'payment_methods/deleted'
    | 'discounts/created'
    | 'discounts/updated'
    | 'discounts/deleted'
    | 'staff/created'
    | 'staff/updated'
    | 'staff/deleted'
    | 'company/updated'
    | 'tickets/created'
    | 'tickets/updated'
    | 'roles/created'
    | 'roles/updated'
    | 'roles/deleted'
    | 'floors/created'
    | 'floors/updated'
    | 'floors/deleted'
    | 'tables/created'
    | 'tables/updated'
    | 'tables/deleted'
    | 'shifts/created'
    | 'shifts/updated'
    | 'cashups/created'
    | 'cashups/updated'
    | 'payment_requests/created'
    | 'payment_requests/updated';
  /** Where they are posted: https, and not a private address. */
  readonly address: string;
  /** How they are written; json unless set. */
  readonly format: 'json' | 'xml';
  /**
   * Headers of your own, named Authorization or X-… but not X-Service…. A value may be @TimeInMillis,
   * @TimeInSeconds or @HMAC, such as @HMAC?algo=sha256&data=Body&as=hex: it is computed for each
   * message.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** Which of them it wants; without members all. It is sent whole. */
  readonly filter: {
    /** Only what applies to one of these sites. */
    readonly site_ids?: readonly Id[];
    /** Only changes of one of these fields. */
    readonly attributes?: readonly string[];
  };
  /** When it was made. */
  readonly created_at: string;
  /** When it last changed. */
  readonly updated_at: string;
}

/** The company is the one the client is for, unless it is given. */
export interface InCompany {
  readonly company_id?: IdInput;
}

export interface ListCompaniesQuery {
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListSitesQuery {
  /** Only the one that your add-on calls so. */
  readonly external_id?: string;
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface StreamRegisterQuery {
  /** Whether to say when there is something to print. */
  readonly print?: boolean;
  /** Whether to say when orders of the site were made or changed. */
  readonly orders?: boolean;
}

export interface ListPrintJobsQuery {
  /** Only jobs in this state. */
  readonly state?: 'queued' | 'sent' | 'printed' | 'failed' | 'reprinted';
  /** Whether to begin at the end of the list. */
  readonly newest?: boolean;
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'register'[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface GetPrintJobQuery {
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'register'[];
}

export interface GetPrintJobPdfQuery {
  /** Of the paper, in mm; 80 unless given. */
  readonly width?: '58' | '80';
}

export interface ListStaffWhoSignInQuery {
  /** Only who has each of these words in the name, without case and accents. */
  readonly name?: string;
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListApproversQuery {
  /** Only who has all of these permissions there, of their own or by roles. */
  readonly rights?: readonly (
    | 'FinishSale'
    | 'MakeDiscount'
    | 'ApplyComp'
    | 'ChangePrice'
    | 'OverrideTax'
    | 'Void'
    | 'DeleteHeldOrder'
    | 'ModifySales'
    | 'Refund'
    | 'RefundWithoutReceipt'
    | 'CashIn'
    | 'CashOut'
    | 'OpenCashDrawer'
    | 'XReport'
    | 'ZReport'
  )[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListCustomersQuery {
  /** Only customers that your add-on calls so. */
  readonly reference_id?: string;
  /** Only the one that your add-on calls so. */
  readonly external_id?: string;
  /** Only customers with this telephone number. Together with `first_name` it looks one up. */
  readonly phone?: string;
  /** Only customers that have each of these words in the name, the e-mail address or a telephone number. */
  readonly q?: string;
  /** Only customers with this tag. */
  readonly tag?: string;
  /**
   * Only below this: when it last changed; the list then comes in the order of the last changes, the
   * oldest first.
   */
  readonly updated_lt?: string;
  /**
   * Only up to this: when it last changed; the list then comes in the order of the last changes, the
   * oldest first.
   */
  readonly updated_lte?: string;
  /**
   * Only above this: when it last changed; the list then comes in the order of the last changes, the
   * oldest first.
   */
  readonly updated_gt?: string;
  /**
   * Only from this: when it last changed; the list then comes in the order of the last changes, the
   * oldest first.
   */
  readonly updated_gte?: string;
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface FindCustomerQuery {
  /** Look one customer up: answers 302 to the record, or 404. */
  readonly email?: string;
  /** Look one customer up, together with `phone`. */
  readonly first_name?: string;
  /** Narrows that. */
  readonly last_name?: string;
  /** Only customers with this telephone number. Together with `first_name` it looks one up. */
  readonly phone?: string;
}

export interface ListCheckinsQuery {
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'customer'[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface GetCheckinQuery {
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'customer'[];
}

export interface ListLatePrintJobsQuery {
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'register'[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListTicketsQuery {
  /** Those in this state; open unless given. */
  readonly state?: 'open' | 'bumped';
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListCategoryProductsQuery {
  /** Only these, by their ids. */
  readonly ids?: readonly IdInput[];
  /** Only the one that your add-on calls so. */
  readonly external_id?: string;
  /** Only products with this tag. */
  readonly tag?: string;
  /** Only products whose name has this in it. */
  readonly name?: string;
  /** Only products of this name. */
  readonly exactname?: string;
  /** Only products with this stock keeping unit. */
  readonly sku?: string;
  /** Only products with this barcode. */
  readonly barcode?: string;
  /** Only products that have each of these words in the name, the stock keeping unit or the barcode. */
  readonly q?: string;
  /**
   * Only below this: when it last changed; the list then comes in the order of the last changes, the
   * oldest first.
   */
  readonly updated_lt?: string;
  /**
   * Only up to this: when it last changed; the list then comes in the order of the last changes, the
   * oldest first.
   */
  readonly updated_lte?: string;
  /**
   * Only above this: when it last changed; the list then comes in the order of the last changes, the
   * oldest first.
   */
  readonly updated_gt?: string;
  /**
   * Only from this: when it last changed; the list then comes in the order of the last changes, the
   * oldest first.
   */
  readonly updated_gte?: string;
  /** Further fields to show of each. */
  readonly fields?: readonly (
    | 'image'
    | 'categories'
    | 'option_sets'
    | 'availability'
    | 'unit_price'
    | 'unit_price_ex_tax'
    | 'unit_tax'
    | 'variants'
    | 'variant_parent_id'
    | 'variant_attributes'
    | 'docket_name'
    | 'taxes'
    | 'price_form'
    | 'variable_price'
    | 'modifiers'
    | 'timed_prices'
  )[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListSiteProductsQuery {
  /** Only these, by their ids. */
  readonly ids?: readonly IdInput[];
  /** Only the one that your add-on calls so. */
  readonly external_id?: string;
  /** Only products with this tag. */
  readonly tag?: string;
  /** Only products whose name has this in it. */
  readonly name?: string;
  /** Only products of this name. */
  readonly exactname?: string;
  /** Only products with this stock keeping unit. */
  readonly sku?: string;
  /** Only products with this barcode. */
  readonly barcode?: string;
  /** Only products that have each of these words in the name, the stock keeping unit or the barcode. */
  readonly q?: string;
  /**
   * Only below this: when it last changed; the list then comes in the order of the last changes, the
   * oldest first.
   */
  readonly updated_lt?: string;
  /**
   * Only up to this: when it last changed; the list then comes in the order of the last changes, the
   * oldest first.
   */
  readonly updated_lte?: string;
  /**
   * Only above this: when it last changed; the list then comes in the order of the last changes, the
   * oldest first.
   */
  readonly updated_gt?: string;
  /**
   * Only from this: when it last changed; the list then comes in the order of the last changes, the
   * oldest first.
   */
  readonly updated_gte?: string;
  /** Further fields to show of each. */
  readonly fields?: readonly (
    | 'image'
    | 'categories'
    | 'option_sets'
    | 'availability'
    | 'unit_price'
    | 'unit_price_ex_tax'
    | 'unit_tax'
    | 'variants'
    | 'variant_parent_id'
    | 'variant_attributes'
    | 'docket_name'
    | 'taxes'
    | 'price_form'
    | 'variable_price'
    | 'modifiers'
    | 'timed_prices'
  )[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
  /** Only products that are sold, or are not. */
  readonly sold?: boolean;
  /** Only products that are bought, or are not. */
  readonly purchased?: boolean;
  /** Only products that are available, or are not. */
  readonly is_available?: boolean;
  /** Only products that are kept in stock, or are not. */
  readonly inventoried?: boolean;
}

export interface GetMenuQuery {
  /** The version of the menu that is known: the answer is what has changed since. */
  readonly after?: number;
}

export interface ListStockMovementsQuery {
  /** Only movements of this product. */
  readonly product_id?: string;
  /** Whether to begin at the end of the list. */
  readonly newest?: boolean;
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListImportsQuery {
  /** Whether to begin at the end of the list. */
  readonly newest?: boolean;
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface GetReconciliationQuery {
  /** Whether to leave out what is the same. */
  readonly differing?: boolean;
}

export interface ExportCatalogueQuery {
  /** With the columns of this site alone. */
  readonly site_id?: string;
}

export interface ListOrdersQuery {
  /** Only orders of these statuses. */
  readonly status?: readonly ('SUBMITTED' | 'ON_HOLD' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'COMPLETE')[];
  /**
   * Only below this: when the order was made; a date alone is read as its end by gt and lte, as its
   * start by lt and gte.
   */
  readonly created_lt?: string;
  /**
   * Only up to this: when the order was made; a date alone is read as its end by gt and lte, as its
   * start by lt and gte.
   */
  readonly created_lte?: string;
  /**
   * Only above this: when the order was made; a date alone is read as its end by gt and lte, as its
   * start by lt and gte.
   */
  readonly created_gt?: string;
  /**
   * Only from this: when the order was made; a date alone is read as its end by gt and lte, as its start
   * by lt and gte.
   */
  readonly created_gte?: string;
  /** Only below this: when the order last changed; the list then comes last changed first. */
  readonly updated_lt?: string;
  /** Only up to this: when the order last changed; the list then comes last changed first. */
  readonly updated_lte?: string;
  /** Only above this: when the order last changed; the list then comes last changed first. */
  readonly updated_gt?: string;
  /** Only from this: when the order last changed; the list then comes last changed first. */
  readonly updated_gte?: string;
  /** Only below this: when the order was placed; the list then comes last placed first. */
  readonly placed_lt?: string;
  /** Only up to this: when the order was placed; the list then comes last placed first. */
  readonly placed_lte?: string;
  /** Only above this: when the order was placed; the list then comes last placed first. */
  readonly placed_gt?: string;
  /** Only from this: when the order was placed; the list then comes last placed first. */
  readonly placed_gte?: string;
  /** Only below this: when the order is wanted; the list then comes last wanted first. */
  readonly fulfil_lt?: string;
  /** Only up to this: when the order is wanted; the list then comes last wanted first. */
  readonly fulfil_lte?: string;
  /** Only above this: when the order is wanted; the list then comes last wanted first. */
  readonly fulfil_gt?: string;
  /** Only from this: when the order is wanted; the list then comes last wanted first. */
  readonly fulfil_gte?: string;
  /** Only below this: when the order was paid, the last time; the list then comes last paid first. */
  readonly paid_lt?: string;
  /** Only up to this: when the order was paid, the last time; the list then comes last paid first. */
  readonly paid_lte?: string;
  /** Only above this: when the order was paid, the last time; the list then comes last paid first. */
  readonly paid_gt?: string;
  /** Only from this: when the order was paid, the last time; the list then comes last paid first. */
  readonly paid_gte?: string;
  /** Only below this: the order's total. */
  readonly value_lt?: AmountInput;
  /** Only up to this: the order's total. */
  readonly value_lte?: AmountInput;
  /** Only above this: the order's total. */
  readonly value_gt?: AmountInput;
  /** Only from this: the order's total. */
  readonly value_gte?: AmountInput;
  /** Only orders of this type. */
  readonly order_type?: 'Dine in' | 'Takeaway' | 'Pickup' | 'Delivery' | 'Catering' | 'Drive Thru' | 'Kiosk';
  /** Only orders with this number of your own. */
  readonly sale_number?: string;
  /** Only the order with this invoice number. */
  readonly invoice_number?: string;
  /** Only orders of groups of this identifier, of any time and site. */
  readonly group_id?: string;
  /** Only orders at this table, open or closed. */
  readonly table_id?: string;
  /** Only orders with a line of this product. */
  readonly product_id?: string;
  /** Only orders with a payment by this method. */
  readonly payment_method_id?: string;
  /** The order of the list, rising; with a hyphen before it falling. */
  readonly sort?: 'created' | '-created' | 'placed' | '-placed' | 'updated' | '-updated' | 'value' | '-value';
  /** Only these, by their ids. */
  readonly ids?: readonly IdInput[];
  /** Only the one that your add-on calls so. */
  readonly external_id?: string;
  /** Which parts to show of each. */
  readonly fields?: readonly ('lines' | 'options' | 'payments' | 'customer')[];
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly ('customer' | 'product' | 'payment_method' | 'register')[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface PriceOrderQuery {
  /** Whether to say how the figures came about. */
  readonly explain?: boolean;
}

export interface GetOrderBySaleIdQuery {
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly ('customer' | 'product' | 'payment_method' | 'register')[];
}

export interface ListOrderLinesQuery {
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'product'[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface GetOrderLineQuery {
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'product'[];
}

export interface ListPaymentsQuery {
  /** Only below this: when it was paid. */
  readonly paid_lt?: string;
  /** Only up to this: when it was paid. */
  readonly paid_lte?: string;
  /** Only above this: when it was paid. */
  readonly paid_gt?: string;
  /** Only from this: when it was paid. */
  readonly paid_gte?: string;
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'payment_method'[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface GetPaymentQuery {
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'payment_method'[];
}

export interface GetOrderGroupQuery {
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly ('customer' | 'product' | 'payment_method' | 'register')[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListMailsQuery {
  /** Only messages in this state. */
  readonly state?: 'queued' | 'sending' | 'sent' | 'dead';
  /** Only messages of this kind. */
  readonly kind?: 'receipt' | 'invitation' | 'reset' | 'password_changed' | 'account_changed';
  /** Only messages to this address, in whatever case. */
  readonly to?: string;
  /** Only receipts of this order. */
  readonly order_id?: string;
  /** Whether to begin at the end of the list. */
  readonly newest?: boolean;
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListPaymentRequestsQuery {
  /** Only requests of this order. */
  readonly order_id?: string;
  /** Only requests in this status. */
  readonly status?: 'pending' | 'approved' | 'declined' | 'cancelled' | 'unknown';
  /** Only requests of this register. */
  readonly register_id?: string;
  /** Only requests whose money the order could not take, or only others. */
  readonly unapplied?: boolean;
  /** Only below this: when it was made. */
  readonly created_lt?: string;
  /** Only up to this: when it was made. */
  readonly created_lte?: string;
  /** Only above this: when it was made. */
  readonly created_gt?: string;
  /** Only from this: when it was made. */
  readonly created_gte?: string;
  /** Whether to begin at the end of the list. */
  readonly newest?: boolean;
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'register'[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListOrderPaymentRequestsQuery {
  /** Only requests in this status. */
  readonly status?: 'pending' | 'approved' | 'declined' | 'cancelled' | 'unknown';
  /** Only requests of this register. */
  readonly register_id?: string;
  /** Only requests whose money the order could not take, or only others. */
  readonly unapplied?: boolean;
  /** Only below this: when it was made. */
  readonly created_lt?: string;
  /** Only up to this: when it was made. */
  readonly created_lte?: string;
  /** Only above this: when it was made. */
  readonly created_gt?: string;
  /** Only from this: when it was made. */
  readonly created_gte?: string;
  /** Whether to begin at the end of the list. */
  readonly newest?: boolean;
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'register'[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListShiftsQuery {
  /** Only shifts in this state. */
  readonly state?: 'open' | 'closed';
  /** Whether to begin at the end of the list. */
  readonly newest?: boolean;
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'register'[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListCashupsQuery {
  /** Only those that were taken over, or only the others. */
  readonly processed?: boolean;
  /** Whether to begin at the end of the list. */
  readonly newest?: boolean;
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'register'[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListUnprocessedCashupsQuery {
  /** Whether to begin at the end of the list. */
  readonly newest?: boolean;
  /** The records to show beside their ids, as their own lists do; each needs the scope of its own list. */
  readonly expand?: readonly 'register'[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface GetTodayQuery {
  /** Only this site. */
  readonly site_id?: string;
  /** Only sites that sell in this currency. */
  readonly currency?: string;
}

export interface GetJournalQuery {
  /** The first day. */
  readonly from?: string;
  /** The last day. */
  readonly to?: string;
  /** Only this site. */
  readonly site_id?: string;
  /** Only sites that sell in this currency. */
  readonly currency?: string;
}

export interface GetReportByDayQuery {
  /** The first day. */
  readonly from?: string;
  /** The last day. */
  readonly to?: string;
  /** Only this site. */
  readonly site_id?: string;
  /** Only sites that sell in this currency. */
  readonly currency?: string;
  /** How many rows to show at most. */
  readonly limit?: number;
}

export interface ListEventsQuery {
  /** Only events after this number. */
  readonly after?: number;
  /** Only events of these topics. */
  readonly topic?: readonly (
    | 'orders/created'
    | 'orders/updated'
    | 'orders/completed'
    | 'orders/customer'
    | 'orders/deleted'
    | 'orders/kitchen_print'
    | 'orders/group_finalised'
    | 'products/created'
    | 'products/updated'
    | 'products/deleted'
    | 'products/availability'
    | 'products/stock_low'
    | 'categories/created'
    | 'categories/updated'
    | 'categories/deleted'
    | 'option_sets/created'
    | 'option_sets/updated'
    | 'option_sets/deleted'
    | 'price_lists/updated'
    | 'checkins/created'
    | 'checkins/deleted'
    | 'customers/created'
    | 'customers/updated'
    | 'customers/deleted'
    | 'sites/created'
    | 'sites/updated'
    | 'sites/deleted'
    | 'registers/created'
    | 'registers/updated'
    | 'registers/deleted'
    | 'taxes/created'
    | 'taxes/updated'
    | 'taxes/deleted'
    | 'payment_methods/created'
    | 'payment_methods/updated'
    | 'payment_methods/deleted'
    | 'discounts/created'
    | 'discounts/updated'
    | 'discounts/deleted'
    | 'staff/created'
    | 'staff/updated'
    | 'staff/deleted'
    | 'company/updated'
    | 'tickets/created'
    | 'tickets/updated'
    | 'roles/created'
    | 'roles/updated'
    | 'roles/deleted'
    | 'floors/created'
    | 'floors/updated'
    | 'floors/deleted'
    | 'tables/created'
    | 'tables/updated'
    | 'tables/deleted'
    | 'shifts/created'
    | 'shifts/updated'
    | 'cashups/created'
    | 'cashups/updated'
    | 'payment_requests/created'
    | 'payment_requests/updated'
  )[];
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface StreamEventsQuery {
  /** Only events after this number. */
  readonly after?: number;
  /** Only events of these topics. */
  readonly topic?: readonly (
    | 'orders/created'
    | 'orders/updated'
    | 'orders/completed'
    | 'orders/customer'
    | 'orders/deleted'
    | 'orders/kitchen_print'
    | 'orders/group_finalised'
    | 'products/created'
    | 'products/updated'
    | 'products/deleted'
    | 'products/availability'
    | 'products/stock_low'
    | 'categories/created'
    | 'categories/updated'
    | 'categories/deleted'
    | 'option_sets/created'
    | 'option_sets/updated'
    | 'option_sets/deleted'
    | 'price_lists/updated'
    | 'checkins/created'
    | 'checkins/deleted'
    | 'customers/created'
    | 'customers/updated'
    | 'customers/deleted'
    | 'sites/created'
    | 'sites/updated'
    | 'sites/deleted'
    | 'registers/created'
    | 'registers/updated'
    | 'registers/deleted'
    | 'taxes/created'
    | 'taxes/updated'
    | 'taxes/deleted'
    | 'payment_methods/created'
    | 'payment_methods/updated'
    | 'payment_methods/deleted'
    | 'discounts/created'
    | 'discounts/updated'
    | 'discounts/deleted'
    | 'staff/created'
    | 'staff/updated'
    | 'staff/deleted'
    | 'company/updated'
    | 'tickets/created'
    | 'tickets/updated'
    | 'roles/created'
    | 'roles/updated'
    | 'roles/deleted'
    | 'floors/created'
    | 'floors/updated'
    | 'floors/deleted'
    | 'tables/created'
    | 'tables/updated'
    | 'tables/deleted'
    | 'shifts/created'
    | 'shifts/updated'
    | 'cashups/created'
    | 'cashups/updated'
    | 'payment_requests/created'
    | 'payment_requests/updated'
  )[];
}

export interface ListDeliveriesQuery {
  /** Only messages in this state. */
  readonly state?: 'queued' | 'sending' | 'delivered' | 'dead';
  /** Whether to begin at the end of the list. */
  readonly newest?: boolean;
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface UpdateMemberQuery {
  /** Keys of the member that are not revoked, by their `key`. */
  readonly keep?: readonly string[];
}

export interface ListAuditQuery {
  /** Only entries of this action, such as `order.refunded`. */
  readonly action?: string;
  /** Only what this staff member did. */
  readonly staff_id?: string;
  /** Only what this user did. */
  readonly user_id?: string;
  /** Only what was done at this site. */
  readonly site_id?: string;
  /** Only what was done to the record of this kind with the id `record_id`. */
  readonly record_kind?:
    | 'addon'
    | 'company'
    | 'device'
    | 'discount'
    | 'option_set'
    | 'order'
    | 'payment_method'
    | 'price_list'
    | 'product'
    | 'register'
    | 'role'
    | 'shift'
    | 'site'
    | 'staff'
    | 'tax'
    | 'tax_group'
    | 'user';
  /** The id of that record. */
  readonly record_id?: string;
  /** Only below this: when it was done. */
  readonly created_lt?: string;
  /** Only up to this: when it was done. */
  readonly created_lte?: string;
  /** Only above this: when it was done. */
  readonly created_gt?: string;
  /** Only from this: when it was done. */
  readonly created_gte?: string;
  /** Whether to begin with the first entry. */
  readonly oldest?: boolean;
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ExportAuditQuery {
  /** Only entries of this action, such as `order.refunded`. */
  readonly action?: string;
  /** Only what this staff member did. */
  readonly staff_id?: string;
  /** Only what this user did. */
  readonly user_id?: string;
  /** Only what was done at this site. */
  readonly site_id?: string;
  /** Only what was done to the record of this kind with the id `record_id`. */
  readonly record_kind?:
    | 'addon'
    | 'company'
    | 'device'
    | 'discount'
    | 'option_set'
    | 'order'
    | 'payment_method'
    | 'price_list'
    | 'product'
    | 'register'
    | 'role'
    | 'shift'
    | 'site'
    | 'staff'
    | 'tax'
    | 'tax_group'
    | 'user';
  /** The id of that record. */
  readonly record_id?: string;
  /** Only below this: when it was done. */
  readonly created_lt?: string;
  /** Only up to this: when it was done. */
  readonly created_lte?: string;
  /** Only above this: when it was done. */
  readonly created_gt?: string;
  /** Only from this: when it was done. */
  readonly created_gte?: string;
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

export interface ListRequestsQuery {
  /** Only requests of this add-on. */
  readonly addon_id?: string;
  /** Only requests of this method. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Only requests that were answered with this status or a higher one. */
  readonly status_gte?: number;
  /** The page length at most; a page ends at 8 MiB as well. Whether there is more, X-Next-Page tells. */
  readonly limit?: number;
  /** Where the page begins: comes with the address in X-Next-Page. */
  readonly cursor?: string;
  /** The id of the record that the page begins after, in the order of the list. Not beside a cursor. */
  readonly start?: string;
  /** Whether X-Total-Count says how many there are, up to 10,000. */
  readonly count?: boolean;
}

/** Everything the API does, by its name. */
export interface Operations {
  /** Send up to 100 requests in one: POST /v1/companies/{company_id}/batch */
  readonly sendBatch: {
    readonly params: InCompany;
    readonly body: Batch;
    readonly answer: BatchAnswer;
    readonly pages: false;
  };
  /** List the companies the token is for: GET /v1/companies */
  readonly listCompanies: {
    readonly params: ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Company[];
    readonly pages: true;
  };
  /** Read the company: GET /v1/companies/{company_id} */
  readonly getCompany: {
    readonly params: InCompany;
    readonly body: undefined;
    readonly answer: Company;
    readonly pages: false;
  };
  /** Change the company: PUT /v1/companies/{company_id} */
  readonly updateCompany: {
    readonly params: InCompany;
    readonly body: CompanyUpdate;
    readonly answer: Company;
    readonly pages: false;
  };
  /** List the addresses of the company: GET /v1/companies/{company_id}/addresses */
  readonly listCompanyAddresses: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly ListedAddress[];
    readonly pages: true;
  };
  /** List what is going on at the sites: GET /v1/companies/{company_id}/status */
  readonly listSiteStatuses: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly SiteStatus[];
    readonly pages: true;
  };
  /** List the sites: GET /v1/companies/{company_id}/sites */
  readonly listSites: {
    readonly params: InCompany & ListSitesQuery;
    readonly body: undefined;
    readonly answer: readonly Site[];
    readonly pages: true;
  };
  /** Create a site: POST /v1/companies/{company_id}/sites */
  readonly createSite: {
    readonly params: InCompany;
    readonly body: CreateSite;
    readonly answer: Site;
    readonly pages: false;
  };
  /** Read a site: GET /v1/companies/{company_id}/sites/{site_id} */
  readonly getSite: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Site;
    readonly pages: false;
  };
  /** Change a site: PUT /v1/companies/{company_id}/sites/{site_id} */
  readonly updateSite: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    };
    readonly body: UpdateSite;
    readonly answer: Site;
    readonly pages: false;
  };
  /** Delete a site: DELETE /v1/companies/{company_id}/sites/{site_id} */
  readonly deleteSite: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the addresses of a site: GET /v1/companies/{company_id}/sites/{site_id}/addresses */
  readonly listSiteAddresses: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly ListedAddress[];
    readonly pages: true;
  };
  /** Read what is going on at a site: GET /v1/companies/{company_id}/sites/{site_id}/status */
  readonly getSiteStatus: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: SiteStatus;
    readonly pages: false;
  };
  /** List the registers of a site: GET /v1/companies/{company_id}/sites/{site_id}/registers */
  readonly listSiteRegisters: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Register[];
    readonly pages: true;
  };
  /** List the registers: GET /v1/companies/{company_id}/registers */
  readonly listRegisters: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Register[];
    readonly pages: true;
  };
  /** Create a register: POST /v1/companies/{company_id}/registers */
  readonly createRegister: {
    readonly params: InCompany;
    readonly body: CreateRegister;
    readonly answer: Register;
    readonly pages: false;
  };
  /** Read a register: GET /v1/companies/{company_id}/registers/{register_id} */
  readonly getRegister: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Register;
    readonly pages: false;
  };
  /** Change a register: PUT /v1/companies/{company_id}/registers/{register_id} */
  readonly updateRegister: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    };
    readonly body: UpdateRegister;
    readonly answer: Register;
    readonly pages: false;
  };
  /** Delete a register: DELETE /v1/companies/{company_id}/registers/{register_id} */
  readonly deleteRegister: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Say that a register is there: POST /v1/companies/{company_id}/registers/{register_id}/heartbeat */
  readonly sendHeartbeat: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Register;
    readonly pages: false;
  };
  /** Be there as a register: GET /v1/companies/{company_id}/registers/{register_id}/stream */
  readonly streamRegister: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    } & StreamRegisterQuery;
    readonly body: undefined;
    readonly answer: never;
    readonly pages: false;
  };
  /**
   * List what a register has printed and has to print: GET
   * /v1/companies/{company_id}/registers/{register_id}/print_jobs
   */
  readonly listPrintJobs: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    } & ListPrintJobsQuery;
    readonly body: undefined;
    readonly answer: readonly PrintJob[];
    readonly pages: true;
  };
  /**
   * Read a print job with what it prints: GET
   * /v1/companies/{company_id}/registers/{register_id}/print_jobs/{job_id}
   */
  readonly getPrintJob: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
      /** The id of the job. */
      readonly job_id: IdInput;
    } & GetPrintJobQuery;
    readonly body: undefined;
    readonly answer: PrintJobWithDocument;
    readonly pages: false;
  };
  /**
   * See a print job as it comes out of a printer: GET
   * /v1/companies/{company_id}/registers/{register_id}/print_jobs/{job_id}/pdf
   */
  readonly getPrintJobPdf: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
      /** The id of the job. */
      readonly job_id: IdInput;
    } & GetPrintJobPdfQuery;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly pages: false;
  };
  /**
   * Take what there is to print: POST
   * /v1/companies/{company_id}/registers/{register_id}/print_jobs/claim
   */
  readonly claimPrintJobs: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    };
    readonly body: ClaimPrintJobs;
    readonly answer: ClaimedJobs;
    readonly pages: false;
  };
  /**
   * Say that a job is on paper: POST
   * /v1/companies/{company_id}/registers/{register_id}/print_jobs/{job_id}/printed
   */
  readonly printJobPrinted: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
      /** The id of the job. */
      readonly job_id: IdInput;
    };
    readonly body: PrintedJob;
    readonly answer: PrintJob;
    readonly pages: false;
  };
  /**
   * Say that a job could not be printed: POST
   * /v1/companies/{company_id}/registers/{register_id}/print_jobs/{job_id}/failed
   */
  readonly printJobFailed: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
      /** The id of the job. */
      readonly job_id: IdInput;
    };
    readonly body: FailedJob;
    readonly answer: PrintJob;
    readonly pages: false;
  };
  /**
   * Keep a job for longer: POST
   * /v1/companies/{company_id}/registers/{register_id}/print_jobs/{job_id}/extend
   */
  readonly extendPrintJob: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
      /** The id of the job. */
      readonly job_id: IdInput;
    };
    readonly body: ExtendJob;
    readonly answer: PrintJob;
    readonly pages: false;
  };
  /**
   * Print a job once more: POST
   * /v1/companies/{company_id}/registers/{register_id}/print_jobs/{job_id}/reprint
   */
  readonly reprintJob: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
      /** The id of the job. */
      readonly job_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: PrintJobWithDocument;
    readonly pages: false;
  };
  /** List who can sign in at a register: GET /v1/companies/{company_id}/registers/{register_id}/staff */
  readonly listStaffWhoSignIn: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    } & ListStaffWhoSignInQuery;
    readonly body: undefined;
    readonly answer: readonly StaffMember[];
    readonly pages: true;
  };
  /** Sign a staff member in: POST /v1/companies/{company_id}/registers/{register_id}/sessions */
  readonly signIn: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    };
    readonly body: SignIn;
    readonly answer: NewOperatorSession;
    readonly pages: false;
  };
  /** Read a session: GET /v1/companies/{company_id}/registers/{register_id}/sessions/{session_id} */
  readonly getSession: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
      /** The id of the session. */
      readonly session_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: OperatorSession;
    readonly pages: false;
  };
  /** Sign out: DELETE /v1/companies/{company_id}/registers/{register_id}/sessions/{session_id} */
  readonly signOut: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
      /** The id of the session. */
      readonly session_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /**
   * Let a staff member do something once: POST
   * /v1/companies/{company_id}/registers/{register_id}/approvals
   */
  readonly approve: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    };
    readonly body: Approve;
    readonly answer: Approval;
    readonly pages: false;
  };
  /** List who could approve something: GET /v1/companies/{company_id}/registers/{register_id}/approvers */
  readonly listApprovers: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    } & ListApproversQuery;
    readonly body: undefined;
    readonly answer: readonly StaffMember[];
    readonly pages: true;
  };
  /** Read an approval: GET /v1/companies/{company_id}/registers/{register_id}/approvals/{approval_id} */
  readonly getApproval: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
      /** The id of the approval. */
      readonly approval_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Approval;
    readonly pages: false;
  };
  /** Read who is signed in: GET /v1/companies/{company_id}/staff/me */
  readonly getOwnStaffMember: {
    readonly params: InCompany;
    readonly body: undefined;
    readonly answer: StaffMember;
    readonly pages: false;
  };
  /** List the staff: GET /v1/companies/{company_id}/staff */
  readonly listStaff: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly StaffMember[];
    readonly pages: true;
  };
  /** Create a staff member: POST /v1/companies/{company_id}/staff */
  readonly createStaffMember: {
    readonly params: InCompany;
    readonly body: CreateStaffMember;
    readonly answer: StaffMember;
    readonly pages: false;
  };
  /** Read a staff member: GET /v1/companies/{company_id}/staff/{staff_id} */
  readonly getStaffMember: {
    readonly params: InCompany & {
      /** The id of the staff. */
      readonly staff_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: StaffMember;
    readonly pages: false;
  };
  /** Change a staff member: PUT /v1/companies/{company_id}/staff/{staff_id} */
  readonly updateStaffMember: {
    readonly params: InCompany & {
      /** The id of the staff. */
      readonly staff_id: IdInput;
    };
    readonly body: UpdateStaffMember;
    readonly answer: StaffMember;
    readonly pages: false;
  };
  /** Delete a staff member: DELETE /v1/companies/{company_id}/staff/{staff_id} */
  readonly deleteStaffMember: {
    readonly params: InCompany & {
      /** The id of the staff. */
      readonly staff_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the roles: GET /v1/companies/{company_id}/roles */
  readonly listRoles: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Role[];
    readonly pages: true;
  };
  /** Create a role: POST /v1/companies/{company_id}/roles */
  readonly createRole: {
    readonly params: InCompany;
    readonly body: CreateRole;
    readonly answer: Role;
    readonly pages: false;
  };
  /** Read a role: GET /v1/companies/{company_id}/roles/{role_id} */
  readonly getRole: {
    readonly params: InCompany & {
      /** The id of the role. */
      readonly role_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Role;
    readonly pages: false;
  };
  /** Change a role: PUT /v1/companies/{company_id}/roles/{role_id} */
  readonly updateRole: {
    readonly params: InCompany & {
      /** The id of the role. */
      readonly role_id: IdInput;
    };
    readonly body: UpdateRole;
    readonly answer: Role;
    readonly pages: false;
  };
  /** Delete a role: DELETE /v1/companies/{company_id}/roles/{role_id} */
  readonly deleteRole: {
    readonly params: InCompany & {
      /** The id of the role. */
      readonly role_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the addresses of a staff member: GET /v1/companies/{company_id}/staff/{staff_id}/addresses */
  readonly listStaffAddresses: {
    readonly params: InCompany & {
      /** The id of the staff. */
      readonly staff_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly ListedAddress[];
    readonly pages: true;
  };
  /** List the groups of taxes: GET /v1/companies/{company_id}/taxes/groups */
  readonly listTaxGroups: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly TaxGroup[];
    readonly pages: true;
  };
  /** Create a group of taxes: POST /v1/companies/{company_id}/taxes/groups */
  readonly createTaxGroup: {
    readonly params: InCompany;
    readonly body: CreateTaxGroup;
    readonly answer: TaxGroup;
    readonly pages: false;
  };
  /** Read a group of taxes: GET /v1/companies/{company_id}/taxes/groups/{tax_group_id} */
  readonly getTaxGroup: {
    readonly params: InCompany & {
      /** The id of the tax group. */
      readonly tax_group_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: TaxGroup;
    readonly pages: false;
  };
  /** Change a group of taxes: PUT /v1/companies/{company_id}/taxes/groups/{tax_group_id} */
  readonly updateTaxGroup: {
    readonly params: InCompany & {
      /** The id of the tax group. */
      readonly tax_group_id: IdInput;
    };
    readonly body: UpdateTaxGroup;
    readonly answer: TaxGroup;
    readonly pages: false;
  };
  /** Delete a group of taxes: DELETE /v1/companies/{company_id}/taxes/groups/{tax_group_id} */
  readonly deleteTaxGroup: {
    readonly params: InCompany & {
      /** The id of the tax group. */
      readonly tax_group_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the taxes: GET /v1/companies/{company_id}/taxes */
  readonly listTaxes: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Tax[];
    readonly pages: true;
  };
  /** Create a tax: POST /v1/companies/{company_id}/taxes */
  readonly createTax: {
    readonly params: InCompany;
    readonly body: CreateTax;
    readonly answer: Tax;
    readonly pages: false;
  };
  /** Read a tax: GET /v1/companies/{company_id}/taxes/{tax_id} */
  readonly getTax: {
    readonly params: InCompany & {
      /** The id of the tax. */
      readonly tax_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Tax;
    readonly pages: false;
  };
  /** Change a tax: PUT /v1/companies/{company_id}/taxes/{tax_id} */
  readonly updateTax: {
    readonly params: InCompany & {
      /** The id of the tax. */
      readonly tax_id: IdInput;
    };
    readonly body: UpdateTax;
    readonly answer: Tax;
    readonly pages: false;
  };
  /** Delete a tax: DELETE /v1/companies/{company_id}/taxes/{tax_id} */
  readonly deleteTax: {
    readonly params: InCompany & {
      /** The id of the tax. */
      readonly tax_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Read the base price list: GET /v1/companies/{company_id}/price_lists/base */
  readonly getBasePriceList: {
    readonly params: InCompany;
    readonly body: undefined;
    readonly answer: PriceList;
    readonly pages: false;
  };
  /** List the price lists: GET /v1/companies/{company_id}/price_lists */
  readonly listPriceLists: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly PriceList[];
    readonly pages: true;
  };
  /** Create a price list: POST /v1/companies/{company_id}/price_lists */
  readonly createPriceList: {
    readonly params: InCompany;
    readonly body: CreatePriceList;
    readonly answer: PriceList;
    readonly pages: false;
  };
  /** Read a price list: GET /v1/companies/{company_id}/price_lists/{price_list_id} */
  readonly getPriceList: {
    readonly params: InCompany & {
      /** The id of the price list. */
      readonly price_list_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: PriceList;
    readonly pages: false;
  };
  /** Change a price list: PUT /v1/companies/{company_id}/price_lists/{price_list_id} */
  readonly updatePriceList: {
    readonly params: InCompany & {
      /** The id of the price list. */
      readonly price_list_id: IdInput;
    };
    readonly body: UpdatePriceList;
    readonly answer: PriceList;
    readonly pages: false;
  };
  /** Delete a price list: DELETE /v1/companies/{company_id}/price_lists/{price_list_id} */
  readonly deletePriceList: {
    readonly params: InCompany & {
      /** The id of the price list. */
      readonly price_list_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the ways to pay: GET /v1/companies/{company_id}/payment_methods */
  readonly listPaymentMethods: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly PaymentMethod[];
    readonly pages: true;
  };
  /** Create a way to pay: POST /v1/companies/{company_id}/payment_methods */
  readonly createPaymentMethod: {
    readonly params: InCompany;
    readonly body: CreatePaymentMethod;
    readonly answer: PaymentMethod;
    readonly pages: false;
  };
  /** Read a way to pay: GET /v1/companies/{company_id}/payment_methods/{payment_method_id} */
  readonly getPaymentMethod: {
    readonly params: InCompany & {
      /** The id of the payment method. */
      readonly payment_method_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: PaymentMethod;
    readonly pages: false;
  };
  /** Change a way to pay: PUT /v1/companies/{company_id}/payment_methods/{payment_method_id} */
  readonly updatePaymentMethod: {
    readonly params: InCompany & {
      /** The id of the payment method. */
      readonly payment_method_id: IdInput;
    };
    readonly body: UpdatePaymentMethod;
    readonly answer: PaymentMethod;
    readonly pages: false;
  };
  /** Delete a way to pay: DELETE /v1/companies/{company_id}/payment_methods/{payment_method_id} */
  readonly deletePaymentMethod: {
    readonly params: InCompany & {
      /** The id of the payment method. */
      readonly payment_method_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the discounts: GET /v1/companies/{company_id}/discounts */
  readonly listDiscounts: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Discount[];
    readonly pages: true;
  };
  /** Create a discount: POST /v1/companies/{company_id}/discounts */
  readonly createDiscount: {
    readonly params: InCompany;
    readonly body: CreateDiscount;
    readonly answer: Discount;
    readonly pages: false;
  };
  /** Read a discount: GET /v1/companies/{company_id}/discounts/{discount_id} */
  readonly getDiscount: {
    readonly params: InCompany & {
      /** The id of the discount. */
      readonly discount_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Discount;
    readonly pages: false;
  };
  /** Change a discount: PUT /v1/companies/{company_id}/discounts/{discount_id} */
  readonly updateDiscount: {
    readonly params: InCompany & {
      /** The id of the discount. */
      readonly discount_id: IdInput;
    };
    readonly body: UpdateDiscount;
    readonly answer: Discount;
    readonly pages: false;
  };
  /** Delete a discount: DELETE /v1/companies/{company_id}/discounts/{discount_id} */
  readonly deleteDiscount: {
    readonly params: InCompany & {
      /** The id of the discount. */
      readonly discount_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List or look up customers: GET /v1/companies/{company_id}/customers */
  readonly listCustomers: {
    readonly params: InCompany & ListCustomersQuery;
    readonly body: undefined;
    readonly answer: readonly Customer[];
    readonly pages: true;
  };
  /** Look a customer up: GET /v1/companies/{company_id}/customers */
  readonly findCustomer: {
    readonly params: InCompany & FindCustomerQuery;
    readonly body: undefined;
    readonly answer: Customer;
    readonly pages: false;
  };
  /** Create a customer: POST /v1/companies/{company_id}/customers */
  readonly createCustomer: {
    readonly params: InCompany;
    readonly body: CreateCustomer;
    readonly answer: Customer;
    readonly pages: false;
  };
  /** List the addresses of a customer: GET /v1/companies/{company_id}/customers/{customer_id}/addresses */
  readonly listCustomerAddresses: {
    readonly params: InCompany & {
      /** The id of the customer. */
      readonly customer_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly ListedAddress[];
    readonly pages: true;
  };
  /** Read a customer: GET /v1/companies/{company_id}/customers/{customer_id} */
  readonly getCustomer: {
    readonly params: InCompany & {
      /** The id of the customer. */
      readonly customer_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Customer;
    readonly pages: false;
  };
  /** Change a customer: PUT /v1/companies/{company_id}/customers/{customer_id} */
  readonly updateCustomer: {
    readonly params: InCompany & {
      /** The id of the customer. */
      readonly customer_id: IdInput;
    };
    readonly body: UpdateCustomer;
    readonly answer: Customer;
    readonly pages: false;
  };
  /** Delete a customer: DELETE /v1/companies/{company_id}/customers/{customer_id} */
  readonly deleteCustomer: {
    readonly params: InCompany & {
      /** The id of the customer. */
      readonly customer_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List who is at a site: GET /v1/companies/{company_id}/sites/{site_id}/checkins */
  readonly listCheckins: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListCheckinsQuery;
    readonly body: undefined;
    readonly answer: readonly Checkin[];
    readonly pages: true;
  };
  /** Check a customer in: POST /v1/companies/{company_id}/sites/{site_id}/checkins */
  readonly createCheckin: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    };
    readonly body: CreateCheckin;
    readonly answer: Checkin;
    readonly pages: false;
  };
  /** List where a customer is: GET /v1/companies/{company_id}/customers/{customer_id}/checkins */
  readonly listCustomerCheckins: {
    readonly params: InCompany & {
      /** The id of the customer. */
      readonly customer_id: IdInput;
    } & ListCheckinsQuery;
    readonly body: undefined;
    readonly answer: readonly Checkin[];
    readonly pages: true;
  };
  /** Read a check-in: GET /v1/companies/{company_id}/sites/{site_id}/checkins/{checkin_id} */
  readonly getCheckin: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the checkin. */
      readonly checkin_id: IdInput;
    } & GetCheckinQuery;
    readonly body: undefined;
    readonly answer: Checkin;
    readonly pages: false;
  };
  /** Check a customer out: DELETE /v1/companies/{company_id}/sites/{site_id}/checkins/{checkin_id} */
  readonly deleteCheckin: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the checkin. */
      readonly checkin_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the floors of a site: GET /v1/companies/{company_id}/sites/{site_id}/floors */
  readonly listFloors: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Floor[];
    readonly pages: true;
  };
  /** Create a floor: POST /v1/companies/{company_id}/sites/{site_id}/floors */
  readonly createFloor: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    };
    readonly body: CreateFloor;
    readonly answer: Floor;
    readonly pages: false;
  };
  /** Read a floor: GET /v1/companies/{company_id}/sites/{site_id}/floors/{floor_id} */
  readonly getFloor: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the floor. */
      readonly floor_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Floor;
    readonly pages: false;
  };
  /** Change a floor: PUT /v1/companies/{company_id}/sites/{site_id}/floors/{floor_id} */
  readonly updateFloor: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the floor. */
      readonly floor_id: IdInput;
    };
    readonly body: UpdateFloor;
    readonly answer: Floor;
    readonly pages: false;
  };
  /** Delete a floor: DELETE /v1/companies/{company_id}/sites/{site_id}/floors/{floor_id} */
  readonly deleteFloor: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the floor. */
      readonly floor_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /**
   * List the tables of a site and who sits at them: GET
   * /v1/companies/{company_id}/sites/{site_id}/tables
   */
  readonly listTables: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Table[];
    readonly pages: true;
  };
  /** Create a table and who sits at it: POST /v1/companies/{company_id}/sites/{site_id}/tables */
  readonly createTable: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    };
    readonly body: CreateTable;
    readonly answer: Table;
    readonly pages: false;
  };
  /** Read a table and who sits at it: GET /v1/companies/{company_id}/sites/{site_id}/tables/{table_id} */
  readonly getTable: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the table. */
      readonly table_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Table;
    readonly pages: false;
  };
  /** Change a table and who sits at it: PUT /v1/companies/{company_id}/sites/{site_id}/tables/{table_id} */
  readonly updateTable: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the table. */
      readonly table_id: IdInput;
    };
    readonly body: UpdateTable;
    readonly answer: Table;
    readonly pages: false;
  };
  /**
   * Delete a table and who sits at it: DELETE
   * /v1/companies/{company_id}/sites/{site_id}/tables/{table_id}
   */
  readonly deleteTable: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the table. */
      readonly table_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /**
   * List what the printers of a site are behind with: GET
   * /v1/companies/{company_id}/sites/{site_id}/print_jobs/late
   */
  readonly listLatePrintJobs: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListLatePrintJobsQuery;
    readonly body: undefined;
    readonly answer: readonly PrintJob[];
    readonly pages: true;
  };
  /** List the tickets of a kitchen: GET /v1/companies/{company_id}/sites/{site_id}/tickets */
  readonly listTickets: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListTicketsQuery;
    readonly body: undefined;
    readonly answer: readonly Ticket[];
    readonly pages: true;
  };
  /** Read a ticket: GET /v1/companies/{company_id}/sites/{site_id}/tickets/{ticket_id} */
  readonly getTicket: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the ticket. */
      readonly ticket_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Ticket;
    readonly pages: false;
  };
  /**
   * Say that a ticket, or some of its lines, is made: POST
   * /v1/companies/{company_id}/sites/{site_id}/tickets/{ticket_id}/bump
   */
  readonly bumpTicket: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the ticket. */
      readonly ticket_id: IdInput;
    };
    readonly body: BumpTicket;
    readonly answer: Ticket;
    readonly pages: false;
  };
  /**
   * Bring a ticket, or some of its lines, back onto the screens: POST
   * /v1/companies/{company_id}/sites/{site_id}/tickets/{ticket_id}/recall
   */
  readonly recallTicket: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the ticket. */
      readonly ticket_id: IdInput;
    };
    readonly body: RecallTicket;
    readonly answer: Ticket;
    readonly pages: false;
  };
  /** List the categories: GET /v1/companies/{company_id}/categories */
  readonly listCategories: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Category[];
    readonly pages: true;
  };
  /** Create a category: POST /v1/companies/{company_id}/categories */
  readonly createCategory: {
    readonly params: InCompany;
    readonly body: CreateCategory;
    readonly answer: Category;
    readonly pages: false;
  };
  /** Read a category: GET /v1/companies/{company_id}/categories/{category_id} */
  readonly getCategory: {
    readonly params: InCompany & {
      /** The id of the category. */
      readonly category_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Category;
    readonly pages: false;
  };
  /** Change a category: PUT /v1/companies/{company_id}/categories/{category_id} */
  readonly updateCategory: {
    readonly params: InCompany & {
      /** The id of the category. */
      readonly category_id: IdInput;
    };
    readonly body: UpdateCategory;
    readonly answer: Category;
    readonly pages: false;
  };
  /** Delete a category: DELETE /v1/companies/{company_id}/categories/{category_id} */
  readonly deleteCategory: {
    readonly params: InCompany & {
      /** The id of the category. */
      readonly category_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Put products into a category: PUT /v1/companies/{company_id}/categories/{category_id}/products */
  readonly addCategoryProducts: {
    readonly params: InCompany & {
      /** The id of the category. */
      readonly category_id: IdInput;
    };
    readonly body: CategoryProducts;
    readonly answer: Category;
    readonly pages: false;
  };
  /** List the products of a category: GET /v1/companies/{company_id}/categories/{category_id}/products */
  readonly listCategoryProducts: {
    readonly params: InCompany & {
      /** The id of the category. */
      readonly category_id: IdInput;
    } & ListCategoryProductsQuery;
    readonly body: undefined;
    readonly answer: readonly ListedProduct[];
    readonly pages: true;
  };
  /**
   * Take a product out of a category: DELETE
   * /v1/companies/{company_id}/categories/{category_id}/products/{product_id}
   */
  readonly removeCategoryProduct: {
    readonly params: InCompany & {
      /** The id of the category. */
      readonly category_id: IdInput;
      /** The id of the product. */
      readonly product_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the prices of a price list: GET /v1/companies/{company_id}/price_lists/{price_list_id}/products */
  readonly listPriceListProducts: {
    readonly params: InCompany & {
      /** The id of the price list. */
      readonly price_list_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly ListedPrice[];
    readonly pages: true;
  };
  /** Set prices on a price list: PUT /v1/companies/{company_id}/price_lists/{price_list_id}/products */
  readonly updatePriceListProducts: {
    readonly params: InCompany & {
      /** The id of the price list. */
      readonly price_list_id: IdInput;
    };
    readonly body: PriceListProducts;
    readonly answer: readonly ListedPrice[];
    readonly pages: false;
  };
  /**
   * Set the price of a product on a price list: PUT
   * /v1/companies/{company_id}/price_lists/{price_list_id}/products/{product_id}
   */
  readonly updatePriceListProduct: {
    readonly params: InCompany & {
      /** The id of the price list. */
      readonly price_list_id: IdInput;
      /** The id of the product. */
      readonly product_id: IdInput;
    };
    readonly body: PriceListProduct;
    readonly answer: ListedPrice;
    readonly pages: false;
  };
  /**
   * List the categories with products at a site: GET
   * /v1/companies/{company_id}/sites/{site_id}/categories
   */
  readonly listSiteCategories: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Category[];
    readonly pages: true;
  };
  /**
   * Read a category with products at a site: GET
   * /v1/companies/{company_id}/sites/{site_id}/categories/{category_id}
   */
  readonly getSiteCategory: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the category. */
      readonly category_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Category;
    readonly pages: false;
  };
  /** List the categories of a product: GET /v1/companies/{company_id}/products/{product_id}/categories */
  readonly listProductCategories: {
    readonly params: InCompany & {
      /** The id of the product. */
      readonly product_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Category[];
    readonly pages: true;
  };
  /** List the option sets: GET /v1/companies/{company_id}/optionsets */
  readonly listOptionSets: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly OptionSet[];
    readonly pages: true;
  };
  /** Create an option set: POST /v1/companies/{company_id}/optionsets */
  readonly createOptionSet: {
    readonly params: InCompany;
    readonly body: CreateOptionSet;
    readonly answer: OptionSet;
    readonly pages: false;
  };
  /** Read an option set: GET /v1/companies/{company_id}/optionsets/{option_set_id} */
  readonly getOptionSet: {
    readonly params: InCompany & {
      /** The id of the option set. */
      readonly option_set_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: OptionSet;
    readonly pages: false;
  };
  /** Change an option set: PUT /v1/companies/{company_id}/optionsets/{option_set_id} */
  readonly updateOptionSet: {
    readonly params: InCompany & {
      /** The id of the option set. */
      readonly option_set_id: IdInput;
    };
    readonly body: UpdateOptionSet;
    readonly answer: OptionSet;
    readonly pages: false;
  };
  /** Delete an option set: DELETE /v1/companies/{company_id}/optionsets/{option_set_id} */
  readonly deleteOptionSet: {
    readonly params: InCompany & {
      /** The id of the option set. */
      readonly option_set_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /**
   * List the modifiers that pop up for a product: GET
   * /v1/companies/{company_id}/products/{product_id}/modifiers
   */
  readonly listModifiers: {
    readonly params: InCompany & {
      /** The id of the product. */
      readonly product_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly ListedProduct[];
    readonly pages: true;
  };
  /**
   * Say which modifiers pop up for a product: PUT
   * /v1/companies/{company_id}/products/{product_id}/modifiers
   */
  readonly setModifiers: {
    readonly params: InCompany & {
      /** The id of the product. */
      readonly product_id: IdInput;
    };
    readonly body: ProductModifiers;
    readonly answer: readonly ListedProduct[];
    readonly pages: false;
  };
  /**
   * List the modifiers that pop up for a product at a site: GET
   * /v1/companies/{company_id}/sites/{site_id}/products/{product_id}/modifiers
   */
  readonly listSiteModifiers: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the product. */
      readonly product_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly ListedProduct[];
    readonly pages: true;
  };
  /**
   * Take a modifier from a product: DELETE
   * /v1/companies/{company_id}/products/{product_id}/modifiers/{modifier_id}
   */
  readonly removeModifier: {
    readonly params: InCompany & {
      /** The id of the product. */
      readonly product_id: IdInput;
      /** The id of the modifier. */
      readonly modifier_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the products: GET /v1/companies/{company_id}/products */
  readonly listProducts: {
    readonly params: InCompany & ListCategoryProductsQuery;
    readonly body: undefined;
    readonly answer: readonly ListedProduct[];
    readonly pages: true;
  };
  /** Create a product: POST /v1/companies/{company_id}/products */
  readonly createProduct: {
    readonly params: InCompany;
    readonly body: CreateProduct;
    readonly answer: Product;
    readonly pages: false;
  };
  /** List the products of a site: GET /v1/companies/{company_id}/sites/{site_id}/products */
  readonly listSiteProducts: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListSiteProductsQuery;
    readonly body: undefined;
    readonly answer: readonly ListedProduct[];
    readonly pages: true;
  };
  /**
   * Create a product and make it available at a site: POST
   * /v1/companies/{company_id}/sites/{site_id}/products
   */
  readonly createSiteProduct: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    };
    readonly body: CreateSiteProduct;
    readonly answer: SiteProduct;
    readonly pages: false;
  };
  /**
   * List the products of a category at a site: GET
   * /v1/companies/{company_id}/sites/{site_id}/categories/{category_id}/products
   */
  readonly listSiteCategoryProducts: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the category. */
      readonly category_id: IdInput;
    } & ListSiteProductsQuery;
    readonly body: undefined;
    readonly answer: readonly ListedProduct[];
    readonly pages: true;
  };
  /** Read a product: GET /v1/companies/{company_id}/products/{product_id} */
  readonly getProduct: {
    readonly params: InCompany & {
      /** The id of the product. */
      readonly product_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Product;
    readonly pages: false;
  };
  /** Change a product: PUT /v1/companies/{company_id}/products/{product_id} */
  readonly updateProduct: {
    readonly params: InCompany & {
      /** The id of the product. */
      readonly product_id: IdInput;
    };
    readonly body: UpdateProduct;
    readonly answer: Product;
    readonly pages: false;
  };
  /** Delete a product: DELETE /v1/companies/{company_id}/products/{product_id} */
  readonly deleteProduct: {
    readonly params: InCompany & {
      /** The id of the product. */
      readonly product_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /**
   * Read a product as it is at a site: GET
   * /v1/companies/{company_id}/sites/{site_id}/products/{product_id}
   */
  readonly getSiteProduct: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the product. */
      readonly product_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: SiteProduct;
    readonly pages: false;
  };
  /**
   * Make a product available at a site, or change what holds there: PUT
   * /v1/companies/{company_id}/sites/{site_id}/products/{product_id}
   */
  readonly updateSiteProduct: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the product. */
      readonly product_id: IdInput;
    };
    readonly body: UpdateSiteProduct;
    readonly answer: SiteProduct;
    readonly pages: false;
  };
  /** Take a product from a site: DELETE /v1/companies/{company_id}/sites/{site_id}/products/{product_id} */
  readonly removeSiteProduct: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the product. */
      readonly product_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Read everything that a site sells from: GET /v1/companies/{company_id}/sites/{site_id}/menu */
  readonly getMenu: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & GetMenuQuery;
    readonly body: undefined;
    readonly answer: Menu;
    readonly pages: false;
  };
  /** List what is counted at a site: GET /v1/companies/{company_id}/sites/{site_id}/inventory */
  readonly listInventory: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly InventoryItem[];
    readonly pages: true;
  };
  /**
   * List what was put into stock and taken out by hand: GET
   * /v1/companies/{company_id}/sites/{site_id}/stock_movements
   */
  readonly listStockMovements: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListStockMovementsQuery;
    readonly body: undefined;
    readonly answer: readonly StockMovement[];
    readonly pages: true;
  };
  /** Put into stock, or take out: POST /v1/companies/{company_id}/sites/{site_id}/stock_movements */
  readonly moveStock: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    };
    readonly body: MoveStock;
    readonly answer: StockMovement;
    readonly pages: false;
  };
  /**
   * Read something that was put into stock or taken out by hand: GET
   * /v1/companies/{company_id}/sites/{site_id}/stock_movements/{movement_id}
   */
  readonly getStockMovement: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the movement. */
      readonly movement_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: StockMovement;
    readonly pages: false;
  };
  /** Bring products or option sets in from a CSV file: POST /v1/companies/{company_id}/imports */
  readonly importCatalogue: {
    readonly params: InCompany;
    readonly body: ImportCatalogue;
    readonly answer: ImportReport;
    readonly pages: false;
  };
  /** List imports of what another system kept: GET /v1/companies/{company_id}/imports */
  readonly listImports: {
    readonly params: InCompany & ListImportsQuery;
    readonly body: undefined;
    readonly answer: readonly Import[];
    readonly pages: true;
  };
  /**
   * Begin to bring in customers, staff or sales of another system: POST
   * /v1/companies/{company_id}/imports/open
   */
  readonly openImport: {
    readonly params: InCompany;
    readonly body: OpenImport;
    readonly answer: Import;
    readonly pages: false;
  };
  /** Read how far an import is: GET /v1/companies/{company_id}/imports/{import_id} */
  readonly getImport: {
    readonly params: InCompany & {
      /** The id of the import. */
      readonly import_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Import;
    readonly pages: false;
  };
  /** Send a part of the file of an import: POST /v1/companies/{company_id}/imports/{import_id}/rows */
  readonly sendImportRows: {
    readonly params: InCompany & {
      /** The id of the import. */
      readonly import_id: IdInput;
    };
    readonly body: ImportRows;
    readonly answer: ImportPart;
    readonly pages: false;
  };
  /** Say that all rows of an import were sent: POST /v1/companies/{company_id}/imports/{import_id}/close */
  readonly closeImport: {
    readonly params: InCompany & {
      /** The id of the import. */
      readonly import_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Import;
    readonly pages: false;
  };
  /**
   * Hold the totals of an imported file against the reports: GET
   * /v1/companies/{company_id}/imports/{import_id}/reconciliation
   */
  readonly getReconciliation: {
    readonly params: InCompany & {
      /** The id of the import. */
      readonly import_id: IdInput;
    } & GetReconciliationQuery;
    readonly body: undefined;
    readonly answer: Reconciliation;
    readonly pages: false;
  };
  /**
   * Hold the totals of an imported file against the reports, as a file: GET
   * /v1/companies/{company_id}/imports/{import_id}/reconciliation/csv
   */
  readonly getReconciliationCsv: {
    readonly params: InCompany & {
      /** The id of the import. */
      readonly import_id: IdInput;
    } & GetReconciliationQuery;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly pages: false;
  };
  /**
   * Read the catalogue as a CSV file that can be imported again: GET
   * /v1/companies/{company_id}/export/{file}/csv
   */
  readonly exportCatalogue: {
    readonly params: InCompany & {
      /** Which of the files. */
      readonly file: 'products' | 'option_sets';
    } & ExportCatalogueQuery;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly pages: false;
  };
  /** Place an order: POST /v1/companies/{company_id}/orders */
  readonly createOrder: {
    readonly params: InCompany;
    readonly body: CreateOrder;
    readonly answer: Order;
    readonly pages: false;
  };
  /** List the orders: GET /v1/companies/{company_id}/orders */
  readonly listOrders: {
    readonly params: InCompany & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** See what an order would be: POST /v1/companies/{company_id}/orders/price */
  readonly priceOrder: {
    readonly params: InCompany & PriceOrderQuery;
    readonly body: CreateOrder;
    readonly answer: PricedOrder;
    readonly pages: false;
  };
  /** Read an order by what is on its receipt: GET /v1/companies/{company_id}/orders/saleid/{saleid} */
  readonly getOrderBySaleId: {
    readonly params: InCompany & {
      /** The 8 characters on the receipt, in capitals or not. */
      readonly saleid: string;
    } & GetOrderBySaleIdQuery;
    readonly body: undefined;
    readonly answer: Order;
    readonly pages: false;
  };
  /** Read an order: GET /v1/companies/{company_id}/orders/{order_id} */
  readonly getOrder: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    } & GetOrderBySaleIdQuery;
    readonly body: undefined;
    readonly answer: Order;
    readonly pages: false;
  };
  /** Change an order: PUT /v1/companies/{company_id}/orders/{order_id} */
  readonly updateOrder: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: UpdateOrder;
    readonly answer: Order;
    readonly pages: false;
  };
  /** Delete an order: DELETE /v1/companies/{company_id}/orders/{order_id} */
  readonly deleteOrder: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the changes of an order: GET /v1/companies/{company_id}/orders/{order_id}/history */
  readonly getOrderHistory: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly HistoryEntry[];
    readonly pages: true;
  };
  /** See how the figures of an order came about: GET /v1/companies/{company_id}/orders/{order_id}/explain */
  readonly explainOrder: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Explanation;
    readonly pages: false;
  };
  /** See what was given back of an order: GET /v1/companies/{company_id}/orders/{order_id}/refunds */
  readonly getOrderRefunds: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: GivenBack;
    readonly pages: false;
  };
  /** Read the tax invoice of an order: GET /v1/companies/{company_id}/orders/{order_id}/pdf */
  readonly getOrderPdf: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly pages: false;
  };
  /**
   * Read the electronic invoice of an order: GET
   * /v1/companies/{company_id}/orders/{order_id}/invoice/xml
   */
  readonly getOrderInvoice: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly pages: false;
  };
  /** List the tickets of an order: GET /v1/companies/{company_id}/orders/{order_id}/tickets */
  readonly listOrderTickets: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Ticket[];
    readonly pages: true;
  };
  /**
   * List what was printed of an order, or is to be: GET
   * /v1/companies/{company_id}/orders/{order_id}/print_jobs
   */
  readonly listOrderPrintJobs: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    } & ListLatePrintJobsQuery;
    readonly body: undefined;
    readonly answer: readonly PrintJob[];
    readonly pages: true;
  };
  /** Read what the receipt of an order says: GET /v1/companies/{company_id}/orders/{order_id}/receipt */
  readonly getOrderReceipt: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: ReceiptDocument;
    readonly pages: false;
  };
  /** Print the receipt of an order: POST /v1/companies/{company_id}/orders/{order_id}/receipt */
  readonly printOrderReceipt: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: PrintReceipt;
    readonly answer: PrintJobWithDocument;
    readonly pages: false;
  };
  /**
   * See the receipt of an order as it comes out of a printer: GET
   * /v1/companies/{company_id}/orders/{order_id}/receipt/pdf
   */
  readonly getReceiptPdf: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    } & GetPrintJobPdfQuery;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly pages: false;
  };
  /**
   * Read where a guest finds the receipt of an order: GET
   * /v1/companies/{company_id}/orders/{order_id}/receipt/link
   */
  readonly getReceiptLink: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: ReceiptLink;
    readonly pages: false;
  };
  /**
   * Send the receipt of an order by e-mail: POST
   * /v1/companies/{company_id}/orders/{order_id}/receipt/mail
   */
  readonly mailReceipt: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: MailReceipt;
    readonly answer: Mail;
    readonly pages: false;
  };
  /** List the lines of an order: GET /v1/companies/{company_id}/orders/{order_id}/lines */
  readonly listOrderLines: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    } & ListOrderLinesQuery;
    readonly body: undefined;
    readonly answer: readonly OrderLine[];
    readonly pages: true;
  };
  /** Add a line to an order, or several: POST /v1/companies/{company_id}/orders/{order_id}/lines */
  readonly addOrderLines: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: AddOrderLine | readonly AddOrderLine[];
    readonly answer: Order;
    readonly pages: false;
  };
  /** Read a line of an order: GET /v1/companies/{company_id}/orders/{order_id}/lines/{number} */
  readonly getOrderLine: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
      /** The part's number within the order: 1, 2, 3… */
      readonly number: IdInput;
    } & GetOrderLineQuery;
    readonly body: undefined;
    readonly answer: OrderLine;
    readonly pages: false;
  };
  /** Change a line of an order: PUT /v1/companies/{company_id}/orders/{order_id}/lines/{number} */
  readonly updateOrderLine: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
      /** The part's number within the order: 1, 2, 3… */
      readonly number: IdInput;
    };
    readonly body: UpdateOrderLine;
    readonly answer: Order;
    readonly pages: false;
  };
  /** Take a line from an order: DELETE /v1/companies/{company_id}/orders/{order_id}/lines/{number} */
  readonly deleteOrderLine: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
      /** The part's number within the order: 1, 2, 3… */
      readonly number: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Split an order by lines or by seats: POST /v1/companies/{company_id}/orders/{order_id}/split */
  readonly splitOrder: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: SplitOrder;
    readonly answer: OrderSplit;
    readonly pages: false;
  };
  /** Merge other orders into one: POST /v1/companies/{company_id}/orders/{order_id}/merge */
  readonly mergeOrders: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: MergeOrders;
    readonly answer: Order;
    readonly pages: false;
  };
  /** List the option sets of an order: GET /v1/companies/{company_id}/orders/{order_id}/optionsets */
  readonly listOrderOptionSets: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly OrderOptionSet[];
    readonly pages: true;
  };
  /** Choose from an option set for a line: POST /v1/companies/{company_id}/orders/{order_id}/optionsets */
  readonly addOrderOptionSet: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: ChosenSetForLineInput;
    readonly answer: OrderOptionSet;
    readonly pages: false;
  };
  /** Read an option set of an order: GET /v1/companies/{company_id}/orders/{order_id}/optionsets/{number} */
  readonly getOrderOptionSet: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
      /** The part's number within the order: 1, 2, 3… */
      readonly number: IdInput;
    };
    readonly body: undefined;
    readonly answer: OrderOptionSet;
    readonly pages: false;
  };
  /**
   * Choose anew from an option set of an order: PUT
   * /v1/companies/{company_id}/orders/{order_id}/optionsets/{number}
   */
  readonly updateOrderOptionSet: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
      /** The part's number within the order: 1, 2, 3… */
      readonly number: IdInput;
    };
    readonly body: ChosenSetChange;
    readonly answer: OrderOptionSet;
    readonly pages: false;
  };
  /**
   * Take an option set from an order: DELETE
   * /v1/companies/{company_id}/orders/{order_id}/optionsets/{number}
   */
  readonly deleteOrderOptionSet: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
      /** The part's number within the order: 1, 2, 3… */
      readonly number: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the payments of an order: GET /v1/companies/{company_id}/orders/{order_id}/payments */
  readonly listPayments: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    } & ListPaymentsQuery;
    readonly body: undefined;
    readonly answer: readonly Payment[];
    readonly pages: true;
  };
  /** Take a payment: POST /v1/companies/{company_id}/orders/{order_id}/payments */
  readonly addPayment: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    };
    readonly body: AddPayment;
    readonly answer: Order;
    readonly pages: false;
  };
  /** Read a payment of an order: GET /v1/companies/{company_id}/orders/{order_id}/payments/{number} */
  readonly getPayment: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
      /** The part's number within the order: 1, 2, 3… */
      readonly number: IdInput;
    } & GetPaymentQuery;
    readonly body: undefined;
    readonly answer: Payment;
    readonly pages: false;
  };
  /**
   * Change the tip or reference of a payment: PUT
   * /v1/companies/{company_id}/orders/{order_id}/payments/{number}
   */
  readonly updatePayment: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
      /** The part's number within the order: 1, 2, 3… */
      readonly number: IdInput;
    };
    readonly body: UpdatePayment;
    readonly answer: Order;
    readonly pages: false;
  };
  /** List the orders of a group: GET /v1/companies/{company_id}/sites/{site_id}/groups/{group} */
  readonly getOrderGroup: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The orders' group_id. */
      readonly group: string;
    } & GetOrderGroupQuery;
    readonly body: undefined;
    readonly answer: readonly Order[];
    readonly pages: true;
  };
  /** Read an order of a site: GET /v1/companies/{company_id}/sites/{site_id}/orders/{order_id} */
  readonly getSiteOrder: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
      /** The id of the order. */
      readonly order_id: IdInput;
    } & GetOrderBySaleIdQuery;
    readonly body: undefined;
    readonly answer: Order;
    readonly pages: false;
  };
  /**
   * Read an order of a register: GET
   * /v1/companies/{company_id}/registers/{register_id}/orders/{order_id}
   */
  readonly getRegisterOrder: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
      /** The id of the order. */
      readonly order_id: IdInput;
    } & GetOrderBySaleIdQuery;
    readonly body: undefined;
    readonly answer: Order;
    readonly pages: false;
  };
  /** Read an order of a staff member: GET /v1/companies/{company_id}/staff/{staff_id}/orders/{order_id} */
  readonly getStaffOrder: {
    readonly params: InCompany & {
      /** The id of the staff. */
      readonly staff_id: IdInput;
      /** The id of the order. */
      readonly order_id: IdInput;
    } & GetOrderBySaleIdQuery;
    readonly body: undefined;
    readonly answer: Order;
    readonly pages: false;
  };
  /**
   * Read an order of a customer: GET
   * /v1/companies/{company_id}/customers/{customer_id}/orders/{order_id}
   */
  readonly getCustomerOrder: {
    readonly params: InCompany & {
      /** The id of the customer. */
      readonly customer_id: IdInput;
      /** The id of the order. */
      readonly order_id: IdInput;
    } & GetOrderBySaleIdQuery;
    readonly body: undefined;
    readonly answer: Order;
    readonly pages: false;
  };
  /** List the orders that are SUBMITTED: GET /v1/companies/{company_id}/orders/submitted */
  readonly listSubmittedOrders: {
    readonly params: InCompany & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List the orders that are ON_HOLD: GET /v1/companies/{company_id}/orders/on_hold */
  readonly listOrdersOnHold: {
    readonly params: InCompany & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List the orders that are ACCEPTED: GET /v1/companies/{company_id}/orders/accepted */
  readonly listAcceptedOrders: {
    readonly params: InCompany & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List the orders that are PENDING: GET /v1/companies/{company_id}/orders/pending */
  readonly listPendingOrders: {
    readonly params: InCompany & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List the PENDING orders that go on account: GET /v1/companies/{company_id}/orders/pending/accounts */
  readonly listAccountOrders: {
    readonly params: InCompany & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List the orders that are REJECTED: GET /v1/companies/{company_id}/orders/rejected */
  readonly listRejectedOrders: {
    readonly params: InCompany & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List completed sales: GET /v1/companies/{company_id}/orders/complete */
  readonly listCompleteOrders: {
    readonly params: InCompany & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List the orders with a discount: GET /v1/companies/{company_id}/orders/discounted */
  readonly listDiscountedOrders: {
    readonly params: InCompany & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List the orders that were deleted: GET /v1/companies/{company_id}/orders/deleted */
  readonly listDeletedOrders: {
    readonly params: InCompany & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List the orders with a linked customer: GET /v1/companies/{company_id}/orders/linkedcustomer */
  readonly listCustomersOrders: {
    readonly params: InCompany & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List the orders of a site: GET /v1/companies/{company_id}/sites/{site_id}/orders */
  readonly listSiteOrders: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List the orders of a register: GET /v1/companies/{company_id}/registers/{register_id}/orders */
  readonly listRegisterOrders: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    } & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List the orders of a staff member: GET /v1/companies/{company_id}/staff/{staff_id}/orders */
  readonly listStaffOrders: {
    readonly params: InCompany & {
      /** The id of the staff. */
      readonly staff_id: IdInput;
    } & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List the orders of a customer: GET /v1/companies/{company_id}/customers/{customer_id}/orders */
  readonly listCustomerOrders: {
    readonly params: InCompany & {
      /** The id of the customer. */
      readonly customer_id: IdInput;
    } & ListOrdersQuery;
    readonly body: undefined;
    readonly answer: readonly ListedOrder[];
    readonly pages: true;
  };
  /** List messages by e-mail: GET /v1/companies/{company_id}/mails */
  readonly listMails: {
    readonly params: InCompany & ListMailsQuery;
    readonly body: undefined;
    readonly answer: readonly Mail[];
    readonly pages: true;
  };
  /**
   * Read a message by e-mail with the attempts to send it: GET
   * /v1/companies/{company_id}/mails/{mail_id}
   */
  readonly getMail: {
    readonly params: InCompany & {
      /** The id of the mail. */
      readonly mail_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Mail;
    readonly pages: false;
  };
  /** Send a message once more: POST /v1/companies/{company_id}/mails/{mail_id}/resend */
  readonly resendMail: {
    readonly params: InCompany & {
      /** The id of the mail. */
      readonly mail_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Mail;
    readonly pages: false;
  };
  /** List the payment requests: GET /v1/companies/{company_id}/payment_requests */
  readonly listPaymentRequests: {
    readonly params: InCompany & ListPaymentRequestsQuery;
    readonly body: undefined;
    readonly answer: readonly PaymentRequest[];
    readonly pages: true;
  };
  /** Ask the add-on of a payment method to take money: POST /v1/companies/{company_id}/payment_requests */
  readonly createPaymentRequest: {
    readonly params: InCompany;
    readonly body: CreatePaymentRequest;
    readonly answer: PaymentRequest;
    readonly pages: false;
  };
  /**
   * List the payment requests of an order: GET
   * /v1/companies/{company_id}/orders/{order_id}/payment_requests
   */
  readonly listOrderPaymentRequests: {
    readonly params: InCompany & {
      /** The id of the order. */
      readonly order_id: IdInput;
    } & ListOrderPaymentRequestsQuery;
    readonly body: undefined;
    readonly answer: readonly PaymentRequest[];
    readonly pages: true;
  };
  /** Read a payment request: GET /v1/companies/{company_id}/payment_requests/{payment_request_id} */
  readonly getPaymentRequest: {
    readonly params: InCompany & {
      /** The id of the payment request. */
      readonly payment_request_id: IdInput;
    } & GetPrintJobQuery;
    readonly body: undefined;
    readonly answer: PaymentRequest;
    readonly pages: false;
  };
  /**
   * Say what has become of a payment request: PUT
   * /v1/companies/{company_id}/payment_requests/{payment_request_id}
   */
  readonly answerPaymentRequest: {
    readonly params: InCompany & {
      /** The id of the payment request. */
      readonly payment_request_id: IdInput;
    };
    readonly body: PaymentAnswer;
    readonly answer: PaymentRequest;
    readonly pages: false;
  };
  /**
   * Ask the provider to cancel a payment request: POST
   * /v1/companies/{company_id}/payment_requests/{payment_request_id}/cancel
   */
  readonly cancelPaymentRequest: {
    readonly params: InCompany & {
      /** The id of the payment request. */
      readonly payment_request_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: PaymentRequest;
    readonly pages: false;
  };
  /**
   * Ask the provider what has become of a payment request: POST
   * /v1/companies/{company_id}/payment_requests/{payment_request_id}/resolve
   */
  readonly resolvePaymentRequest: {
    readonly params: InCompany & {
      /** The id of the payment request. */
      readonly payment_request_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: PaymentRequest;
    readonly pages: false;
  };
  /** List shifts: GET /v1/companies/{company_id}/shifts */
  readonly listShifts: {
    readonly params: InCompany & ListShiftsQuery;
    readonly body: undefined;
    readonly answer: readonly Shift[];
    readonly pages: true;
  };
  /** Open the drawer of a register: POST /v1/companies/{company_id}/shifts */
  readonly openShift: {
    readonly params: InCompany;
    readonly body: OpenShift;
    readonly answer: Shift;
    readonly pages: false;
  };
  /** List the shifts that were opened from a date on: GET /v1/companies/{company_id}/shifts/since/{date} */
  readonly listShiftsSince: {
    readonly params: InCompany & {
      /** The id of the date. */
      readonly date: string;
    } & ListShiftsQuery;
    readonly body: undefined;
    readonly answer: readonly Shift[];
    readonly pages: true;
  };
  /** List the shifts of a site: GET /v1/companies/{company_id}/sites/{site_id}/shifts */
  readonly listSiteShifts: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListShiftsQuery;
    readonly body: undefined;
    readonly answer: readonly Shift[];
    readonly pages: true;
  };
  /** List the shifts of a register: GET /v1/companies/{company_id}/registers/{register_id}/shifts */
  readonly listRegisterShifts: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    } & ListShiftsQuery;
    readonly body: undefined;
    readonly answer: readonly Shift[];
    readonly pages: true;
  };
  /** List the shifts that a staff member opened: GET /v1/companies/{company_id}/staff/{staff_id}/shifts */
  readonly listStaffShifts: {
    readonly params: InCompany & {
      /** The id of the staff. */
      readonly staff_id: IdInput;
    } & ListShiftsQuery;
    readonly body: undefined;
    readonly answer: readonly Shift[];
    readonly pages: true;
  };
  /** Read a shift: GET /v1/companies/{company_id}/shifts/{shift_id} */
  readonly getShift: {
    readonly params: InCompany & {
      /** The id of the shift. */
      readonly shift_id: IdInput;
    } & GetPrintJobQuery;
    readonly body: undefined;
    readonly answer: Shift;
    readonly pages: false;
  };
  /**
   * List what was put into a drawer and taken out: GET
   * /v1/companies/{company_id}/shifts/{shift_id}/movements
   */
  readonly listShiftMovements: {
    readonly params: InCompany & {
      /** The id of the shift. */
      readonly shift_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly ShiftMovement[];
    readonly pages: true;
  };
  /**
   * Put cash into a drawer, take some out, or open it without a sale: POST
   * /v1/companies/{company_id}/shifts/{shift_id}/movements
   */
  readonly createShiftMovement: {
    readonly params: InCompany & {
      /** The id of the shift. */
      readonly shift_id: IdInput;
    };
    readonly body: CreateShiftMovement;
    readonly answer: ShiftMovement;
    readonly pages: false;
  };
  /**
   * Read what was put into a drawer or taken out: GET
   * /v1/companies/{company_id}/shifts/{shift_id}/movements/{movement_id}
   */
  readonly getShiftMovement: {
    readonly params: InCompany & {
      /** The id of the shift. */
      readonly shift_id: IdInput;
      /** The id of the movement. */
      readonly movement_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: ShiftMovement;
    readonly pages: false;
  };
  /** Read what a shift comes to: GET /v1/companies/{company_id}/shifts/{shift_id}/report */
  readonly getShiftReport: {
    readonly params: InCompany & {
      /** The id of the shift. */
      readonly shift_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: ShiftReport;
    readonly pages: false;
  };
  /** Count a drawer and close its shift: POST /v1/companies/{company_id}/shifts/{shift_id}/close */
  readonly closeShift: {
    readonly params: InCompany & {
      /** The id of the shift. */
      readonly shift_id: IdInput;
    };
    readonly body: CloseShift;
    readonly answer: CashupWithReport;
    readonly pages: false;
  };
  /** List cash-ups: GET /v1/companies/{company_id}/cashups */
  readonly listCashups: {
    readonly params: InCompany & ListCashupsQuery;
    readonly body: undefined;
    readonly answer: readonly Cashup[];
    readonly pages: true;
  };
  /** List the cash-ups that were not taken over yet: GET /v1/companies/{company_id}/cashups/unprocessed */
  readonly listUnprocessedCashups: {
    readonly params: InCompany & ListUnprocessedCashupsQuery;
    readonly body: undefined;
    readonly answer: readonly Cashup[];
    readonly pages: true;
  };
  /** List the cash-ups that were made from a date on: GET /v1/companies/{company_id}/cashups/since/{date} */
  readonly listCashupsSince: {
    readonly params: InCompany & {
      /** The id of the date. */
      readonly date: string;
    } & ListCashupsQuery;
    readonly body: undefined;
    readonly answer: readonly Cashup[];
    readonly pages: true;
  };
  /** List the cash-ups of a site: GET /v1/companies/{company_id}/sites/{site_id}/cashups */
  readonly listSiteCashups: {
    readonly params: InCompany & {
      /** The id of the site. */
      readonly site_id: IdInput;
    } & ListCashupsQuery;
    readonly body: undefined;
    readonly answer: readonly Cashup[];
    readonly pages: true;
  };
  /** List the cash-ups of a register: GET /v1/companies/{company_id}/registers/{register_id}/cashups */
  readonly listRegisterCashups: {
    readonly params: InCompany & {
      /** The id of the register. */
      readonly register_id: IdInput;
    } & ListCashupsQuery;
    readonly body: undefined;
    readonly answer: readonly Cashup[];
    readonly pages: true;
  };
  /** Read a cash-up: GET /v1/companies/{company_id}/cashups/{cashup_id} */
  readonly getCashup: {
    readonly params: InCompany & {
      /** The id of the cashup. */
      readonly cashup_id: IdInput;
    } & GetPrintJobQuery;
    readonly body: undefined;
    readonly answer: CashupWithReport;
    readonly pages: false;
  };
  /** Say that a cash-up was taken over: PUT /v1/companies/{company_id}/cashups/{cashup_id} */
  readonly updateCashup: {
    readonly params: InCompany & {
      /** The id of the cashup. */
      readonly cashup_id: IdInput;
    };
    readonly body: UpdateCashup;
    readonly answer: CashupWithReport;
    readonly pages: false;
  };
  /** Read a cash-up as a PDF: GET /v1/companies/{company_id}/cashups/{cashup_id}/pdf */
  readonly getCashupPdf: {
    readonly params: InCompany & {
      /** The id of the cashup. */
      readonly cashup_id: IdInput;
    } & GetPrintJobPdfQuery;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly pages: false;
  };
  /** See the business day so far: GET /v1/companies/{company_id}/reports/today */
  readonly getToday: {
    readonly params: InCompany & GetTodayQuery;
    readonly body: undefined;
    readonly answer: Today;
    readonly pages: false;
  };
  /** See sales as postings for the books: GET /v1/companies/{company_id}/reports/journal */
  readonly getJournal: {
    readonly params: InCompany & GetJournalQuery;
    readonly body: undefined;
    readonly answer: Journal;
    readonly pages: false;
  };
  /** Read the postings as a file for spreadsheets: GET /v1/companies/{company_id}/reports/journal/csv */
  readonly getJournalCsv: {
    readonly params: InCompany & GetJournalQuery;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly pages: false;
  };
  /** See what completed orders add up to by day: GET /v1/companies/{company_id}/reports/day */
  readonly getReportByDay: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByDay;
    readonly pages: false;
  };
  /** See what completed orders add up to by week: GET /v1/companies/{company_id}/reports/week */
  readonly getReportByWeek: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByWeek;
    readonly pages: false;
  };
  /** See what completed orders add up to by month: GET /v1/companies/{company_id}/reports/month */
  readonly getReportByMonth: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByMonth;
    readonly pages: false;
  };
  /** See what completed orders add up to by year: GET /v1/companies/{company_id}/reports/year */
  readonly getReportByYear: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByYear;
    readonly pages: false;
  };
  /** See what completed orders add up to by hour: GET /v1/companies/{company_id}/reports/hour */
  readonly getReportByHour: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByHour;
    readonly pages: false;
  };
  /** See what completed orders add up to by product: GET /v1/companies/{company_id}/reports/product */
  readonly getReportByProduct: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByProduct;
    readonly pages: false;
  };
  /** See what completed orders add up to by category: GET /v1/companies/{company_id}/reports/category */
  readonly getReportByCategory: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByCategory;
    readonly pages: false;
  };
  /** See what completed orders add up to by staff: GET /v1/companies/{company_id}/reports/staff */
  readonly getReportByStaff: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByStaff;
    readonly pages: false;
  };
  /** See what completed orders add up to by register: GET /v1/companies/{company_id}/reports/register */
  readonly getReportByRegister: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByRegister;
    readonly pages: false;
  };
  /** See what completed orders add up to by tender: GET /v1/companies/{company_id}/reports/tender */
  readonly getReportByTender: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByTender;
    readonly pages: false;
  };
  /** See what completed orders add up to by tax: GET /v1/companies/{company_id}/reports/tax */
  readonly getReportByTax: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByTax;
    readonly pages: false;
  };
  /** See what completed orders add up to by order type: GET /v1/companies/{company_id}/reports/order_type */
  readonly getReportByOrderType: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByOrderType;
    readonly pages: false;
  };
  /** See what completed orders add up to by source: GET /v1/companies/{company_id}/reports/source */
  readonly getReportBySource: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportBySource;
    readonly pages: false;
  };
  /** See what completed orders add up to by customer: GET /v1/companies/{company_id}/reports/customer */
  readonly getReportByCustomer: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByCustomer;
    readonly pages: false;
  };
  /** See what completed orders add up to by discount: GET /v1/companies/{company_id}/reports/discount */
  readonly getReportByDiscount: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportByDiscount;
    readonly pages: false;
  };
  /** See what completed orders add up to by site: GET /v1/companies/{company_id}/reports/site */
  readonly getReportBySite: {
    readonly params: InCompany & GetReportByDayQuery;
    readonly body: undefined;
    readonly answer: ReportBySite;
    readonly pages: false;
  };
  /** Read a report as a file for spreadsheets: GET /v1/companies/{company_id}/reports/{by}/csv */
  readonly getReportCsv: {
    readonly params: InCompany & {
      /** By what. */
      readonly by:
        | 'day'
        | 'week'
        | 'month'
        | 'year'
        | 'hour'
        | 'product'
        | 'category'
        | 'staff'
        | 'register'
        | 'tender'
        | 'tax'
        | 'order_type'
        | 'source'
        | 'customer'
        | 'discount'
        | 'site';
    } & GetJournalQuery;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly pages: false;
  };
  /** Read the log of events: GET /v1/companies/{company_id}/events */
  readonly listEvents: {
    readonly params: InCompany & ListEventsQuery;
    readonly body: undefined;
    readonly answer: readonly Event[];
    readonly pages: true;
  };
  /** Follow the log of events: GET /v1/companies/{company_id}/events/stream */
  readonly streamEvents: {
    readonly params: InCompany & StreamEventsQuery;
    readonly body: undefined;
    readonly answer: never;
    readonly pages: false;
  };
  /** List the add-on's webhooks: GET /v1/companies/{company_id}/webhooks */
  readonly listWebhooks: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Webhook[];
    readonly pages: true;
  };
  /** Create a webhook: POST /v1/companies/{company_id}/webhooks */
  readonly createWebhook: {
    readonly params: InCompany;
    readonly body: CreateWebhook;
    readonly answer: Webhook;
    readonly pages: false;
  };
  /** Read a webhook: GET /v1/companies/{company_id}/webhooks/{webhook_id} */
  readonly getWebhook: {
    readonly params: InCompany & {
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Webhook;
    readonly pages: false;
  };
  /** Change a webhook: PUT /v1/companies/{company_id}/webhooks/{webhook_id} */
  readonly updateWebhook: {
    readonly params: InCompany & {
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: UpdateWebhook;
    readonly answer: Webhook;
    readonly pages: false;
  };
  /** Delete a webhook: DELETE /v1/companies/{company_id}/webhooks/{webhook_id} */
  readonly deleteWebhook: {
    readonly params: InCompany & {
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Send a test message: GET /v1/companies/{company_id}/webhooks/{webhook_id}/test */
  readonly testWebhook: {
    readonly params: InCompany & {
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Delivery;
    readonly pages: false;
  };
  /**
   * Send a test message, and get the address of its delivery: POST
   * /v1/companies/{company_id}/webhooks/{webhook_id}/test
   */
  readonly createTestMessage: {
    readonly params: InCompany & {
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Delivery;
    readonly pages: false;
  };
  /** Get a new signing secret: POST /v1/companies/{company_id}/webhooks/signing_secret */
  readonly rotateSigningSecret: {
    readonly params: InCompany;
    readonly body: undefined;
    readonly answer: SigningSecret;
    readonly pages: false;
  };
  /** List the messages of a webhook: GET /v1/companies/{company_id}/webhooks/{webhook_id}/deliveries */
  readonly listDeliveries: {
    readonly params: InCompany & {
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    } & ListDeliveriesQuery;
    readonly body: undefined;
    readonly answer: readonly Delivery[];
    readonly pages: true;
  };
  /**
   * Read what became of a message: GET
   * /v1/companies/{company_id}/webhooks/{webhook_id}/deliveries/{delivery_id}
   */
  readonly getDelivery: {
    readonly params: InCompany & {
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
      /** The id of the delivery. */
      readonly delivery_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Delivery;
    readonly pages: false;
  };
  /**
   * Read the request that a message is sent by: GET
   * /v1/companies/{company_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/request
   */
  readonly getDeliveryRequest: {
    readonly params: InCompany & {
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
      /** The id of the delivery. */
      readonly delivery_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: DeliveryRequest;
    readonly pages: false;
  };
  /**
   * Send a message again: POST
   * /v1/companies/{company_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver
   */
  readonly redeliver: {
    readonly params: InCompany & {
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
      /** The id of the delivery. */
      readonly delivery_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Delivery;
    readonly pages: false;
  };
  /**
   * Send all dead messages of a webhook again: POST
   * /v1/companies/{company_id}/webhooks/{webhook_id}/redeliver
   */
  readonly redeliverDead: {
    readonly params: InCompany & {
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: RedeliverRange;
    readonly answer: Requeued;
    readonly pages: false;
  };
  /**
   * Send events from the log to a webhook again: POST
   * /v1/companies/{company_id}/webhooks/{webhook_id}/replay
   */
  readonly replayEvents: {
    readonly params: InCompany & {
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: ReplayRange;
    readonly answer: Replayed;
    readonly pages: false;
  };
  /** List what went to the callback_uri of the add-on's orders: GET /v1/companies/{company_id}/callbacks */
  readonly listCallbacks: {
    readonly params: InCompany & ListDeliveriesQuery;
    readonly body: undefined;
    readonly answer: readonly Delivery[];
    readonly pages: true;
  };
  /**
   * Read what became of a message to a callback_uri: GET
   * /v1/companies/{company_id}/callbacks/{delivery_id}
   */
  readonly getCallback: {
    readonly params: InCompany & {
      /** The id of the delivery. */
      readonly delivery_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Delivery;
    readonly pages: false;
  };
  /**
   * Send a message to a callback_uri again: POST
   * /v1/companies/{company_id}/callbacks/{delivery_id}/redeliver
   */
  readonly redeliverCallback: {
    readonly params: InCompany & {
      /** The id of the delivery. */
      readonly delivery_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Delivery;
    readonly pages: false;
  };
  /** List the devices that were let in: GET /v1/companies/{company_id}/devices */
  readonly listDevices: {
    readonly params: InCompany & ListLatePrintJobsQuery;
    readonly body: undefined;
    readonly answer: readonly Device[];
    readonly pages: true;
  };
  /** Rename a device: PUT /v1/companies/{company_id}/devices/{device_id} */
  readonly updateDevice: {
    readonly params: InCompany & {
      /** The id of the device. */
      readonly device_id: IdInput;
    };
    readonly body: UpdateDevice;
    readonly answer: Device;
    readonly pages: false;
  };
  /** Let a device in no more: DELETE /v1/companies/{company_id}/devices/{device_id} */
  readonly removeDevice: {
    readonly params: InCompany & {
      /** The id of the device. */
      readonly device_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the company's own add-ons: GET /v1/companies/{company_id}/addons */
  readonly listAddons: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Addon[];
    readonly pages: true;
  };
  /** Make an add-on: POST /v1/companies/{company_id}/addons */
  readonly createAddon: {
    readonly params: InCompany;
    readonly body: CreateAddon;
    readonly answer: NewAddon;
    readonly pages: false;
  };
  /** Read an add-on: GET /v1/companies/{company_id}/addons/{addon_id} */
  readonly getAddon: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Addon;
    readonly pages: false;
  };
  /** Change an add-on: PUT /v1/companies/{company_id}/addons/{addon_id} */
  readonly updateAddon: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
    };
    readonly body: UpdateAddon;
    readonly answer: Addon;
    readonly pages: false;
  };
  /** Delete an add-on: DELETE /v1/companies/{company_id}/addons/{addon_id} */
  readonly deleteAddon: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Get a new client_secret: POST /v1/companies/{company_id}/addons/{addon_id}/secret */
  readonly rotateClientSecret: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: ClientSecret;
    readonly pages: false;
  };
  /**
   * Read the signing secret of an add-on: GET
   * /v1/companies/{company_id}/addons/{addon_id}/signing_secret
   */
  readonly getSigningSecret: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: SigningKey;
    readonly pages: false;
  };
  /**
   * Get a new signing secret for an add-on: POST
   * /v1/companies/{company_id}/addons/{addon_id}/signing_secret
   */
  readonly rotateAddonSigningSecret: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: SigningSecret;
    readonly pages: false;
  };
  /**
   * Make a token of an add-on for its own company: POST
   * /v1/companies/{company_id}/addons/{addon_id}/access_token
   */
  readonly createAddonToken: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
    };
    readonly body: CreateAddonToken;
    readonly answer: AddonToken;
    readonly pages: false;
  };
  /** Revoke all tokens of an add-on: DELETE /v1/companies/{company_id}/addons/{addon_id}/access_tokens */
  readonly revokeAddonTokens: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List the webhooks of an add-on: GET /v1/companies/{company_id}/addons/{addon_id}/webhooks */
  readonly listAddonWebhooks: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
    } & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly AddonWebhook[];
    readonly pages: true;
  };
  /** Create a webhook of an add-on: POST /v1/companies/{company_id}/addons/{addon_id}/webhooks */
  readonly createAddonWebhook: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
    };
    readonly body: CreateWebhook;
    readonly answer: Webhook;
    readonly pages: false;
  };
  /** Read a webhook of an add-on: GET /v1/companies/{company_id}/addons/{addon_id}/webhooks/{webhook_id} */
  readonly getAddonWebhook: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Webhook;
    readonly pages: false;
  };
  /**
   * Change a webhook of an add-on: PUT
   * /v1/companies/{company_id}/addons/{addon_id}/webhooks/{webhook_id}
   */
  readonly updateAddonWebhook: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: UpdateWebhook;
    readonly answer: Webhook;
    readonly pages: false;
  };
  /**
   * Delete a webhook of an add-on: DELETE
   * /v1/companies/{company_id}/addons/{addon_id}/webhooks/{webhook_id}
   */
  readonly deleteAddonWebhook: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /**
   * Send a test message to a webhook of an add-on: POST
   * /v1/companies/{company_id}/addons/{addon_id}/webhooks/{webhook_id}/test
   */
  readonly testAddonWebhook: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Delivery;
    readonly pages: false;
  };
  /**
   * List the messages of a webhook of an add-on: GET
   * /v1/companies/{company_id}/addons/{addon_id}/webhooks/{webhook_id}/deliveries
   */
  readonly listAddonDeliveries: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    } & ListDeliveriesQuery;
    readonly body: undefined;
    readonly answer: readonly Delivery[];
    readonly pages: true;
  };
  /**
   * Read what became of a message of an add-on: GET
   * /v1/companies/{company_id}/addons/{addon_id}/webhooks/{webhook_id}/deliveries/{delivery_id}
   */
  readonly getAddonDelivery: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
      /** The id of the delivery. */
      readonly delivery_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Delivery;
    readonly pages: false;
  };
  /**
   * Read the request that a message of an add-on is sent by: GET
   * /v1/companies/{company_id}/addons/{addon_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/request
   */
  readonly getAddonDeliveryRequest: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
      /** The id of the delivery. */
      readonly delivery_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: DeliveryRequest;
    readonly pages: false;
  };
  /**
   * Send a message of an add-on again: POST
   * /v1/companies/{company_id}/addons/{addon_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver
   */
  readonly redeliverOfAddon: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
      /** The id of the delivery. */
      readonly delivery_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: Delivery;
    readonly pages: false;
  };
  /**
   * Send all dead messages of a webhook of an add-on again: POST
   * /v1/companies/{company_id}/addons/{addon_id}/webhooks/{webhook_id}/redeliver
   */
  readonly redeliverDeadOfAddon: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: RedeliverRange;
    readonly answer: Requeued;
    readonly pages: false;
  };
  /**
   * Send events from the log to a webhook of an add-on again: POST
   * /v1/companies/{company_id}/addons/{addon_id}/webhooks/{webhook_id}/replay
   */
  readonly replayEventsOfAddon: {
    readonly params: InCompany & {
      /** The id of the addon. */
      readonly addon_id: IdInput;
      /** The id of the webhook. */
      readonly webhook_id: IdInput;
    };
    readonly body: ReplayRange;
    readonly answer: Replayed;
    readonly pages: false;
  };
  /** List the add-ons that people connected: GET /v1/companies/{company_id}/grants */
  readonly listGrants: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Grant[];
    readonly pages: true;
  };
  /** Disconnect an add-on: DELETE /v1/companies/{company_id}/grants/{grant_id} */
  readonly removeGrant: {
    readonly params: InCompany & {
      /** The id of the grant. */
      readonly grant_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List who is in the company: GET /v1/companies/{company_id}/members */
  readonly listMembers: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Member[];
    readonly pages: true;
  };
  /** Change somebody's role: PUT /v1/companies/{company_id}/members/{user_id} */
  readonly updateMember: {
    readonly params: InCompany & {
      /** The id of the user. */
      readonly user_id: IdInput;
    } & UpdateMemberQuery;
    readonly body: UpdateMember;
    readonly answer: Member;
    readonly pages: false;
  };
  /** Take somebody out of the company: DELETE /v1/companies/{company_id}/members/{user_id} */
  readonly removeMember: {
    readonly params: InCompany & {
      /** The id of the user. */
      readonly user_id: IdInput;
    } & UpdateMemberQuery;
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** List what a member made that lets somebody in: GET /v1/companies/{company_id}/members/{user_id}/keys */
  readonly listMemberKeys: {
    readonly params: InCompany & {
      /** The id of the user. */
      readonly user_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: MemberKeys;
    readonly pages: false;
  };
  /** List who was invited and has not come yet: GET /v1/companies/{company_id}/invitations */
  readonly listInvitations: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly Invitation[];
    readonly pages: true;
  };
  /** Invite somebody: POST /v1/companies/{company_id}/invitations */
  readonly invite: {
    readonly params: InCompany;
    readonly body: Invite;
    readonly answer: NewInvitation;
    readonly pages: false;
  };
  /** Take an invitation back: DELETE /v1/companies/{company_id}/invitations/{invitation_id} */
  readonly withdrawInvitation: {
    readonly params: InCompany & {
      /** The id of the invitation. */
      readonly invitation_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Read who did what: GET /v1/companies/{company_id}/audit */
  readonly listAudit: {
    readonly params: InCompany & ListAuditQuery;
    readonly body: undefined;
    readonly answer: readonly AuditEntry[];
    readonly pages: true;
  };
  /** Read who did what as a file: GET /v1/companies/{company_id}/audit/csv */
  readonly exportAudit: {
    readonly params: InCompany & ExportAuditQuery;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly pages: true;
  };
  /** Read who did what as JSON lines: GET /v1/companies/{company_id}/audit/jsonl */
  readonly exportAuditLines: {
    readonly params: InCompany & ExportAuditQuery;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly pages: true;
  };
  /** Read an entry of the audit log: GET /v1/companies/{company_id}/audit/{number} */
  readonly getAuditEntry: {
    readonly params: InCompany & {
      /** The part's number within the order: 1, 2, 3… */
      readonly number: IdInput;
    };
    readonly body: undefined;
    readonly answer: AuditEntry;
    readonly pages: false;
  };
  /** Read what was asked of the API lately: GET /v1/companies/{company_id}/requests */
  readonly listRequests: {
    readonly params: InCompany & ListRequestsQuery;
    readonly body: undefined;
    readonly answer: readonly LoggedRequest[];
    readonly pages: true;
  };
  /** Read what the company uses of its quotas: GET /v1/companies/{company_id}/usage */
  readonly getUsage: {
    readonly params: InCompany;
    readonly body: undefined;
    readonly answer: Usage;
    readonly pages: false;
  };
  /** Read the time of a sandbox: GET /v1/companies/{company_id}/sandbox/clock */
  readonly getSandboxClock: {
    readonly params: InCompany;
    readonly body: undefined;
    readonly answer: SandboxClock;
    readonly pages: false;
  };
  /** Move the time of a sandbox forward: POST /v1/companies/{company_id}/sandbox/clock */
  readonly setSandboxClock: {
    readonly params: InCompany;
    readonly body: SetSandboxClock;
    readonly answer: SandboxClock;
    readonly pages: false;
  };
  /** List the faults of a sandbox: GET /v1/companies/{company_id}/sandbox/faults */
  readonly listSandboxFaults: {
    readonly params: InCompany & ListCompaniesQuery;
    readonly body: undefined;
    readonly answer: readonly SandboxFault[];
    readonly pages: true;
  };
  /** Set up a fault in a sandbox: POST /v1/companies/{company_id}/sandbox/faults */
  readonly createSandboxFault: {
    readonly params: InCompany;
    readonly body: CreateSandboxFault;
    readonly answer: SandboxFault;
    readonly pages: false;
  };
  /** End all faults of a sandbox: DELETE /v1/companies/{company_id}/sandbox/faults */
  readonly deleteSandboxFaults: {
    readonly params: InCompany;
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Read a fault of a sandbox: GET /v1/companies/{company_id}/sandbox/faults/{fault_id} */
  readonly getSandboxFault: {
    readonly params: InCompany & {
      /** The id of the fault. */
      readonly fault_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: SandboxFault;
    readonly pages: false;
  };
  /** End a fault of a sandbox: DELETE /v1/companies/{company_id}/sandbox/faults/{fault_id} */
  readonly deleteSandboxFault: {
    readonly params: InCompany & {
      /** The id of the fault. */
      readonly fault_id: IdInput;
    };
    readonly body: undefined;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Begin a sandbox anew: POST /v1/companies/{company_id}/sandbox/reset */
  readonly resetSandbox: {
    readonly params: InCompany;
    readonly body: undefined;
    readonly answer: SandboxReset;
    readonly pages: false;
  };
  /** Get a token: POST /v1/token */
  readonly getToken: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: TokenRequest;
    readonly answer: Token;
    readonly pages: false;
  };
  /** Revoke a token: POST /oauth/revoke */
  readonly revokeToken: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: TokenQuestion;
    readonly answer: Nothing;
    readonly pages: false;
  };
  /** Ask about a token: POST /oauth/introspect */
  readonly introspectToken: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: TokenQuestion;
    readonly answer: TokenFacts;
    readonly pages: false;
  };
  /** Find out where everything is: GET /.well-known/oauth-authorization-server */
  readonly getServerMetadata: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: undefined;
    readonly answer: ServerMetadata;
    readonly pages: false;
  };
  /** Read who is signed in at this browser: GET /session */
  readonly getOwnSession: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: undefined;
    readonly answer: Session;
    readonly pages: false;
  };
  /** Choose the language of the user's screens: POST /session/language */
  readonly setOwnLanguage: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: LanguageRequest;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Get a token for a screen: POST /session/token */
  readonly createScreenToken: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: ScreenTokenRequest;
    readonly answer: ScreenToken;
    readonly pages: false;
  };
  /** Let a device in: POST /session/device */
  readonly createDevice: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: DeviceRequest;
    readonly answer: NewDevice;
    readonly pages: false;
  };
  /** Get a token for a device's screen: POST /session/device/token */
  readonly createDeviceToken: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: DeviceTokenRequest;
    readonly answer: DeviceToken;
    readonly pages: false;
  };
  /** Get a key in a cookie for a device's token without an end: POST /session/device/exchange */
  readonly exchangeDeviceToken: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: DeviceExchangeRequest;
    readonly answer: ExchangedDevice;
    readonly pages: false;
  };
  /** Read the signed-in user's own account: GET /session/account */
  readonly getOwnAccount: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: undefined;
    readonly answer: Account;
    readonly pages: false;
  };
  /** Prove who is signed in: POST /session/proof */
  readonly proveOwnSession: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: ProofRequest;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Change the own password: POST /session/password */
  readonly changeOwnPassword: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: OwnPasswordRequest;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** End one of the own sessions: POST /session/end */
  readonly endOwnSession: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: EndSessionRequest;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** End all other sessions of the own: POST /session/end_others */
  readonly endOtherSessions: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: NothingRequest;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Begin to set an authenticator app up: POST /session/totp */
  readonly beginOwnTotp: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: NothingRequest;
    readonly answer: TotpSetup;
    readonly pages: false;
  };
  /** Confirm an authenticator app by its first code: POST /session/totp/confirm */
  readonly confirmOwnTotp: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: CodeRequest;
    readonly answer: RecoveryCodes;
    readonly pages: false;
  };
  /** Remove the authenticator app: POST /session/totp/remove */
  readonly removeOwnTotp: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: CodeRequest;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Get new recovery codes: POST /session/recovery_codes */
  readonly renewOwnCodes: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: NothingRequest;
    readonly answer: RecoveryCodes;
    readonly pages: false;
  };
  /** Get what a browser asks for a passkey by: POST /session/passkey/options */
  readonly getPasskeyOptions: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: NothingRequest;
    readonly answer: PasskeyOptions;
    readonly pages: false;
  };
  /** Sign in with a passkey: POST /session/passkey */
  readonly signInByPasskey: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: PasskeySignInRequest;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Get what a browser makes a passkey by: POST /session/passkeys/options */
  readonly beginOwnPasskey: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: NothingRequest;
    readonly answer: PasskeyOptions;
    readonly pages: false;
  };
  /** Add a passkey: POST /session/passkeys */
  readonly addOwnPasskey: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: PasskeyRequest;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Remove a passkey: POST /session/passkeys/remove */
  readonly removeOwnPasskey: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: RemovePasskeyRequest;
    readonly answer: undefined;
    readonly pages: false;
  };
  /** Read this description: GET /openapi.json */
  readonly getDescription: {
    readonly params: Readonly<Record<never, never>>;
    readonly body: undefined;
    readonly answer: Readonly<Record<string, unknown>>;
    readonly pages: false;
  };
}

/** What webhooks carry, by topic; and what is posted to the callback_uri of an order. */
export interface WebhookPayloads {
  /** An order was created, in whatever status. */
  readonly 'orders/created': Order;
  /** An order was changed otherwise than by completing or deleting it, or linking a known customer. */
  readonly 'orders/updated': Order;
  /** An order is COMPLETE. */
  readonly 'orders/completed': Order;
  /** A customer with a reference_id was linked to an order, or unlinked. */
  readonly 'orders/customer': Order;
  /** An order was deleted. */
  readonly 'orders/deleted': Order;
  /**
   * The kitchen has something of an order to make, more or less of it, or not to make it any more, or
   * the course of what it has is called.
   */
  readonly 'orders/kitchen_print': KitchenPrint;
  /** The last open order of a group was closed. */
  readonly 'orders/group_finalised': OrderGroup;
  /** A product was created. */
  readonly 'products/created': Product;
  /** A product was changed for the company, or made available at a site or taken from it. */
  readonly 'products/updated': Product;
  /** A product was deleted for the company. */
  readonly 'products/deleted': Product;
  /** Whether or how many there are of a product at a site has changed. It needs the filter site_ids. */
  readonly 'products/availability': AvailabilityChange;
  /** The counted amount of a product at a site has come down to its `low_stock`. */
  readonly 'products/stock_low': StockLow;
  /** A category was created. */
  readonly 'categories/created': Category;
  /** A category was changed, or the products in it. */
  readonly 'categories/updated': Category;
  /** A category was deleted. */
  readonly 'categories/deleted': Category;
  /** An option set was created. */
  readonly 'option_sets/created': OptionSet;
  /** An option set was changed. */
  readonly 'option_sets/updated': OptionSet;
  /** An option set was deleted. */
  readonly 'option_sets/deleted': OptionSet;
  /** A price list was changed, or prices on it. */
  readonly 'price_lists/updated': PriceList;
  /** A customer was checked in. */
  readonly 'checkins/created': Checkin;
  /** A customer was checked out. */
  readonly 'checkins/deleted': Checkin;
  /** A customer was created. */
  readonly 'customers/created': Customer;
  /** A customer was changed. */
  readonly 'customers/updated': Customer;
  /** A customer was deleted. */
  readonly 'customers/deleted': Customer;
  /** A site was created. */
  readonly 'sites/created': Site;
  /** A site was changed. */
  readonly 'sites/updated': Site;
  /** A site was deleted. */
  readonly 'sites/deleted': Site;
  /** A register was created. */
  readonly 'registers/created': Register;
  /** A register was changed. */
  readonly 'registers/updated': Register;
  /** A register was deleted. */
  readonly 'registers/deleted': Register;
  /** A tax was created. */
  readonly 'taxes/created': Tax;
  /** A tax was changed. */
  readonly 'taxes/updated': Tax;
  /** A tax was deleted. */
  readonly 'taxes/deleted': Tax;
  /** A payment method was created. */
  readonly 'payment_methods/created': PaymentMethod;
  /** A payment method was changed. */
  readonly 'payment_methods/updated': PaymentMethod;
  /** A payment method was deleted. */
  readonly 'payment_methods/deleted': PaymentMethod;
  /** A discount was created. */
  readonly 'discounts/created': Discount;
  /** A discount was changed. */
  readonly 'discounts/updated': Discount;
  /** A discount was deleted. */
  readonly 'discounts/deleted': Discount;
  /** A member of staff was created. */
  readonly 'staff/created': StaffMember;
  /** A member of staff was changed. */
  readonly 'staff/updated': StaffMember;
  /** A member of staff was deleted. */
  readonly 'staff/deleted': StaffMember;
  /** The company was changed. */
  readonly 'company/updated': Company;
  /** A kitchen was told something. */
  readonly 'tickets/created': TicketChange;
  /** Some of a ticket was made, or brought back. */
  readonly 'tickets/updated': TicketChange;
  /** A role was made. */
  readonly 'roles/created': Role;
  /** A role was changed. */
  readonly 'roles/updated': Role;
  /** A role was deleted. */
  readonly 'roles/deleted': Role;
  /** A floor was made. */
  readonly 'floors/created': Floor;
  /** A floor was changed. */
  readonly 'floors/updated': Floor;
  /** A floor was deleted. */
  readonly 'floors/deleted': Floor;
  /** A table was made. */
  readonly 'tables/created': Table;
  /** A table was changed. Who sits at it is told by the events of orders. */
  readonly 'tables/updated': Table;
  /** A table was deleted. */
  readonly 'tables/deleted': Table;
  /** The drawer of a register was opened. */
  readonly 'shifts/created': Shift;
  /** Cash was put into an open drawer or taken out, or it was opened without a sale. */
  readonly 'shifts/updated': Shift;
  /** A drawer was counted and its shift closed. */
  readonly 'cashups/created': CashupWithReport;
  /** A cash-up was taken over, or is not any more. */
  readonly 'cashups/updated': CashupWithReport;
  /** The add-on of a payment method is asked to take money, or to give it back. */
  readonly 'payment_requests/created': PaymentRequest;
  /**
   * A payment request came to its outcome or is unknown, or its provider is asked to cancel it or to
   * look it up.
   */
  readonly 'payment_requests/updated': PaymentRequest;
  /** A test message was asked for. */
  readonly test: TestMessage;
  /** The status of an order has changed. */
  readonly 'orders/status': Order;
}
