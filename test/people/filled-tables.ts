import type { Fate } from '#app/current/personal-data.server.ts';
import { hashAddress } from '#app/mail/inbound/return-path.server.ts';
import { nouns } from '#app/nouns.server.ts';
import { toSubscriberId } from '#app/telegrams/subscribers.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { TestSite } from '../site.ts';

const FATES = new Map(nouns.flatMap((noun) => Object.entries<Fate>(noun.fates ?? {})));

interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  readonly udt_name: string;
  readonly is_needed: boolean;
}

/** The columns that a row is given values for: all that need one, and all of people. */
async function findColumns(site: TestSite): Promise<Map<string, ColumnRow[]>> {
  const rows = await site.parts.db.query<ColumnRow>(sql`
    select c.table_name, c.column_name, c.udt_name, c.is_nullable = 'NO' and c.column_default is null as is_needed
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.is_identity = 'NO'
    order by c.table_name, c.ordinal_position`);
  return Map.groupBy(rows, (row) => row.table_name);
}

interface Figure {
  readonly userId: string;
  readonly address: string;
}

function personalValue(
  { table_name: table, column_name: column, udt_name: type }: ColumnRow,
  { userId, address }: Figure,
): string {
  if (type === 'jsonb') return JSON.stringify({ who: userId, mail: address, list: [`account/${userId}`] });
  if (type === '_text') return `{${userId},other}`;
  if (table === 'data_exports' && column === 'owner') return `user ${userId}`;
  if (/^(?:participant_id|reader_id|voter_id)$/.test(column)) return `user ${userId}`;
  if (column === 'subscriber_id') return toSubscriberId({ userId });
  if (column === 'address_hash') return hashAddress(address);
  if (/^(?:email|address|address_key|owner_key|sender)$/.test(column)) return address;
  if (column === 'subject') return `levelhead.player:${userId}`;
  if (column === 'target' || column === 'segment') return `account/${userId}`;
  return userId;
}

function plainValue({ udt_name: type }: ColumnRow): string {
  if (type === 'uuid') return crypto.randomUUID();
  if (type.startsWith('_')) return '{}';
  if (/^(?:int|float|numeric)/.test(type)) return '1';
  if (type === 'bool') return 'false';
  if (/^(?:timestamptz|date)$/.test(type)) return '2026-11-01T00:00:00Z';
  if (type === 'bytea') return '\\x00';
  if (type === 'jsonb') return '{}';
  if (type === 'bit') return '0'.repeat(1024);
  return type === 'xid8' ? '1' : 'plain';
}

/**
 * A row in each table that has something of people, whatever it would mean, past its checks and triggers: what becomes of it
 * must not hang on how it came there.
 */
export async function fillTables(site: TestSite, figure: Figure): Promise<string[]> {
  const columns = await findColumns(site);
  const filled: string[] = [];
  for (const [table, all] of columns) {
    const isPersonal = (row: ColumnRow) => {
      const fate = FATES.get(`${table}.${row.column_name}`);
      return (
        fate !== undefined && fate !== 'nobody' && !row.udt_name.endsWith('uuid') && row.column_name !== 'file_key'
      );
    };
    if (
      !all.some(isPersonal) ||
      /^(?:accounts|account_deletions|account_merges|past_deletions|ban_marks|crates)$/.test(table)
    )
      continue;
    const given = all.filter((row) => row.is_needed || isPersonal(row));
    const names = sql.raw(given.map(({ column_name: name }) => `"${name}"`).join(', '));
    const values = given.map((row) => {
      const value = isPersonal(row) ? personalValue(row, figure) : plainValue(row);
      return sql`${value}::text::${sql.raw(row.udt_name.replace(/^_(.*)$/, '$1[]').replace(/^bit$/, 'bit(1024)'))}`;
    });
    await site.parts.db.transaction(async (db) => {
      await db.query(sql`set local session_replication_role = 'replica'`);
      await db.query(sql`insert into ${sql.raw(table)} (${names}) values (${sql.join(values, ', ')})
        on conflict do nothing`);
    });
    filled.push(table);
  }
  return filled;
}

/** So that a row may hold whatever stands in it. */
export async function dropChecks(site: TestSite): Promise<void> {
  const rows = await site.parts.db.query<{ drop: string }>(sql`
    select 'alter table ' || conrelid::regclass || ' drop constraint ' || quote_ident(conname) as drop
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`);
  for (const { drop } of rows) await site.parts.db.query(sql.raw(drop));
}
