import type { Current } from '#app/current/current.server.ts';
import { unclearForm } from '#app/current/problems.ts';
import { withStates } from '#app/storage/item-tags.ts';
import type { Item, MetadataPatch } from '#app/storage/item.ts';
import { changedMeanwhile } from '#app/storage/problems.ts';
import { patchMetadata } from '#app/storage/writes/updates.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import type { WantedPlan } from '../forms/document-intents.server.ts';
import { changedByOthers } from '../problems.ts';
import { isScheduledAction } from '../schedule.ts';
import type { PlanChange } from '../schedule.ts';
import { ScheduledTask, cancelAction, requireInstant, runScheduled, scheduleAction } from '../schedules.server.ts';
import type { PlanExpectation } from '../schedules.server.ts';
import { getEditedDocument } from './document-kind.server.ts';
import type { DocumentKind } from './document-kind.server.ts';

const MAX_TRIES = 3;

/** Shown to everyone, or to staff alone; one that is that already stays as it is. Needs staff. @throws Problem 401, 403, 404, 412 */
export async function showDocument<Field extends string>(
  current: Current,
  kind: DocumentKind<Field>,
  name: string,
  isShown: boolean,
): Promise<Item> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { item } = await getEditedDocument(current, kind, name);
    if (!item.tags.includes('hidden') === isShown) return item;
    const tags = [...withStates(item.tags, { hidden: !isShown, unlisted: false })];
    const changed = await patchIfSame(current, item, { tags, ...(isShown && kind.beforeShown?.(current, item)) });
    if (changed !== undefined) return changed;
  }
  throw new Problem(changedByOthers);
}

/** Undefined when it has another state than that etag by now. */
export async function patchIfSame(
  current: Current,
  { crateId, itemId, etag }: Pick<Item, 'crateId' | 'itemId' | 'etag'>,
  patch: MetadataPatch,
): Promise<Item | undefined> {
  try {
    return await patchMetadata(current, crateId, itemId, patch, { ifMatch: [etag] });
  } catch (refusal) {
    if (!isProblem(refusal, changedMeanwhile)) throw refusal;
    return undefined;
  }
}

/** Instead of an earlier plan. Needs staff. @throws Problem 401, 403, 404, 400 at the field, and what may not come out */
export async function scheduleDocument<Field extends string>(
  current: Current,
  kind: DocumentKind<Field>,
  { name, action }: PlanReference,
  { instead, ...wanted }: WantedPlan,
): Promise<PlanChange> {
  const { item } = await getEditedDocument(current, kind, name);
  const isHidden = item.tags.includes('hidden');
  if (!isScheduledAction(action) || (action === 'publish' && !isHidden)) throw new Problem(unclearForm);
  const at = requireInstant(current, wanted);
  if (action === 'publish') kind.beforeShown?.(current, item);
  return scheduleAction(current, { ...item, action, instead }, { at, zone: wanted.zone }, kind.planJob);
}

interface PlanReference {
  /** Or the id. */
  readonly name: string;
  readonly action: string;
}

/** Needs staff. @throws Problem 401, 403, 404, 409 when something else is planned than is expected */
export async function unscheduleDocument<Field extends string>(
  current: Current,
  kind: DocumentKind<Field>,
  { name, action }: PlanReference,
  expected: PlanExpectation,
): Promise<PlanChange> {
  const { item } = await getEditedDocument(current, kind, name);
  return cancelAction(current, { ...item, action, ...expected });
}

/** Whoever planned it had the right to. */
export function documentPlanJob<Field extends string>(current: () => Current, kind: DocumentKind<Field>): Job {
  return {
    name: kind.planJob,
    run: (payload) => {
      const task = ScheduledTask.parse(payload);
      const system = current();
      return runScheduled(system, task, kind.planJob, () =>
        showDocument(system, kind, task.itemId, task.action === 'publish'),
      );
    },
  };
}
