import { createHash, randomBytes } from 'node:crypto';

import type { Database } from '#lib/database/database.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';

const createSalts = () => new Map<string, Promise<Buffer>>();

/**
 * Sixteen hexadecimal digits that are the same for one address and browser all day, and others the day after. With the
 * salt gone, nothing leads back to the address.
 */
export async function visitorOf(db: Database, now: Date, address: string, userAgent: string): Promise<string> {
  const hash = createHash('sha256').update(await saltOf(db, dayOf(now)));
  return hash
    .update(`${callerKey(address)}\n${userAgent}`)
    .digest('hex')
    .slice(0, 16);
}

/** Destroys the salts of days that are over, here and in the database. */
export async function destroySalts(db: Database, now: Date): Promise<void> {
  const today = dayOf(now);
  const salts = db.processState.get(createSalts);
  for (const day of salts.keys()) if (day !== today) salts.delete(day);
  await db.query(DESTROY, [today]);
}

async function saltOf(db: Database, day: string): Promise<Buffer> {
  const salts = db.processState.get(createSalts);
  const known = salts.get(day);
  if (known !== undefined) return known;
  // What leads back to an address is not kept longer than its day.
  salts.clear();
  const salt = makeSalt(db, day);
  salts.set(day, salt);
  // What failed is tried again by the next.
  salt.catch(() => salts.delete(day));
  return salt;
}

/** All processes take the salt of the first. */
async function makeSalt(db: Database, day: string): Promise<Buffer> {
  const [made] = await db.query<{ salt: Buffer }>(MAKE, [day, randomBytes(32)]);
  if (made === undefined) throw new Error(`the salt of ${day} is neither there nor made`);
  await db.query(DESTROY, [day]);
  return made.salt;
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

const MAKE = {
  name: 'telemetry_make_salt',
  text: `insert into telemetry_salts as kept (day, salt) values ($1, $2)
    on conflict (day) do update set salt = kept.salt returning salt`,
};

const DESTROY = { name: 'telemetry_destroy_salts', text: 'delete from telemetry_salts where day < $1' };
