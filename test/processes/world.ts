import type { CrashClient } from './crash-client.ts';
import type { Ledger } from './ledger.ts';

const BATCH = 20;
/** How many old states of an item stay. */
export const VERSION_LIMIT = 40;
const CRATES = '/api/storage/crates';
const POLICY = {
  list: ['public'],
  read: ['public'],
  history: ['public'],
  create: ['authenticated'],
  stat: ['authenticated'],
  update: ['owner'],
  delete: ['owner'],
  tag: ['owner'],
  keep: { versions: VERSION_LIMIT },
};
/** Far away: what matters is that every byte is counted. */
const QUOTA = { bytes: 2 ** 50, items: 2 ** 50, versions: 2 ** 50 };

/** What the writers share; made before anyone is killed. */
export interface CrashFixture {
  /** The addresses of the items of two crates; in the second one everything counts towards quotas. */
  crates: string[];
  counted: string[];
  batches: string[][];
  /** Each is added to by one writer, who asks again under the same key until it is answered. */
  retried: string[];
}

/** @param admin makes the crates, `door` is who writes in them */
export async function createCrashFixture(admin: CrashClient, door: CrashClient, ledger: Ledger): Promise<CrashFixture> {
  const policies = { kills: POLICY, 'counted-kills': { ...POLICY, quotas: { user: QUOTA, crate: QUOTA } } };
  for (const [crateId, policy] of Object.entries(policies)) {
    const made = await admin.send('POST', CRATES, { body: { crateId, policy } });
    if (made?.status !== 201) throw new Error(`the crate was not made: ${JSON.stringify(made)}`);
  }
  const crates = Object.keys(policies).map((crateId) => `${CRATES}/${crateId}`);
  const [plain = '', bound = ''] = crates;
  for (const crate of [plain, plain, plain, bound, bound, bound]) await startLife(door, ledger, crate);
  return {
    crates,
    counted: await makeItems(door, plain, 2),
    batches: [await makeItems(door, plain, BATCH), await makeItems(door, bound, BATCH)],
    retried: await makeItems(door, plain, 2),
  };
}

/** @returns the addresses of new items */
async function makeItems(door: CrashClient, crate: string, count: number): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: count }, () => door.send('POST', `${crate}/items`, { body: '' })),
  );
  return made.map((answer) => `${crate}/items/${answer?.data.itemId ?? 'not made'}`);
}

async function startLife(door: CrashClient, ledger: Ledger, crate: string): Promise<void> {
  const body = 'the first body';
  const made = await door.send('POST', `${crate}/items`, { body });
  if (made?.status !== 201) throw new Error(`an item was not made: ${JSON.stringify(made)}`);
  const known = { rev: revOf(made.data.etag), body, tags: [], isGone: false };
  ledger.lives.push({ crate, itemId: made.data.itemId ?? '', turn: 0, known, tried: undefined, revs: [known.rev] });
}

export function revOf(etag: string | undefined): number {
  return Number(etag?.slice(1, -1));
}
