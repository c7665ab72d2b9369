import { createHash, randomBytes } from 'node:crypto';

import type { Database } from '#lib/database/database.server.ts';
import { callerKey } from '#lib/limits/caller-key.ts';

interface Salt {
  day: string;
  salt: Promise<Buffer>;
}

const salts = new WeakMap<Database, Salt>();

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
  if (salts.get(db)?.day !== today) salts.delete(db);
  await db.query(DESTROY, [today]);
}

async function saltOf(db: Database, day: string): Promise<Buffer> {
  const known = salts.get(db);
  if (known?.day === day) return known.salt;
  const salt = makeSalt(db, day);
  salts.set(db, { day, salt });
  // What failed is tried again by the next.
  salt.catch(() => salts.delete(db));
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
