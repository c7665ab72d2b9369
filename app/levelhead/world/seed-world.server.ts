import { hash } from 'node:crypto';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { addMembersSql } from '#app/storage/sets/statements.server.ts';
import type { IncomingItem } from '#app/storage/transfer/incoming-items.server.ts';
import { ItemLine } from '#app/storage/transfer/lines.ts';
import { storeItems } from '#app/storage/transfer/store-items.server.ts';

import { playlistName, trialName } from '../calendar.server.ts';
import { CRATE } from '../level.ts';
import type { MadeLevel, MadeRecord } from './levels.ts';
import type { MadeMembership, MadePlayer } from './players.ts';
import { seedHistory } from './seed-history.server.ts';
import { makeWorld } from './world.ts';
import type { MadePlaylist, MadeTrial, World, WorldSize } from './world.ts';

export const DEMO_WORLD: WorldSize = { seed: 18, players: 360, levels: 2000, playlists: 40, trials: 30 };

const BATCH = 500;
const MEMBERSHIPS = 5000;

/** For the demo and tests. Needs super. @param users who play too @throws Problem 401, 403, 404 without the crate */
export async function seedWorld(current: Current, size: WorldSize, users: readonly string[] = []): Promise<World> {
  requireRole(current, 'super');
  const crate = await getCrate(current, CRATE);
  const world = makeWorld(size, current.now(), users);
  for (const { userId, alias } of world.players) {
    if (!users.includes(userId)) await setAccount(current, userId, 'authenticated');
    await setAlias(current, 'levelhead', userId, alias);
  }
  const items = [
    ...world.players.map(playerItem),
    ...world.levels.map(levelItem),
    ...world.playlists.map(playlistItem),
    ...world.trials.map(trialItem),
  ];
  for (let from = 0; from < items.length; from += BATCH) {
    await storeItems(current, crate, items.slice(from, from + BATCH), false);
  }
  const rows = world.memberships.map(membershipRow);
  for (let from = 0; from < rows.length; from += MEMBERSHIPS) {
    // A deed for each of thousands of owners would take minutes.
    await current.db.query(addMembersSql(CRATE, rows.slice(from, from + MEMBERSHIPS), current.now()));
  }
  await seedHistory(current, world, ({ levelId, createdAt }) => computeId(levelId, createdAt));
  return world;
}

function playerItem({ userId, avatarId, createdAt, stats }: MadePlayer): IncomingItem {
  return incomingItem({ name: userId, owner: userId, tags: ['player'], map: { avatarId }, createdAt, stats });
}

function levelItem(level: MadeLevel): IncomingItem {
  const { levelId, userId, tags, states, title, locale, avatarId, gameVersion, requiredPlayers, creatorTime } = level;
  return incomingItem({
    name: levelId,
    owner: userId,
    tags: ['level', ...states, ...tags],
    map: { title, locale, avatarId, gameVersion, requiredPlayers, creatorTime },
    body: { content: level.content },
    createdAt: level.createdAt,
    updatedAt: level.updatedAt,
    stats: level.stats,
    records: level.records,
  });
}

function playlistItem({ playlistId, userId, name, note, levelIds, createdAt }: MadePlaylist): IncomingItem {
  const item = { name: playlistName(playlistId), owner: userId, tags: ['playlist'], map: { name, note }, createdAt };
  return incomingItem({ ...item, body: { levelIds } });
}

/** Today’s is the first; the others have given their trophies. */
function trialItem({ createdAt, levelIds, timeTrophyGoal, records }: MadeTrial, ago: number): IncomingItem {
  const tags = ['trial', ...(ago > 0 ? ['closed'] : [])];
  const item = { name: trialName(createdAt), owner: 'bscotch404', tags, createdAt, records };
  return incomingItem({ ...item, body: { levelIds, timeTrophyGoal } });
}

/** The id of the entry is of the time when it was added. */
function membershipRow({ set, owner, member, at }: MadeMembership) {
  const entryId = computeId(`${set}/${owner}/${member}`, at);
  return { set, owner, member, entryId, changeId: entryId, userId: null, keepsHistory: false, createdAt: at };
}

interface SeedItem {
  readonly name: string;
  readonly owner: string;
  readonly tags: readonly string[];
  readonly map?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  readonly createdAt: Date;
  readonly updatedAt?: Date;
  readonly stats?: Readonly<Record<string, number>>;
  readonly records?: readonly MadeRecord[];
}

function incomingItem(seed: SeedItem): IncomingItem {
  const { name, owner, tags, map = {}, body = {}, createdAt, updatedAt = createdAt, stats = {}, records = [] } = seed;
  const inline = Buffer.from(JSON.stringify(body));
  const digest = hash('sha256', inline, 'buffer');
  const mimetype = 'application/json';
  const item = ItemLine.parse({
    itemId: computeId(name, createdAt),
    name,
    collaborators: [owner],
    tags,
    map,
    mimetype,
    stats,
    bytes: inline.length,
    sha256: digest.toString('hex'),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  });
  const holders = records.map(({ name, userId, value, at }) => [name, userId, value, at] as IncomingItem['holders'][0]);
  const stored = {
    bytes: inline.length,
    mimetype,
    inline: Buffer.from(inline),
    fileKey: null,
    digest: Buffer.from(digest),
  };
  return { line: 0, item, holders, body: stored };
}

/** A UUIDv7 of its time; the same for the same name. */
function computeId(name: string, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const rest = hash('sha256', name, 'hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}
