import type { CrashAnswer, CrashClient } from './crash-client.ts';
import type { CreatedItem, Ledger, TrackedItem, TrackedState } from './ledger.ts';
import { confirmState } from './ledger.ts';
import { VERSION_LIMIT, revOf } from './world.ts';
import type { CrashFixture } from './world.ts';

/**
 * What the site has lost of what it had acknowledged, or has that nobody ever asked for; empty when all is well.
 * Takes over what it finds where a write was never answered.
 * @param created the creates to look at
 */
export async function findLosses(
  door: CrashClient,
  ledger: Ledger,
  world: CrashFixture,
  created: Iterable<[string, CreatedItem]>,
): Promise<string[]> {
  const sums = [...world.counted, ...world.retried].map((item) => [item]);
  const found = await Promise.all([
    checkEach(created, (one) => createdIsThere(door, one)),
    ...ledger.lives.map((life) => lifeIsRight(door, life)),
    ...[...sums, ...world.batches].map((items) => sumIsRight(door, ledger, items)),
    ...[...ledger.sums.keys()].filter((key) => key.includes(' ')).map((key) => createsAreFound(door, ledger, key)),
  ]);
  return found.flat();
}

/** The same of everything that was ever created: its metadata in the lists of the crates, and its body. */
export async function findAllLosses(
  door: CrashClient,
  { created }: Ledger,
  { crates }: CrashFixture,
): Promise<string[]> {
  const listed = new Map<string, string>();
  for (const crate of crates) {
    for await (const { itemId, name, tags } of door.walk<CrashAnswer['data']>(crate)) {
      listed.set(`${crate}/items/${itemId}`, `${name} ${tags?.join()}`);
    }
  }
  return checkEach(created, async ([path, { name, tags, body }]) => {
    if (listed.get(path) !== `${name} ${tags.join()}`) return [`${name} is listed as ${listed.get(path)}`];
    return (await door.download(path)) === body ? [] : [`${name} has another body`];
  });
}

/** Some at a time, so that the end of a long run does not ask for everything at once. */
async function checkEach<One>(all: Iterable<One>, look: (one: One) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  const rest = [...all].values();
  const lookOn = async () => {
    for (const one of rest) found.push(...(await look(one)));
  };
  await Promise.all(Array.from({ length: 16 }, lookOn));
  return found;
}

async function createdIsThere(
  door: CrashClient,
  [path, { name, tags, body }]: [string, CreatedItem],
): Promise<string[]> {
  const item = await door.get(path);
  if (item.name !== name || item.tags?.join() !== tags.join()) return [`${name} is now ${JSON.stringify(item)}`];
  const search = `${path.replace(/[^/]+$/, '').slice(0, -1)}?names=${name}&tags=${tags.join()}`;
  const [byName] = await door.get<{ itemId: string }[]>(search);
  if (byName === undefined || !path.endsWith(byName.itemId)) return [`${name} is not found by its name and tags`];
  return (await door.download(path)) === body ? [] : [`${name} has another body`];
}

async function lifeIsRight(door: CrashClient, life: TrackedItem): Promise<string[]> {
  const { itemId, known, tried } = life;
  const state = await stateOf(door, life);
  const right = [known, tried].find((one) => one !== undefined && isSame(one, state));
  if (right === undefined) return [`${itemId} is ${shown(state)}; known are ${shown(known)} and ${shown(tried)}`];
  confirmState(life, right);
  return right.isGone ? [] : versionsAreThere(door, life);
}

async function stateOf(door: CrashClient, { crate, itemId, known }: TrackedItem): Promise<TrackedState> {
  const path = `${crate}/items/${itemId}`;
  const answer = await door.send('GET', path);
  if (answer?.status === 404) return { rev: known.rev, body: '', tags: [], isGone: true };
  if (answer?.status !== 200) throw new Error(`GET ${path}: ${answer?.status ?? 'no answer'}`);
  const { etag, tags = [] } = answer.data;
  return { rev: revOf(etag), tags, body: await door.download(path), isGone: false };
}

function isSame(one: TrackedState, found: TrackedState): boolean {
  if (one.isGone || found.isGone) return one.isGone && found.isGone;
  return one.rev === found.rev && one.body === found.body && one.tags.join() === found.tags.join();
}

function shown(state: TrackedState | undefined): string {
  if (state === undefined) return 'nothing else';
  return state.isGone ? 'gone' : `${state.rev} ${state.tags.join()} ${state.body.slice(0, 60)}…`;
}

/** Its states follow each other without a gap, but for deletions, at least down to the last that the crate keeps. */
async function versionsAreThere(door: CrashClient, { crate, itemId, known, revs }: TrackedItem): Promise<string[]> {
  const versions = await door.get<{ rev: number }[]>(`${crate}/items/${itemId}/versions?limit=128`);
  const found = versions.map(({ rev }) => rev);
  const wanted = revs.toReversed().slice(0, found.length);
  const isWhole = found.length >= revs.filter((rev) => rev >= known.rev - VERSION_LIMIT).length;
  if (isWhole && found.join() === wanted.join()) return [];
  return [
    `${itemId} at ${known.rev} has the versions ${found.join()}; it had ${revs.slice(-VERSION_LIMIT - 4).join()}`,
  ];
}

/** The stat is the same on each of the items: all acknowledged additions, and of the unanswered ones some. */
async function sumIsRight(door: CrashClient, ledger: Ledger, items: string[]): Promise<string[]> {
  const found = await Promise.all(items.map((item) => door.get(item)));
  const sums = new Set(found.map(({ stats }) => stats?.plays ?? 0));
  const [sum = -1] = sums;
  const { acknowledged, unanswered } = ledger.sum(items.join());
  if (sums.size > 1) return [`a batch is torn: ${[...sums].join(', ')}`];
  if (sum >= acknowledged && sum <= acknowledged + unanswered) return [];
  return [`${sum} additions are there; ${acknowledged} were acknowledged, ${unanswered} not answered`];
}

async function createsAreFound(door: CrashClient, ledger: Ledger, key: string): Promise<string[]> {
  const [crate = '', writer = ''] = key.split(' ');
  const { acknowledged, unanswered } = ledger.sum(key);
  const count = await door.get<number>(`${crate}/items?tags=writer:${writer}&count=true`);
  if (count >= acknowledged && count <= acknowledged + unanswered) return [];
  return [`${writer} has ${count} items; ${acknowledged} were acknowledged, ${unanswered} not answered`];
}
