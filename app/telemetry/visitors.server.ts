import { createHash, randomBytes } from 'node:crypto';

import type { Row } from '#database/rows.ts';
import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';

const createSalts = () => new Map<string, Promise<Buffer>>();

/** Of one address and day, because a browser says what it likes; many people at one address have few different ones. */
const BROWSERS_PER_ADDRESS = 64;

/**
 * The same all day for an address and browser; without the salt nothing leads back to them. An address has so many
 * visitors at most, whatever its browsers say.
 * @param of what is looked at, where nobody is to tell that it was the same one who looked at something else
 * @returns 16 hex digits
 */
export async function hashVisitor(
  db: Database,
  now: Date,
  { address, userAgent, of = '' }: { readonly address: string; readonly userAgent: string; readonly of?: string },
): Promise<string> {
  const hash = createHash('sha256').update(await ensureSalt(db, toDay(now)));
  return hash
    .update([callerKey(address), toBrowserSlot(userAgent), ...(of === '' ? [] : [of])].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

function toBrowserSlot(userAgent: string): number {
  return createHash('sha256').update(userAgent).digest().readUInt32BE() % BROWSERS_PER_ADDRESS;
}

/** Deletes the salts of past days, from memory and the database. */
export async function destroySalts(db: Database, now: Date): Promise<void> {
  const today = toDay(now);
  const salts = db.processState.get(createSalts);
  for (const day of salts.keys()) if (day !== today) salts.delete(day);
  await deleteSaltsBefore(db, today);
}

async function ensureSalt(db: Database, day: string): Promise<Buffer> {
  const salts = db.processState.get(createSalts);
  const known = salts.get(day);
  if (known !== undefined) return known;
  // A salt leads back to addresses, so it is deleted after its day.
  salts.clear();
  const salt = makeSalt(db, day);
  salts.set(day, salt);
  // The next caller tries again after a failure.
  salt.catch(() => salts.delete(day));
  return salt;
}

/** All processes use the salt of the first. */
async function makeSalt(db: Database, day: string): Promise<Buffer> {
  const [made] = await db.query<Pick<Row<'telemetry_salts'>, 'salt'>>(sql`
    insert into telemetry_salts as kept (day, salt) values (${day}, ${randomBytes(32)})
    on conflict (day) do update set salt = kept.salt returning salt`);
  if (made === undefined) throw new Error(`the salt of ${day} is missing`);
  await deleteSaltsBefore(db, day);
  return made.salt;
}

/** Of UTC, as `YYYY-MM-DD`. */
export function toDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

async function deleteSaltsBefore(db: Database, day: string): Promise<void> {
  await db.query(sql`delete from telemetry_salts where day < ${day}`);
}
