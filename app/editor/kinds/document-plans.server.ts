import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse } from '#app/current/permission.ts';
import { unclearForm } from '#app/current/problems.ts';
import type { Collection } from '#app/storage/collection.server.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { accessTo, mayAct } from '#app/storage/crates/policy.ts';
import type { Action } from '#app/storage/crates/policy.ts';
import { withStates } from '#app/storage/item-tags.ts';
import type { Item } from '#app/storage/item.ts';
import { changedMeanwhile } from '#app/storage/problems.ts';
import { patchMetadata } from '#app/storage/writes/updates.server.ts';
import type { ItemPatch } from '#app/storage/writes/updates.server.ts';
import type { Job } from '#lib/jobs/jobs.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { documentAudit } from '../audit-kinds.server.ts';
import type { WantedPlan } from '../forms/document-intents.server.ts';
import { changedByOthers } from '../problems.ts';
import type { PublishOptions } from '../reviews/review.ts';
import { needsApproval, requireApproval } from '../reviews/reviews.server.ts';
import { isScheduledAction } from '../schedule.ts';
import type { PlanChange } from '../schedule.ts';
import { ScheduledTask, cancelAction, requireInstant, runScheduled, scheduleAction } from '../schedules.server.ts';
import type { PlanExpectation } from '../schedules.server.ts';
import { finishHiding, finishShowing, getEditedDocument, recordDocument } from './document-kind.server.ts';
import type { DocumentKind, EditedDocument } from './document-kind.server.ts';
import { isDraft, isHidden, readReplacedId, toOutState, parametersIn } from './drafts.ts';
import { replaceOriginal } from './newer-drafts.server.ts';

const MAX_TRIES = 3;

/**
 * Takes what is hidden out in one conditional write, so that of many who do it at once one does it; a newer draft takes the place of its
 * original. What is out already stays as it is. Needs staff and the right to change it.
 * @throws Problem 401, 403 or 404, what is not to be shown yet, 409 when nobody has approved it, 412 when it keeps changing
 */
export async function showDocument<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  name: string,
  { isConfirmed = false }: PublishOptions = {},
): Promise<Item> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const edited = await getEditedDocument(current, kind, name);
    if (!isHidden(edited.item)) return edited.item;
    const show = readReplacedId(edited.item) === undefined ? showHidden : replaceOriginal;
    const shown = await show(current, kind, edited, async () => {
      if (kind.previewPath === undefined) return;
      const isNeeded = await needsApproval(current, kind.items.crateId);
      await requireApproval(current, edited.item, { isNeeded, isConfirmed });
    });
    if (shown !== undefined) return shown;
  }
  throw new Problem(changedByOthers);
}

async function showHidden<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  { item, values }: EditedDocument<Values>,
  approve: () => Promise<void>,
): Promise<Item | undefined> {
  await kind.requireShowable?.(current, { values, item, isOut: false });
  await approve();
  return inTransaction(current, async (current) => {
    const shown = await patchIfSame(current, item, patchToShow(current, kind, item));
    if (shown === undefined) return undefined;
    await cancelAction(current, { ...shown, action: 'publish' });
    await finishShowing(current, kind, shown, values);
    return shown;
  });
}

/** What has never been out is new to readers at that moment. */
function patchToShow<Values>(current: Current, kind: DocumentKind<Values>, item: Item): ItemPatch {
  const map = kind.mapWhenShown?.(current, item);
  if (!isDraft(item)) return { tags: [...withStates(item.tags, { hidden: false })], map };
  const { tags, map: remaining = {} } = parametersIn('out', toOutState(item));
  const dropped = Object.keys(item.map).filter((key) => !Object.hasOwn(remaining, key));
  return {
    tags,
    map: { ...Object.fromEntries(dropped.map((key) => [key, null])), ...map },
    createdAt: current.now(),
  };
}

/** Back to staff alone. Needs staff and the right to change it. @throws Problem 401, 403 or 404, 412 when it keeps changing */
export async function hideDocument<Values>(current: Current, kind: DocumentKind<Values>, name: string): Promise<Item> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { item } = await getEditedDocument(current, kind, name);
    if (isHidden(item)) return item;
    const tags = [...withStates(item.tags, { hidden: true, unlisted: false })];
    const hidden = await inTransaction(current, async (current) => {
      const patched = await patchIfSame(current, item, { tags, map: kind.mapWhenHidden?.(current, item) });
      if (patched !== undefined) await finishHiding(current, kind, patched);
      return patched;
    });
    if (hidden !== undefined) return hidden;
  }
  throw new Problem(changedByOthers);
}

/** Undefined when it has another state than that etag by now. */
export async function patchIfSame(
  current: Current,
  { crateId, itemId, etag }: Pick<Item, 'crateId' | 'itemId' | 'etag'>,
  patch: ItemPatch,
): Promise<Item | undefined> {
  try {
    return await patchMetadata(current, crateId, itemId, patch, { ifMatch: [etag] });
  } catch (refusal) {
    if (!isProblem(refusal, changedMeanwhile)) throw refusal;
    return undefined;
  }
}

/** Instead of an earlier plan. Needs staff. @throws Problem 401, 403, 404, 400 at the field, and what may not come out */
export async function scheduleDocument<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  { name, action }: PlanReference,
  { instead, isConfirmed = false, ...wanted }: WantedPlan,
): Promise<PlanChange> {
  const { item, values } = await getEditedDocument(current, kind, name);
  const isPublishing = action === 'publish';
  // What a newer draft is of has plans of its own.
  const isPossible = isPublishing ? isHidden(item) : readReplacedId(item) === undefined;
  if (!isScheduledAction(action) || !isPossible) throw new Problem(unclearForm);
  await requireRights(current, item);
  const at = requireInstant(current, wanted);
  if (isPublishing) {
    await kind.requireShowable?.(current, { values, item, isOut: false });
    if (kind.previewPath !== undefined) await requireApproval(current, item, { isNeeded: false, isConfirmed });
  }
  return inTransaction(current, async (current) => {
    const plan = { at, zone: wanted.zone };
    const change = await scheduleAction(current, { ...item, action, instead }, plan, toPlanJobName(kind.items));
    await recordDocument(current, documentAudit.plan, item, { after: { action, ...change.is } });
    return change;
  });
}

/** The site carries it out, so whoever plans it must be one who could do it at once. @throws Problem 401 or 403 */
async function requireRights(current: Current, item: Item): Promise<void> {
  const { policy } = await getCrate(current, item.crateId);
  const may = (action: Action) => mayAct(accessTo(policy, action, current.actor, true), item);
  if (!may('update') || !may('tag')) refuse(current);
}

interface PlanReference {
  /** Or the id. */
  readonly name: string;
  readonly action: string;
}

/** Needs staff. @throws Problem 401, 403, 404, 409 when something else is planned than is expected */
export async function unscheduleDocument<Values>(
  current: Current,
  kind: DocumentKind<Values>,
  { name, action }: PlanReference,
  expected: PlanExpectation,
): Promise<PlanChange> {
  const { item } = await getEditedDocument(current, kind, name);
  return inTransaction(current, async (current) => {
    const change = await cancelAction(current, { ...item, action, ...expected });
    const { was } = change;
    if (was !== undefined) await recordDocument(current, documentAudit.unplan, item, { after: { action, ...was } });
    return change;
  });
}

function toPlanJobName({ crateId }: Collection): string {
  return `${crateId}:runSchedule`;
}

/** Whoever planned it had the right to. @param loadKind of what is planned */
export function documentPlanJob<Values>(
  current: () => Current,
  items: Collection,
  loadKind: (system: Current, task: ScheduledTask) => DocumentKind<Values> | Promise<DocumentKind<Values>>,
): Job {
  const planJob = toPlanJobName(items);
  return {
    name: planJob,
    run: (payload) => {
      const task = ScheduledTask.parse(payload);
      const system = current();
      return runScheduled(system, task, planJob, async () => {
        const kind = await loadKind(system, task);
        return (task.action === 'publish' ? showDocument : hideDocument)(system, kind, task.itemId);
      });
    },
  };
}
