import type { Door } from './door.ts';
import type { Ledger } from './ledger.ts';
import { CRATE } from './load.ts';
import type { Targets } from './load.ts';

/**
 * What the site has lost of what it had acknowledged, or has that nobody ever asked for; empty when all is well.
 * Takes over what it finds where an update was never answered.
 * @param created the ids of the creates to look at
 */
export async function losses(door: Door, ledger: Ledger, targets: Targets, created: string[]): Promise<string[]> {
  const found = [
    ...created.map((itemId) => createdIsThere(door, ledger, itemId)),
    ...targets.updated.map((itemId) => updateIsThere(door, ledger, itemId)),
    ...targets.counted.map((itemId) => sumIsRight(door, ledger, itemId, [itemId])),
    ...targets.batches.map((itemIds) => sumIsRight(door, ledger, itemIds.join(), itemIds)),
    ...['small-0', 'large-0'].map((writer) => createsAreFound(door, ledger, writer)),
  ];
  return (await Promise.all(found)).filter((loss) => loss !== undefined);
}

async function createdIsThere(door: Door, ledger: Ledger, itemId: string): Promise<string | undefined> {
  const { name, tags, body } = ledger.created.get(itemId) ?? { name: '', tags: [], body: '' };
  const item = await door.get(`${CRATE}/${itemId}`);
  if (item.name !== name || item.tags?.join() !== tags.join()) return `${name} is now ${JSON.stringify(item)}`;
  const [byName] = await door.get<{ itemId: string }[]>(`${CRATE}?names=${name}&tags=${tags.join()}`);
  if (byName?.itemId !== itemId) return `${name} is not found by its name and tags`;
  return (await door.download(`${CRATE}/${itemId}`)) === body ? undefined : `${name} has another body`;
}

async function updateIsThere(door: Door, ledger: Ledger, itemId: string): Promise<string | undefined> {
  const known = ledger.updated.get(itemId);
  if (known === undefined || known.body === '') return `${itemId} was never updated`;
  const { etag } = await door.get(`${CRATE}/${itemId}`);
  const body = await door.download(`${CRATE}/${itemId}`);
  const rev = Number(etag?.slice(1, -1));
  if (rev === known.rev && body === known.body) {
    ledger.updated.set(itemId, { ...known, tried: undefined });
    return undefined;
  }
  if (rev === known.rev + 1 && body === known.tried) {
    ledger.updated.set(itemId, { rev, body, tried: undefined });
    return undefined;
  }
  return `${itemId} is at ${rev}, ${body.slice(0, 60)}…; known are ${known.rev} and ${known.body.slice(0, 60)}…`;
}

/** The stat is the same on each of the items: all acknowledged additions, and of the unanswered ones some. */
async function sumIsRight(door: Door, ledger: Ledger, key: string, itemIds: string[]): Promise<string | undefined> {
  const items = await Promise.all(itemIds.map((itemId) => door.get(`${CRATE}/${itemId}`)));
  const sums = new Set(items.map(({ stats }) => stats?.plays ?? 0));
  const [sum = -1] = sums;
  const { acknowledged, unanswered } = ledger.sum(key);
  if (sums.size > 1) return `a batch is torn: ${[...sums].join(', ')}`;
  if (sum >= acknowledged && sum <= acknowledged + unanswered) return undefined;
  return `${sum} additions are there; ${acknowledged} were acknowledged, ${unanswered} not answered`;
}

async function createsAreFound(door: Door, ledger: Ledger, writer: string): Promise<string | undefined> {
  const { acknowledged, unanswered } = ledger.sum(`creates of ${writer}`);
  const count = await door.get<number>(`${CRATE}?tags=writer:${writer}&count=true`);
  if (count >= acknowledged && count <= acknowledged + unanswered) return undefined;
  return `${writer} has ${count} items; ${acknowledged} were acknowledged, ${unanswered} not answered`;
}
