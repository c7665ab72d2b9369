import { emailKey } from '#app/accounts/emails/email.ts';
import type { PersonalData } from '#app/current/personal-data.server.ts';
import { listForms } from '#app/deletions/keys.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { TestSite } from '../site.ts';

interface TracedPerson {
  readonly userId: string | null;
  /** As they were written. */
  readonly addresses: readonly string[];
  readonly names: readonly string[];
}

/** Every table of the site and of its queue, without partitions' parents twice. */
async function listTables({ parts }: TestSite): Promise<string[]> {
  const rows = await parts.db.query<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and (table_schema = 'public' or table_name = '_private_jobs') order by 1`);
  return rows.map(({ name }) => name);
}

/**
 * The columns in which something of somebody stands, wherever it is in a text, a list or JSON.
 * @returns `table.column`, or `table.column: value` for the message of a failure
 */
export async function tracesOf(
  site: TestSite,
  data: readonly PersonalData[],
  { userId, addresses, names }: TracedPerson,
): Promise<Map<string, string>> {
  const emails = addresses.map((address) => emailKey(address) ?? address);
  const sought = [...new Set([...listForms(data, { userId, emails }), ...addresses, ...names])].map((one) =>
    one.toLowerCase(),
  );
  const patterns = sought.map((one) => `%${one.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const found = new Map<string, string>();
  for (const table of await listTables(site)) {
    const rows = await site.parts.db.query<{ row: Record<string, unknown> }>(sql`
      select to_jsonb(t) as row from ${sql.raw(table)} t where lower(to_jsonb(t)::text) like any(${patterns}::text[])
      limit 50`);
    for (const { row } of rows) {
      for (const [column, value] of Object.entries(row)) {
        const said = JSON.stringify(value).toLowerCase();
        const place = `${table.replace(/^public\./, '')}.${column}`;
        if (sought.some((one) => said.includes(one)) && !found.has(place)) found.set(place, said.slice(0, 120));
      }
    }
  }
  return found;
}

/** The columns that say why something stays in them. */
export function listKept(data: readonly PersonalData[]): Set<string> {
  const kept = new Set(['nobody', 'others', 'passing', 'held', 'abuse']);
  return new Set(
    data.flatMap(({ fates = {} }) =>
      Object.entries(fates).flatMap(([column, fate]) => (kept.has(fate) ? [column] : [])),
    ),
  );
}
