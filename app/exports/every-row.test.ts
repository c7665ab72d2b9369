import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import type { Person } from '#app/current/personal-data.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { CRATE } from '#app/levelhead/level.ts';
import { hashAddress } from '#app/mail/inbound/return-path.server.ts';
import { toSegment } from '#app/mailbox/segments.server.ts';
import { nouns } from '#app/nouns.server.ts';
import { toSubscriberId } from '#app/telegrams/subscribers.server.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate } from '#test/storage.ts';
import { unpack } from '#test/wire/zip.ts';

import { toOwner } from './exports.server.ts';
import { packExport } from './making/packing.server.ts';

const site = useTestSite();

const parts = nouns.flatMap(({ personalRows = [] }) => personalRows);
const listed = (of: 'userIds' | 'addresses') =>
  nouns.flatMap(({ [of]: tables = {} }) =>
    Object.entries(tables).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
  );

test('each column with ids or addresses of people is handed out by a part, or withheld with a reason', () => {
  const handed = parts.flatMap(({ of }) => of);
  const withheld = nouns.flatMap(({ withheld: reasons = {} }) => Object.keys(reasons));
  expect(handed.filter((column) => withheld.includes(column))).toEqual([]);
  const named = new Set([...handed, ...withheld]);
  expect([...listed('userIds'), ...listed('addresses')].filter((column) => !named.has(column))).toEqual([]);
});

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

let columns: readonly Column[];
let keys: ReadonlyMap<string, readonly string[]>;
/** What a check of one column allows. */
let allowed: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  const { db } = site.parts;
  columns = await db.query<Column & Record<string, unknown>>(sql`
    select table_name as "table", column_name as name, udt_name as type,
      (column_default is not null or is_identity = 'YES' or is_generated <> 'NEVER') as "isOptional"
    from information_schema.columns where table_schema = 'public' order by ordinal_position`);
  const found = await db.query<{ table: string; columns: string[] }>(sql`
    select c.conrelid::regclass::text as "table", array(select a.attname::text from unnest(c.conkey) with ordinality k(number, at)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.at) as columns
    from pg_constraint c where c.contype = 'p'`);
  keys = new Map(found.map((one) => [one.table, one.columns]));
  const checks = await db.query<{ table: string; definition: string }>(sql`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`);
  allowed = new Map(
    checks.flatMap(({ table, definition }) => {
      const [, column, values] = /^CHECK \(\(+"?(\w+)"? = ANY \(+ARRAY\[(.*?)\]/.exec(definition) ?? [];
      const words = [...(values ?? '').matchAll(/'([^']*)'/g)].map(([, word = '']) => word);
      return column === undefined || words.length === 0 ? [] : [[`${table}.${column}`, words] as const];
    }),
  );
  await createCrate(site, CRATE, OPEN_POLICY);
});

/** What checks of several columns, or a part, want of rows. */
const FIXED: Readonly<Record<string, Readonly<Record<string, string | number | null>>>> = {
  account_emails: { confirmation_id: null },
  alias_reports: { context: DEFAULT_CONTEXT },
  aliases: { context: DEFAULT_CONTEXT },
  alias_decisions: { context: DEFAULT_CONTEXT },
  alias_history: { context: DEFAULT_CONTEXT },
  alias_names: { context: DEFAULT_CONTEXT },
  contact_submissions: { state: 'open', priority: 1, closed_at: null, split_state: null, split_due_at: null },
  data_exports: { state: 'expired', file_key: null },
  items: { file_key: null },
  item_versions: { file_key: null },
  mailbox_messages: {
    state: 'sent',
    sent_at: '2026-11-01T00:00:00Z',
    texts: '{"en-US":{"title":"Hi","body":"There"}}',
  },
  newsletter_subscriptions: { state: 'left' },
  perk_grants: { perk_id: 'hats' },
  perk_keys: { state: 'given' },
  report_decisions: { decision: 'act' },
  thread_messages: { kind: 'public', side: 'player', mail_file: null },
};

let made = 0;

function valueOf({ table, name, type }: Column, marker: string): unknown {
  const fixed = FIXED[table];
  if (fixed !== undefined && Object.hasOwn(fixed, name)) return fixed[name];
  if (name === 'crate_id') return CRATE;
  const words = allowed.get(`${table}.${name}`);
  if (words !== undefined) return words[made % words.length];
  switch (type) {
    case 'text':
      return `${marker} ${name} ${made}`;
    case '_text':
      return [`${marker} ${name} ${made}`];
    case 'uuid':
      return uuidOf(`${marker} ${name} ${made}`);
    case 'jsonb':
      return JSON.stringify({ said: `${marker} ${name} ${made}` });
    case 'bytea':
      return Buffer.from(`${name === 'body' ? 'said' : 'secret'} ${marker} ${name} ${made}`);
    case 'timestamptz':
    case 'date':
      return new Date(Date.UTC(2026, 0, 1) + made * 86_400_000);
    case 'bool':
      return false;
    case 'tsvector':
      return '';
    default:
      return 1 + (made % 19);
  }
}

function uuidOf(words: string): string {
  const hex = createHash('sha256').update(words).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** By the columns that find somebody: what stands there for them. @returns undefined where there is nothing by an address */
function ownValue(column: string, { userId, emails: [email = ''] }: Person): string | readonly string[] | undefined {
  const [, name = ''] = column.split('.');
  const person = userId === null ? { email } : { userId };
  if (column === 'thread_messages.mail_file') return undefined;
  if (column === 'data_exports.email') return userId === null ? email : undefined;
  if (name === 'segment') return userId === null ? undefined : toSegment('user', userId);
  if (column === 'data_exports.owner') return toOwner(userId === null ? { email } : { userId });
  if (name === 'participant_id') return toParticipantId(person);
  if (name === 'subscriber_id') return toSubscriberId(person);
  if (name === 'address_hash') return hashAddress(email);
  if (name === 'address' || name === 'address_key') return undefined;
  if (name === 'email') return userId === null ? email : undefined;
  return userId ?? undefined;
}

interface MadeRow {
  readonly column: string;
  readonly marker: string;
  readonly values: Readonly<Record<string, unknown>>;
}

async function makeRow(db: Database, column: string, person: Person, marker: string): Promise<MadeRow | undefined> {
  made += 1;
  const [table = '', name = ''] = column.split('.');
  const own = ownValue(column, person);
  if (own === undefined) return undefined;
  const ofTable = columns.filter((one) => one.table === table);
  const key = keys.get(table) ?? [];
  const values: Record<string, unknown> = Object.fromEntries(
    ofTable
      .filter((one) => !one.isOptional || key.includes(one.name) || Object.hasOwn(FIXED[table] ?? {}, one.name))
      .filter((one) => one.name !== 'history_id' && one.name !== 'event_id' && one.name !== 'audit_id')
      .map((one) => [one.name, valueOf(one, marker)]),
  );
  if (table === 'data_exports')
    values['owner'] = toOwner(person.userId === null ? { email: own as string } : { userId: own as string });
  if (table === 'contact_submissions' || table === 'subscribers' || table === 'data_exports') {
    values['user_id'] = person.userId;
    values['email'] = person.userId === null ? person.emails[0] : null;
  }
  if (table.startsWith('thread_') && 'user_id' in values) values['user_id'] = person.userId;
  if (table === 'subscribers') values['subscriber_id'] = ownValue('x.subscriber_id', person);
  if ('participant_id' in values) values['participant_id'] = ownValue('x.participant_id', person);
  values[name] = ofTable.find((one) => one.name === name)?.type === '_text' ? [own] : own;
  const names = Object.keys(values);
  await db.query(sql`insert into ${sql.raw(`"${table}" (${names.map((one) => `"${one}"`).join(', ')})`)}
    values (${sql.join(
      names.map((one) => values[one] as string),
      ', ',
    )}) on conflict do nothing`);
  return { column, marker, values };
}

const COLUMNS = [...new Set(parts.flatMap(({ of }) => of))];

test('whatever rows tables have of somebody are in their export, and none of another, and no secret', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: COLUMNS.length, maxLength: COLUMNS.length }),
      fc.boolean(),
      async (counts, isGuest) => {
        made += 1;
        const run = made;
        const me: Person = isGuest
          ? { userId: null, emails: [`me${run}@rows.example`] }
          : { userId: `me${run}`, emails: [`me${run}@rows.example`] };
        const other: Person = { userId: `other${run}`, emails: [`other${run}@rows.example`] };
        const rows: MadeRow[] = [];
        await site.parts.db.transaction(async (db) => {
          // Of what rows refer to, only what parts join is there.
          await db.query(sql`set local session_replication_role = replica`);
          for (const [at, column] of COLUMNS.entries()) {
            for (let count = counts[at] ?? 0; count > 0; count -= 1) {
              const row = await makeRow(db, column, me, `mine${run}`);
              if (row !== undefined) rows.push(row);
              await makeRow(db, column, other, `theirs${run}`);
            }
          }
          await db.query(sql`insert into threads (subject_id, noun, audience, last_message_id, created_at)
            select subject_id, 'contact', 'participants', subject_id, now() from
              (select subject_id from thread_participants union select subject_id from thread_messages) used
            on conflict do nothing`);
          await db.query(sql`insert into perks
              (perk_id, kind, name, about, details, per_person, low_at, created_by, created_at)
            values ('hats', 'badge', 'Hats', '', '{}', 1, 0, 'x', now()) on conflict do nothing`);
        });
        const files = await pack(me);
        const text = [...files].map(([name, body]) => `${name}\n${body.toString()}`).join('\n');
        const missing = rows.filter(({ column, values }) => !isExported(files, column, values));
        expect(missing.map(({ column, values }) => `${column} ${JSON.stringify(values)}`)).toEqual([]);
        expect(text).not.toContain(`theirs${run}`);
        expect(text).not.toContain(`other${run}`);
        for (const secret of [`secret mine${run}`]) {
          const bytes = Buffer.from(secret);
          expect(text).not.toContain(secret);
          expect(text).not.toContain(bytes.toString('hex'));
          expect(text).not.toContain(bytes.toString('base64').slice(0, -4));
        }
      },
    ),
    { numRuns: countCases(30) },
  );
});

async function pack(person: Person): Promise<Map<string, Buffer>> {
  const current = systemCurrent(site.parts);
  const packing = { person, locale: 'en-US', madeAt: current.now(), onProgress: () => Promise.resolve() } as const;
  const zip = await packExport(current, nouns, packing, AbortSignal.timeout(60_000), (bytes) =>
    buffer(bytes as Readable),
  );
  return unpack(zip);
}

/** By what its key says beside whose it is. */
function isExported(files: Map<string, Buffer>, column: string, values: Readonly<Record<string, unknown>>): boolean {
  const [table = '', name = ''] = column.split('.');
  const part = parts.find(({ of }) => of.includes(column));
  const rows = [...files]
    .filter(([file]) => file.startsWith(`data/${part?.name}-`))
    .flatMap(([, body]) => (JSON.parse(body.toString()) as { rows: object[] }).rows);
  const key = (keys.get(table) ?? []).filter((one) => one !== name && !OWN_OR_HIDDEN.has(`${table}.${one}`));
  const wanted = key.flatMap((one) => (typeof values[one] === 'string' ? [JSON.stringify(values[one])] : []));
  return rows.some((row) => wanted.every((value) => JSON.stringify(row).includes(value)));
}

/** Parts of keys that say whose a row is, or of whom else. */
const OWN_OR_HIDDEN = new Set([
  'account_devices.device_hash',
  'account_identities.issuer',
  'alias_reports.user_id',
  'data_exports.owner',
  'item_shares.user_id',
  'item_records.user_id',
  'levelhead_tips.creator_user_id',
  'levelhead_tips.crate_id',
  'sessions.token_hash',
  'support_votes.voter_id',
  'thread_participants.participant_id',
  'thread_reads.reader_id',
  'thread_reactions.participant_id',
  'feedbag_votes.participant_id',
  'subscribers.subscriber_id',
  'editor_reviews.user_id',
]);
