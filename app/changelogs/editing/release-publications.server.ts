import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { unclearForm } from '#app/current/problems.ts';
import type { WantedPlan } from '#app/editor/forms/document-intents.server.ts';
import { changedByOthers } from '#app/editor/problems.ts';
import type { PublishOptions } from '#app/editor/reviews/review.ts';
import { needsApproval, requireApproval } from '#app/editor/reviews/reviews.server.ts';
import { isScheduledAction } from '#app/editor/schedule.ts';
import type { PlanChange } from '#app/editor/schedule.ts';
import { cancelAction, requireInstant, runScheduled, scheduleAction } from '#app/editor/schedules.server.ts';
import type { PlanExpectation, ScheduledTask } from '#app/editor/schedules.server.ts';
import { completeNamedEntries } from '#app/feedbag/entries/statuses.server.ts';
import { tagValues, withStates } from '#app/storage/item-tags.ts';
import type { Item } from '#app/storage/item.ts';
import { getItem } from '#app/storage/items.server.ts';
import { changedMeanwhile } from '#app/storage/problems.ts';
import { patchMetadata } from '#app/storage/writes/updates.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import type { Changelog } from '../changelogs.server.ts';
import { notifyOfRelease, withdrawReleaseEvents } from '../event-kinds.server.ts';
import { getEditedRelease } from './edited-releases.server.ts';
import type { ReleasePlace } from './edited-releases.server.ts';
import { requirePublishable } from './release-checks.server.ts';
import type { ReleaseValues } from './release-values.ts';

export const RUN_SCHEDULE = 'changelogs:runSchedule';
const MAX_TRIES = 3;

/**
 * Takes `hidden` from a release in one conditional write, so that of many who do it at once one does it, and it is new to readers
 * at that moment. Needs staff and the right to change releases.
 * @throws Problem 401, 403 or 404, 400 when a check fails, 409 when nobody has approved it, 412 when it keeps changing
 */
export async function publishRelease(
  current: Current,
  place: ReleasePlace,
  { isConfirmed = false }: PublishOptions = {},
): Promise<Item> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { changelog, item, values } = await getEditedRelease(current, place);
    if (!item.tags.includes('hidden')) return item;
    await requirePublishable(current, changelog.app, values, item.itemId);
    await requireApproval(current, item, { isNeeded: await needsApproval(current, item.crateId), isConfirmed });
    const shown = await inTransaction(current, async (current) => {
      const patched = await patchIfSame(current, item, { hidden: false }, current.now().toISOString());
      if (patched !== undefined) await announceRelease(current, patched, values, changelog);
      return patched;
    });
    if (shown !== undefined) return shown;
  }
  throw new Problem(changedByOthers);
}

export async function announceRelease(
  current: Current,
  item: Item,
  values: ReleaseValues,
  { path }: Pick<Changelog, 'path'>,
): Promise<void> {
  await notifyOfRelease(current, item);
  if (isForEveryone(item)) await completeNamedEntries(current, JSON.stringify(values), path);
}

/** Nobody learns from feedback of a patch that they may not read. */
function isForEveryone({ tags }: Item): boolean {
  return !tags.some(
    (tag) => tag === 'hidden' || tag === 'unlisted' || (tag.startsWith('role:') && tag !== 'role:public'),
  );
}

/** Back to hidden, where only staff read it. Needs staff and the right to change releases. @throws Problem 401, 403 or 404, 412 */
export async function hideRelease(current: Current, place: ReleasePlace): Promise<Item> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { item } = await getEditedRelease(current, place);
    if (item.tags.includes('hidden')) return item;
    const hidden = await inTransaction(current, async (current) => {
      const patched = await patchIfSame(current, item, { hidden: true, unlisted: false }, item.createdAt);
      if (patched !== undefined) await withdrawReleaseEvents(current, patched);
      return patched;
    });
    if (hidden !== undefined) return hidden;
  }
  throw new Problem(changedByOthers);
}

/** Undefined when it has changed since it was read. @param outAt unless it has come out before */
async function patchIfSame(
  current: Current,
  { crateId, itemId, tags, map, etag }: Item,
  states: Record<string, boolean>,
  outAt: string,
): Promise<Item | undefined> {
  const patch = { tags: [...withStates(tags, states)], map: { publishedAt: map['publishedAt'] ?? outAt } };
  try {
    return await patchMetadata(current, crateId, itemId, patch, { ifMatch: [etag] });
  } catch (refusal) {
    if (!isProblem(refusal, changedMeanwhile)) throw refusal;
    return undefined;
  }
}

/** Needs staff. An approval is asked for when it is done. @throws Problem 401, 403, 404, 400, 409 during a review */
export async function scheduleRelease(
  current: Current,
  place: ReleasePlace,
  action: string,
  { isConfirmed = false, instead, ...wanted }: WantedPlan,
): Promise<PlanChange> {
  const { changelog, item, values } = await getEditedRelease(current, place);
  const isHidden = item.tags.includes('hidden');
  if (!isScheduledAction(action) || (action === 'publish' && !isHidden)) throw new Problem(unclearForm);
  const at = requireInstant(current, wanted);
  if (action === 'publish') {
    await requirePublishable(current, changelog.app, values, item.itemId);
    await requireApproval(current, item, { isNeeded: false, isConfirmed });
  }
  return scheduleAction(current, { ...item, action, instead }, { at, zone: wanted.zone }, RUN_SCHEDULE);
}

/** Needs staff. @throws Problem 401, 403 or 404, 409 when something else is planned than is expected */
export async function unscheduleRelease(
  current: Current,
  place: ReleasePlace,
  action: string,
  expected: PlanExpectation,
): Promise<PlanChange> {
  const { item } = await getEditedRelease(current, place);
  return cancelAction(current, { ...item, action, ...expected });
}

/** A job's: whoever planned it had the right to. */
export function runReleaseSchedule(system: Current, task: ScheduledTask): Promise<void> {
  return runScheduled(system, task, RUN_SCHEDULE, async () => {
    const [app = ''] = tagValues(await getItem(system, task.crateId, task.itemId), 'app');
    const place = { app, version: task.itemId };
    await (task.action === 'publish' ? publishRelease(system, place) : hideRelease(system, place));
  });
}
