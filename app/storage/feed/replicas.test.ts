import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';

import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { FeedFollower, listOf, untilFinal } from '#test/follower.ts';
import { policies, tagLists } from '#test/policies.ts';
import { countCases } from '#test/properties/cases.ts';
import { useTestSite } from '#test/site.ts';
import { historyFaults } from '#test/storage-state.ts';
import { createCrate, createItem } from '#test/storage.ts';

import type { Policy } from '../crates/policy.ts';
import { undeleteItem } from '../history/trash.server.ts';
import { deleteItem } from '../writes/deletes.server.ts';
import { updateMetadata } from '../writes/updates.server.ts';

const site = useTestSite();
const FOLLOWERS = [undefined, 'player', 'creator', 'collaborator', 'staff'] as const;
const PEOPLE = (['player', 'creator', 'collaborator'] as const).map((who) => CAST[who].userId);
/** Everyone receives what random rules let them see; one who may do everything writes. */
const WRITABLE: Policy = Object.fromEntries(
  ['create', 'update', 'delete', 'tag', 'collaborate', 'transfer', 'read', 'history'].map((action) => [
    action,
    ['super'],
  ]),
);

const item = fc.nat(9);
const collaborators = fc.shuffledSubarray(PEOPLE, { minLength: 1 });
type ReplicaStep =
  | { kind: 'create'; tags: string[]; collaborators: string[] }
  | { kind: 'change'; item: number; tags: string[]; collaborators: string[] }
  | { kind: 'delete' | 'undelete'; item: number }
  | { kind: 'hold'; item: number; tags: string[] }
  | { kind: 'letGo' }
  | { kind: 'read'; who: number; limit: number }
  | { kind: 'startAnew'; who: number };
const step: fc.Arbitrary<ReplicaStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), tags: tagLists, collaborators }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('change' as const), item, tags: tagLists, collaborators }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'undelete' as const), item }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold' as const), item, tags: tagLists }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('letGo' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('read' as const), who: fc.nat(4), limit: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('startAnew' as const), who: fc.nat(4) }) },
);

let runs = 0;

test('a follower ends with what the list of the crate shows them, whatever happens, and never goes back', async () => {
  await fc.assert(
    fc.asyncProperty(policies, fc.array(step, { minLength: 10, maxLength: 40 }), async (random, steps) => {
      const { protect: _, ...policy } = random;
      const crate = await createCrate(site, `run-${(runs += 1)}`, {
        ...policy,
        ...WRITABLE,
        list: policy.list ?? ['public'],
      });
      const world = new ReplicaRun(crate);
      for (const step of steps) await world.take(step);
      await world.end();
      for (const [at, follower] of world.followers.entries()) {
        const listed = await listOf(site, crate, FOLLOWERS[at]);
        expect(follower.replica, FOLLOWERS[at] ?? 'visitor').toEqual(listed);
        expect(follower.setbacks).toEqual([]);
      }
    }),
    { numRuns: countCases(40) },
  );
}, 60_000);

afterAll(async () => expect(await historyFaults(site)).toEqual([]));

class ReplicaRun {
  followers: FeedFollower[];
  readonly #crate: string;
  readonly #crateId: string;
  readonly #itemIds: string[] = [];
  readonly #held: { letGo: () => void; committed: Promise<void> }[] = [];

  constructor(crate: string) {
    this.#crate = crate;
    this.#crateId = crate.split('/').at(-1) ?? '';
    this.followers = FOLLOWERS.map((who) => new FeedFollower(site, crate, who));
  }

  async take(step: ReplicaStep): Promise<void> {
    const itemId = 'item' in step ? this.#itemIds[step.item % Math.max(1, this.#itemIds.length)] : undefined;
    if (step.kind === 'create') {
      const { tags, collaborators } = step;
      this.#itemIds.push((await createItem(site, this.#crate, 'super', { tags, collaborators })).itemId);
    } else if (step.kind === 'change' && itemId !== undefined) {
      const { tags, collaborators } = step;
      await this.#try((current) => updateMetadata(current, this.#crateId, itemId, { tags, collaborators }, {}));
    } else if (step.kind === 'delete' && itemId !== undefined) {
      await this.#try((current) => deleteItem(current, this.#crateId, itemId, {}, false));
    } else if (step.kind === 'undelete' && itemId !== undefined) {
      await this.#try((current) => undeleteItem(current, this.#crateId, itemId));
    } else if (step.kind === 'hold' && itemId !== undefined) await this.#hold(itemId, step.tags);
    else if (step.kind === 'letGo') await this.#letGo();
    else if (step.kind === 'read') await this.#follow(step.who, (follower) => follower.read(step.limit));
    else if (step.kind === 'startAnew') {
      this.followers[step.who] = new FeedFollower(site, this.#crate, FOLLOWERS[step.who]);
    }
  }

  async end(): Promise<void> {
    while (this.#held.length > 0) await this.#letGo();
    await untilFinal(site);
    for (const at of this.followers.keys()) await this.#follow(at, (follower) => follower.readAll(2));
  }

  /** For those who may list nothing the crate does not exist. */
  async #follow(at: number, read: (follower: FeedFollower) => Promise<unknown>): Promise<void> {
    const follower = this.followers[at];
    if (follower === undefined) return;
    const probe = await site.ask(FOLLOWERS[at], `${this.#crate}/items?limit=1`);
    if (probe.status === 200) await read(follower);
    else expect((await site.ask(FOLLOWERS[at], `${this.#crate}/changes`)).status).toBe(404);
  }

  /** What is not there is not written, nor brought back when it is there. */
  async #try(write: (current: Current) => Promise<unknown>, current = systemCurrent(site.parts)): Promise<void> {
    await write(current).catch((refusal: { status?: number }) => expect(refusal.status).toBe(404));
  }

  /** A transaction that has its number now and writes when it is let go. */
  async #hold(itemId: string, tags: string[]): Promise<void> {
    const [began, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const committed = inTransaction(systemCurrent(site.parts), async (current) => {
      await current.db.query(sql`select pg_current_xact_id()`);
      began.resolve();
      await letGo.promise;
      await this.#try(
        (current) => updateMetadata(current, this.#crateId, itemId, { tags, collaborators: PEOPLE }, {}),
        current,
      );
    });
    await began.promise;
    this.#held.push({ letGo: letGo.resolve, committed });
  }

  async #letGo(): Promise<void> {
    const held = this.#held.shift();
    held?.letGo();
    await held?.committed;
  }
}
