import cast from '#database/seeds/cast.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';

import { hasAccounts, setAccount } from './accounts/accounts.server.ts';
import { addVerifiedEmail } from './accounts/emails/emails.server.ts';
import { DEFAULT_CONTEXT } from './aliases/alias.ts';
import { setAlias } from './aliases/aliases.server.ts';
import { inTransaction } from './current/current.server.ts';
import type { Current } from './current/current.server.ts';
import { isRole } from './current/role.ts';
import { discardPendingEvents } from './notifications/events.server.ts';
import type { Noun, SeedPeople } from './noun/noun.server.ts';
import { nouns } from './nouns.server.ts';

/**
 * Inserts `database/seeds` through the deeds into a database that has nothing but what the site needs, in one transaction,
 * so that the next start repeats one that was killed; a concurrent one waits and finds it done.
 * @param current a super, because seeds have owners and dates of their own
 */
export async function seed(current: Current, seeded: readonly Noun[] = nouns): Promise<boolean> {
  return inTransaction(current, async (current) => {
    await current.db.extendTimeout(OTHERS_SEED_MS);
    await current.db.query(sql`select set_config('lock_timeout', ${String(OTHERS_SEED_MS)}, true)`);
    await current.db.query(sql`select pg_advisory_xact_lock(hashtext('seed'))`);
    if (await hasAccounts(current)) return false;
    await seedCast(current);
    for (const noun of seeded) await noun.seed?.(current, PEOPLE);
    await discardPendingEvents(current);
    return true;
  });
}

const OTHERS_SEED_MS = 120_000;

async function seedCast(current: Current): Promise<void> {
  for (const { userId, role, alias, email, since } of cast) {
    if (!isRole(role)) throw new Error(`cast.json has an unknown role ${role}`);
    await setAccount(current, userId, role, new Date(since));
    await addVerifiedEmail(current, userId, email);
    await setAlias(current, DEFAULT_CONTEXT, userId, alias);
  }
}

const PEOPLE: SeedPeople = {
  userIds: cast.map(({ userId }) => userId),
  toUserId: (castName) => {
    const member = cast.find((one) => one.cast === castName);
    if (member === undefined) throw new Error(`the seeds name ${castName}, who is not in cast.json`);
    return member.userId;
  },
};
