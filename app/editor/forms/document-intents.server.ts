import { NO_CHANGE } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import type { FormUndo } from '#app/current/forms/form-state.ts';
import { unclearForm } from '#app/current/problems.ts';
import type { Item } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { OWN_WORDS, discardOwnDraft } from '../own-drafts.server.ts';
import { MAX_PREVIEW_LABEL, PREVIEW_DAYS } from '../previews/preview.ts';
import { createPreviewLink, restorePreviewLink, revokePreviewLink } from '../previews/previews.server.ts';
import { REVIEW_VERDICTS } from '../reviews/review.ts';
import type { PublishOptions, ReviewVerdict } from '../reviews/review.ts';
import { reviewDocument } from '../reviews/reviews.server.ts';
import { SCHEDULED_ACTIONS } from '../schedule.ts';
import type { ItemKey, PlanChange, PlannedTime, ScheduledAction } from '../schedule.ts';
import type { PlanExpectation, WallTime } from '../schedules.server.ts';

/** Of what somebody has typed and not saved: away with it, and back. @param loadItemKey refuses whom it must */
export function ownDraftIntents(loadItemKey: (current: Current) => Promise<ItemKey>): FormIntents {
  return {
    'editor.discard': {
      least: 'staff',
      unaudited: OWN_WORDS,
      run: async (current) => {
        await discardOwnDraft(current, await loadItemKey(current), true);
        return { text: 'editor.done.discarded', undo: { intent: 'editor.takeBack', fields: {} } };
      },
    },
    'editor.takeBack': {
      least: 'staff',
      unaudited: OWN_WORDS,
      text: 'editor.done.takenBack',
      run: async (current) => discardOwnDraft(current, await loadItemKey(current), false),
    },
  };
}

/** Of what a document says: for its intents that need no other record. */
export const VERSIONED = 'Who saved which version, and when, is kept with the document as long as the version is.';

/** Of an intent that saves what a document says, and with that whether readers see it. */
export const SAVING = { audit: ['document.publish', 'document.unpublish'], unaudited: VERSIONED };

/** What is done beside the words of a document, and saves none of them. @param previewPath of a page that a token opens */
export function actionIntents(
  loadItem: (current: Current) => Promise<Item>,
  previewPath: (token: string) => string,
): FormIntents {
  const review = (verdict: ReviewVerdict | undefined): FormIntent => ({
    least: 'staff',
    audit: `review.${verdict ?? 'request'}`,
    text: verdict === undefined ? 'editor.done.requested' : 'editor.done.reviewed',
    run: async (current, fields) => {
      const form = { etag: fields.raw('etag'), note: fields.text('note'), verdict };
      await reviewDocument(current, await loadItem(current), form);
    },
  });
  return {
    'editor.createPreview': {
      least: 'staff',
      audit: 'preview.create',
      run: async (current, fields) => {
        const item = await loadItem(current);
        const label = fields.text('label');
        const days = PREVIEW_DAYS.find((one) => String(one) === fields.raw('days'));
        if (days === undefined || label.length > MAX_PREVIEW_LABEL || !label.isWellFormed())
          throw new Problem(unclearForm);
        const token = await createPreviewLink(current, item, { days, label });
        return { result: { previewUrl: `${current.config.publicUrl}${previewPath(token)}` } };
      },
    },
    'editor.revokePreview': {
      least: 'staff',
      audit: 'preview.revoke',
      unaudited: NO_CHANGE,
      run: async (current, fields) => {
        const previewId = fields.raw('previewId');
        await revokePreviewLink(current, await loadItem(current), previewId);
        return { text: 'editor.done.revoked', undo: { intent: 'editor.restorePreview', fields: { previewId } } };
      },
    },
    'editor.restorePreview': {
      least: 'staff',
      audit: 'preview.restore',
      run: async (current, fields) => {
        const previewId = fields.raw('previewId');
        await restorePreviewLink(current, await loadItem(current), previewId);
        return { text: 'editor.done.linkRestored', undo: { intent: 'editor.revokePreview', fields: { previewId } } };
      },
    },
    'editor.requestReview': review(undefined),
    ...Object.fromEntries(REVIEW_VERDICTS.map((verdict) => [`editor.verdict.${verdict}`, review(verdict)])),
  };
}

export function readConfirmation(fields: FormFields): PublishOptions {
  return { isConfirmed: fields.has('unapproved') };
}

type SaveForm = (current: Current, fields: FormFields) => Promise<Item>;

export type WantedPlan = (WallTime | PlannedTime) & PublishOptions & PlanExpectation;

export interface PlanHandlers {
  /** What is typed is saved first, whatever a button does beside it. */
  readonly save: SaveForm;
  readonly loadItem: (current: Current) => Promise<Item>;
  readonly schedule: (current: Current, item: Item, action: ScheduledAction, wanted: WantedPlan) => Promise<PlanChange>;
  readonly unschedule: (
    current: Current,
    item: Item,
    action: ScheduledAction,
    expected: PlanExpectation,
  ) => Promise<PlanChange>;
}

/** To come out, or to be hidden, at a time; and what takes that back, which saves nothing. */
export function planIntents({ save, loadItem, schedule, unschedule }: PlanHandlers): FormIntents {
  const planned = SCHEDULED_ACTIONS.flatMap((action): [string, FormIntent][] => [
    [
      `editor.plan.${action}`,
      {
        least: 'staff',
        audit: ['document.plan', 'review.override', ...SAVING.audit],
        run: async (current, fields) => {
          const item = await save(current, fields);
          const wanted = { local: fields.text('local'), zone: fields.text('zone'), turn: fields.raw('turn') };
          const change = await schedule(current, item, action, { ...wanted, ...readConfirmation(fields) });
          return { text: 'editor.done.scheduled', result: { etag: item.etag }, undo: undoOfPlan(action, change) };
        },
      },
    ],
    [
      `editor.unplan.${action}`,
      {
        least: 'staff',
        audit: ['document.unplan', ...SAVING.audit],
        unaudited: NO_CHANGE,
        run: async (current, fields) => {
          const item = await save(current, fields);
          const change = await unschedule(current, item, action, {});
          return { text: 'editor.done.unscheduled', result: { etag: item.etag }, undo: undoOfPlan(action, change) };
        },
      },
    ],
    [
      `editor.undoPlan.${action}`,
      {
        least: 'staff',
        audit: ['document.plan', 'review.override', 'document.unplan'],
        unaudited: NO_CHANGE,
        run: async (current, fields) => {
          const item = await loadItem(current);
          const [instead, at, zone] = [fields.raw('instead'), fields.raw('at'), fields.raw('zone')];
          // Whoever planned it has said that it shall come out all the same.
          const plan = { at, zone, instead, isConfirmed: true };
          const change = await (at === ''
            ? unschedule(current, item, action, { instead })
            : schedule(current, item, action, plan));
          const text = at === '' ? 'editor.done.planDropped' : 'editor.done.planRestored';
          return { text, undo: undoOfPlan(action, change) };
        },
      },
    ],
  ]);
  return Object.fromEntries(planned);
}

function undoOfPlan(action: ScheduledAction, { was, is }: PlanChange): FormUndo | undefined {
  if (was === undefined && is === undefined) return undefined;
  const fields = { instead: is?.at ?? '', at: was?.at ?? '', zone: was?.zone ?? '' };
  return { intent: `editor.undoPlan.${action}`, fields };
}

/** Undefined instead of a refusal, for a page that shows why. */
export function undefinedIfRefused(refusal: unknown): undefined {
  if (!(refusal instanceof Problem)) throw refusal;
}
