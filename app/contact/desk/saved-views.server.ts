import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { longFact, missingViewName, viewsFull } from '../problems.ts';
import { MAX_VIEW_NAME, deskParams, readDeskQuery } from './desk.ts';
import type { DeskQuery, SavedView } from './desk.ts';

const SLOTS = 20;

/** One's own. Needs staff. @throws Problem 401, 403 */
export async function findSavedViews(current: Current): Promise<SavedView[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<Pick<Row<'contact_views'>, 'slot' | 'name' | 'query'>>(sql`
    select slot, name, query from contact_views where user_id = ${requireUser(current)}
    order by lower(name), slot limit ${SLOTS}::integer`);
  return rows.map(({ slot, name, query }) => ({ slot, name, query }));
}

/** Keeps what the desk shows, for oneself. Needs staff. @throws Problem 400, 401, 403, 409 when there are too many */
export async function saveView(current: Current, typed: string, query: DeskQuery): Promise<void> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const name = typed.trim();
  const wrong = name === '' ? missingViewName : name.length > MAX_VIEW_NAME ? longFact : undefined;
  if (wrong !== undefined) throw problemAt('name', wrong);
  const storedQuery = String(deskParams(query));
  for (;;) {
    // Of two at once for the same place one gets it, and the other looks for the next.
    const saved = await current.db.query(sql`insert into contact_views (user_id, slot, name, query)
      select ${userId}::text, slot, ${name}::text, ${storedQuery}::text from generate_series(0, ${SLOTS - 1}::integer) slot
      where not exists (select from contact_views v where v.user_id = ${userId}::text and v.slot = slot.slot)
      order by slot limit 1 on conflict do nothing returning slot`);
    if (saved.length > 0) return;
    if ((await findSavedViews(current)).length === SLOTS) throw new Problem(viewsFull);
  }
}

/** One's own, if it is still the one that was shown. Needs staff. @returns what it was @throws Problem 401, 403 */
export async function deleteView(current: Current, slot: number, name: string): Promise<DeskQuery | undefined> {
  requireRole(current, 'staff');
  if (!Number.isInteger(slot) || slot < 0 || slot >= SLOTS) return undefined;
  const [row] = await current.db.query<Pick<Row<'contact_views'>, 'query'>>(sql`delete from contact_views
    where user_id = ${requireUser(current)} and slot = ${slot}::integer and name = ${name} returning query`);
  return row && readDeskQuery(new URLSearchParams(row.query));
}
