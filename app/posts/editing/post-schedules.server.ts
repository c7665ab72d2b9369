import type { Current } from '#app/current/current.server.ts';
import { unclearForm } from '#app/current/problems.ts';
import type { WantedPlan } from '#app/editor/forms/document-intents.server.ts';
import { requireApproval } from '#app/editor/reviews/reviews.server.ts';
import { isScheduledAction } from '#app/editor/schedule.ts';
import type { PlanChange, ScheduledAction } from '#app/editor/schedule.ts';
import { cancelAction, requireInstant, runScheduled, scheduleAction } from '#app/editor/schedules.server.ts';
import type { PlanExpectation, ScheduledTask } from '#app/editor/schedules.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { requirePublishable } from './checks/post-checks.server.ts';
import { getEditedPost } from './edited-posts.server.ts';
import { newerOf } from './post-fields.ts';
import { slugMissing } from './problems.ts';
import { RUN_SCHEDULE, publishDraft, requirePublisher, unpublishPost } from './publications.server.ts';

/** Needs staff and the right to publish; an approval is asked for when due. @throws Problem 401, 403, 404, 400, 409 */
export async function schedulePost(
  current: Current,
  name: string,
  action: string,
  { isConfirmed = false, instead, ...wanted }: WantedPlan,
): Promise<PlanChange> {
  const { item, values, isDraft } = await getEditedPost(current, name);
  requirePlan(action, isDraft);
  // Its post has plans of its own.
  if (action === 'unpublish' && newerOf(item) !== undefined) throw new Problem(unclearForm);
  await requirePublisher(current, item);
  if (item.name === null) throw problemAt('slug', slugMissing);
  const at = requireInstant(current, wanted);
  if (action === 'publish') {
    await requirePublishable(current, values);
    await requireApproval(current, item, { isNeeded: false, isConfirmed });
  }
  return scheduleAction(current, { ...item, action, instead }, { at, zone: wanted.zone }, RUN_SCHEDULE);
}

/** Needs staff. @throws Problem 401, 403 or 404, 409 when something else is planned than is expected */
export async function unschedulePost(
  current: Current,
  name: string,
  action: string,
  expected: PlanExpectation,
): Promise<PlanChange> {
  const { item } = await getEditedPost(current, name);
  return cancelAction(current, { ...item, action, ...expected });
}

/** A job's: whoever planned it had the right to. */
export function runPostSchedule(system: Current, task: ScheduledTask): Promise<void> {
  const { itemId, action } = task;
  return runScheduled(system, task, RUN_SCHEDULE, () =>
    action === 'publish' ? publishDraft(system, itemId) : unpublishPost(system, itemId),
  );
}

function requirePlan(action: string, isDraft: boolean): asserts action is ScheduledAction {
  if (!isScheduledAction(action) || (action === 'publish' && !isDraft)) throw new Problem(unclearForm);
}
