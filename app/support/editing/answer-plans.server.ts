import type { Current } from '#app/current/current.server.ts';
import { unclearForm } from '#app/current/problems.ts';
import type { WantedPlan } from '#app/editor/forms/document-intents.server.ts';
import { changedByOthers } from '#app/editor/problems.ts';
import { isScheduledAction } from '#app/editor/schedule.ts';
import type { PlanChange } from '#app/editor/schedule.ts';
import { cancelAction, requireInstant, runScheduled, scheduleAction } from '#app/editor/schedules.server.ts';
import type { PlanExpectation, ScheduledTask } from '#app/editor/schedules.server.ts';
import { withStates } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { changedMeanwhile } from '#app/storage/problems.ts';
import { patchMetadata } from '#app/storage/writes/updates.server.ts';
import { Problem } from '#lib/problem.ts';

import { getEditedAnswer } from './edited-answers.server.ts';

export const RUN_SCHEDULE = 'support:runSchedule';
const MAX_TRIES = 3;

/** Shown to everyone, or to staff alone; one that is that already stays as it is. Needs staff. @throws Problem 401, 403, 404, 412 */
export async function showAnswer(current: Current, name: string, isShown: boolean): Promise<Item> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { item } = await getEditedAnswer(current, name);
    if (!item.tags.includes('hidden') === isShown) return item;
    const changed = await patchIfSame(current, item, { hidden: !isShown, unlisted: false });
    if (changed !== undefined) return changed;
  }
  throw new Problem(changedByOthers);
}

/** Undefined when it has changed since it was read. */
async function patchIfSame(current: Current, item: Item, states: Record<string, boolean>): Promise<Item | undefined> {
  const { crateId, itemId, tags, etag } = item;
  try {
    return await patchMetadata(current, crateId, itemId, { tags: [...withStates(tags, states)] }, { ifMatch: [etag] });
  } catch (refusal) {
    if (!(refusal instanceof Problem) || refusal.code !== changedMeanwhile.code) throw refusal;
    return undefined;
  }
}

/** Instead of an earlier plan. Needs staff. @throws Problem 401, 403, 404, 400 at the field */
export async function scheduleAnswer(
  current: Current,
  name: string,
  action: string,
  { instead, ...wanted }: WantedPlan,
): Promise<PlanChange> {
  const { item } = await getEditedAnswer(current, name);
  const isHidden = item.tags.includes('hidden');
  if (!isScheduledAction(action) || (action === 'publish' && !isHidden)) throw new Problem(unclearForm);
  const at = requireInstant(current, wanted);
  return scheduleAction(current, { ...item, action, instead }, { at, zone: wanted.zone }, RUN_SCHEDULE);
}

/** Needs staff. @throws Problem 401, 403, 404, 409 when something else is planned than is expected */
export async function unscheduleAnswer(
  current: Current,
  name: string,
  action: string,
  expected: PlanExpectation,
): Promise<PlanChange> {
  const { item } = await getEditedAnswer(current, name);
  return cancelAction(current, { ...item, action, ...expected });
}

/** A job's: whoever planned it had the right to. */
export function runAnswerSchedule(system: Current, task: ScheduledTask): Promise<void> {
  return runScheduled(system, task, RUN_SCHEDULE, () => showAnswer(system, task.itemId, task.action === 'publish'));
}
