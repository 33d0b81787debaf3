import type { Migration } from '../migration.ts';

// Messages by e-mail with the attempts to send them, how many a company sent in an hour, and whether receipts have a QR code.
export const mails: Migration = {
  number: 40,
  name: 'mails',
  statements: (engine) => {
    const keyOnly = engine === 'sqlite' ? ' without rowid' : '';
    return [
      `create table mails (
        company_id bigint not null, id bigint not null, kind text not null, state text not null,
        recipient text not null, recipient_folded text not null, order_id bigint, language text,
        origin text not null, content text, message_id text not null, due_at bigint not null,
        attempts bigint not null default 0, tries bigint not null, lease text, lease_until bigint, failure text,
        ended_at bigint, created_at bigint not null, updated_at bigint not null, primary key (company_id, id))`,
      `create index mails_due on mails (due_at, id) where state = 'queued'`,
      `create index mails_leased on mails (lease_until) where state = 'sending'`,
      `create index mails_dead on mails (company_id, id) where state = 'dead'`,
      `create index mails_ended on mails (ended_at) where ended_at is not null`,
      `create index mails_by_kind on mails (company_id, kind, id)`,
      `create index mails_by_state on mails (company_id, state, id)`,
      `create index mails_by_kind_and_state on mails (company_id, kind, state, id)`,
      `create index mails_by_order on mails (company_id, order_id, id)`,
      `create index mails_by_recipient on mails (company_id, recipient_folded, id)`,
      `create table mail_attempts (
        company_id bigint not null, mail_id bigint not null, number bigint not null, started_at bigint not null,
        latency bigint not null, status bigint, error text, answer text,
        primary key (company_id, mail_id, number))${keyOnly}`,
      `create table mail_hours (
        company_id bigint not null, hour_start bigint not null, taken bigint not null,
        primary key (company_id))${keyOnly}`,
      `alter table companies add column receipt_qr smallint not null default 0`,
      `alter table sites add column receipt_qr text`,
    ];
  },
};
