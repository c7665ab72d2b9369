import { randomInt } from 'node:crypto';

import { requireActive } from '#app/accounts/accounts.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireGameServer, requireRole } from '#app/current/permission.ts';
import { toSubject } from '#app/following/subject.ts';
import { notifyLater, withdrawLater } from '#app/notifications/events.server.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { undeleteItem } from '#app/storage/history/trash.server.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import { writeOwnStats } from '#app/storage/stats/own-stats.server.ts';
import { jsonBody } from '#app/storage/writes/bodies.server.ts';
import type { ItemContent } from '#app/storage/writes/bodies.server.ts';
import { deleteItem } from '#app/storage/writes/deletes.server.ts';
import { patchMetadata } from '#app/storage/writes/updates.server.ts';
import { Problem } from '#lib/problem.ts';

import { playerSubject, publishedLevelEvent } from '../event-kinds.server.ts';
import { CRATE } from '../level.ts';
import { ARCADE_ITEMS, parseJsonBody } from '../levels.server.ts';
import { computeRates } from '../rules/figures.ts';
import { FIRST_BUCKS } from '../rules/tower.ts';
import { findLevelItems } from '../search/level-rows.server.ts';
import { toRowId } from '../search/row-id.ts';
import { countDaily, toDay } from './daily.server.ts';
import type { LevelChange, NewLevel, PublishedLevel } from './new-level.ts';
import { auditPlayAction, getPlayedLevel, keepPlayers, writeOptionsFor } from './played-levels.server.ts';
import type { PlayedLevel } from './played-levels.server.ts';
import { notTheirLevel } from './problems.ts';

/** Unlisted: where only its link leads. Needs a game's server or staff. @throws Problem 401, 403 for a ban, 404, 429 */
export async function publishLevel(current: Current, level: NewLevel): Promise<PublishedLevel> {
  requireGameServer(current);
  const { userId, title, tags, unlisted, dailyBuild, content, data, ...fields } = level;
  await requireActive(current, userId);
  return inTransaction(current, async (current) => {
    await keepPlayers(current, [userId]);
    const levelId = await findFreeId(current);
    const states = [...(unlisted ? ['unlisted'] : []), 'marketing', ...(dailyBuild ? ['daily-build'] : [])];
    const parameters = { name: levelId, collaborators: [userId], tags: ['level', ...states, ...tags] };
    const map = { ...toMap(fields), title };
    const body = jsonBody({ content });
    const item = await ARCADE_ITEMS.create(current, { ...parameters, map }, body, writeOptionsFor(current));
    await createData(current, levelId, userId, data);
    const figures = { ExposureBucks: FIRST_BUCKS, ...computeRates({ attempts: 0, successes: 0, playTime: 0 }) };
    const entries = [
      { itemId: item.itemId, setStats: figures },
      { name: userId, changeStats: { Published: 1 } },
    ];
    await writeOwnStats(current, await getCrate(current, CRATE), [{ current, entries }]);
    await countDaily(current, [{ kind: 'player', id: userId, day: toDay(current.now()), published: 1 }]);
    if (!unlisted) {
      const subjects = [toSubject(playerSubject.name, userId)];
      await notifyLater(current, publishedLevelEvent, { key: levelId, group: userId, details: { levelId }, subjects });
    }
    await auditPlayAction(current, 'publish', levelId, userId);
    return { _id: toRowId(item.itemId), levelId, createdAt: item.createdAt };
  });
}

/** Changes what its creator says of a level. @throws Problem 401, 403 also for somebody else's level, 404 */
export async function changeLevel(current: Current, levelId: string, change: LevelChange): Promise<void> {
  requireGameServer(current);
  const { userId, title, tags, unlisted, content, data, ...fields } = change;
  await requireActive(current, userId);
  await inTransaction(current, async (current) => {
    const { itemId } = await getOwnLevel(current, levelId, userId);
    const { item, body } = await getItemBody(current, CRATE, itemId);
    const remainingTags = item.tags.filter(
      (tag) => (tags === undefined || !tag.startsWith('ltag_')) && tag !== 'unlisted',
    );
    const isUnlisted = unlisted ?? item.tags.includes('unlisted');
    if (isUnlisted) await withdrawLater(current, publishedLevelEvent, [levelId]);
    const metadata = {
      tags: [...remainingTags, ...(isUnlisted ? ['unlisted'] : []), ...(tags ?? [])],
      map: { ...item.map, ...toMap(fields), ...(title !== undefined && { title }) },
    };
    if (content === undefined) await patchMetadata(current, CRATE, itemId, metadata, { ifMatch: [item.etag] });
    else
      await ARCADE_ITEMS.save(
        current,
        itemId,
        metadata,
        jsonBody({ ...parseJsonBody(body.inline), content }),
        item.etag,
      );
    if (data !== undefined) await replaceData(current, levelId, userId, data);
    await auditPlayAction(current, 'change', levelId, userId);
  });
}

/** Puts a level and its data into the trash. @throws Problem 401, 403 also for somebody else's level, 404 */
export async function deleteLevel(current: Current, levelId: string, userId: string): Promise<void> {
  requireGameServer(current);
  await requireActive(current, userId);
  await inTransaction(current, async (current) => {
    const level = await getOwnLevel(current, levelId, userId);
    await trashLevel(current, level);
    await auditPlayAction(current, 'delete', levelId, userId);
  });
}

/** As its creator would delete it. Needs staff; audited by the caller. @returns its items, for `restoreLevel` @throws Problem 401, 403, 404 */
export async function removeLevel(current: Current, levelId: string): Promise<readonly string[]> {
  requireRole(current, 'staff');
  return inTransaction(current, async (current) => trashLevel(current, await getPlayedLevel(current, levelId)));
}

/** Out of the trash. Needs staff; audited by the caller. @throws Problem 401, 403, 404 when it is there no longer, 409, 507 */
export async function restoreLevel(current: Current, levelId: string, itemIds: readonly string[]): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    for (const itemId of itemIds) await undeleteItem(current, CRATE, itemId);
    const { creatorId } = await getPlayedLevel(current, levelId);
    await countPublished(current, creatorId, 1);
  });
}

async function trashLevel(current: Current, { itemId, levelId, creatorId }: PlayedLevel): Promise<readonly string[]> {
  const dataItem = await ARCADE_ITEMS.find(current, dataName(levelId));
  const itemIds = [itemId, ...(dataItem === undefined ? [] : [dataItem.itemId])];
  for (const one of itemIds) await deleteItem(current, CRATE, one, {}, false);
  await withdrawLater(current, publishedLevelEvent, [levelId]);
  await countPublished(current, creatorId, -1);
  return itemIds;
}

async function countPublished(current: Current, userId: string, change: 1 | -1): Promise<void> {
  const entries = [{ name: userId, changeStats: { Published: change } }];
  await writeOwnStats(current, await getCrate(current, CRATE), [{ current, entries }]);
}

async function getOwnLevel(current: Current, levelId: string, userId: string) {
  const level = await getPlayedLevel(current, levelId);
  if (level.creatorId !== userId) throw new Problem(notTheirLevel);
  return level;
}

async function replaceData(current: Current, levelId: string, userId: string, data: string): Promise<void> {
  const dataItem = await ARCADE_ITEMS.find(current, dataName(levelId));
  if (dataItem === undefined) await createData(current, levelId, userId, data);
  else await ARCADE_ITEMS.save(current, dataItem.itemId, {}, toBody(data));
}

async function createData(current: Current, levelId: string, userId: string, data: string): Promise<void> {
  const parameters = { name: dataName(levelId), collaborators: [userId], tags: ['level-data', 'unlisted'] };
  await ARCADE_ITEMS.create(current, parameters, toBody(data), writeOptionsFor(current));
}

function dataName(levelId: string): string {
  return `level-data:${levelId}`;
}

function toBody(data: string): ItemContent {
  return { bytes: Buffer.from(data, 'base64'), contentType: 'application/octet-stream' };
}

function toMap(fields: Partial<Record<(typeof MAPPED)[number], string | number | undefined>>) {
  return Object.fromEntries(
    MAPPED.flatMap((name) => {
      const value = fields[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const MAPPED = ['locale', 'avatarId', 'gameVersion', 'requiredPlayers', 'creatorTime'] as const;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 7;

/** A collision is as good as impossible; two at once are refused by the name of the item. */
async function findFreeId(current: Current): Promise<string> {
  for (;;) {
    const id = Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    if ((await findLevelItems(current, [id])).size === 0) return id;
  }
}
