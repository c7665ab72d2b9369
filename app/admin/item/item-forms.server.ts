import { data } from 'react-router';
import * as z from 'zod/mini';

import type { Current } from '#app/current/current.server.ts';
import { answerForm } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormFields } from '#app/current/forms/form-fields.ts';
import type { FormState } from '#app/current/forms/form-state.ts';
import { requireRole } from '#app/current/permission.ts';
import { readChoices } from '#app/editor/forms/document-forms.server.ts';
import type { Merge } from '#app/editor/merge.ts';
import { changedByOthers, choiceMissing } from '#app/editor/problems.ts';
import type { ItemKey } from '#app/editor/schedule.ts';
import { UserId } from '#app/storage/item.ts';
import { StatName } from '#app/storage/stats/stats.ts';

import {
  addPerson,
  makeOwner,
  removePerson,
  replaceBody,
  restoreItem,
  takeOutOfTrash,
  trashItem,
  viewItemAs,
  writeStats,
} from './item-deeds.server.ts';
import { mergeItem, mergedFields, saveItem } from './save-item.server.ts';

/** A conflict is answered with what is to be merged; what is chosen is then saved as anything else. */
export async function answerItemForm(current: Current, form: FormData, key: ItemKey) {
  const isMerge = form.get('intent') === MERGE;
  const sent = isMerge ? await mergedForm(current, form, key) : form;
  if (!(sent instanceof FormData)) return sent;
  const answer = await answerForm(current, sent, itemIntents(key));
  if (answer instanceof Response || answer.data.done) return answer;
  const { data: state, init } = answer;
  if (state.intent !== SAVE || state.problem.code !== changedByOthers.code) return answer;
  const merge = await mergeItem(current, key, new FormFields(sent));
  return data<FormState & { merge: Merge }>({ ...state, merge }, init ?? {});
}

const [SAVE, MERGE] = ['item.save', 'item.merge'];

/** As the form would send it, or what is still to be chosen: also where somebody has saved it again meanwhile. */
async function mergedForm(current: Current, form: FormData, key: ItemKey) {
  requireRole(current, 'staff');
  const fields = new FormFields(form);
  const merge = await mergeItem(current, key, fields);
  const chosen = merge.etag === fields.raw('theirs') ? readChoices(form, merge) : undefined;
  if (chosen === undefined) {
    const { status, code, message: text } = choiceMissing;
    const state = { intent: SAVE, done: false as const, problem: { code, text }, values: fields.typed(), merge };
    return data<FormState & { merge: Merge }>(state, { status });
  }
  const merged = new FormData();
  for (const [name, value] of Object.entries({ ...mergedFields(merge, chosen), intent: SAVE })) merged.set(name, value);
  return merged;
}

const CHANGED_NOTHING = 'What is sent as it was changes nothing.';
const ByUser = z.object({ userId: UserId });
const StatForm = z.object({
  name: StatName,
  how: z.enum(['add', 'set', 'record'], 'add, set or record'),
  value: z.pipe(z.string().check(z.regex(/\S/, 'a number')), z.coerce.number('a number')),
});

function itemIntents(key: ItemKey): FormIntents {
  return { ...writeIntents(key), ...peopleIntents(key), ...placeIntents(key) };
}

function writeIntents(key: ItemKey): FormIntents {
  return {
    [SAVE]: {
      least: 'staff',
      audit: 'item.change',
      unaudited: CHANGED_NOTHING,
      run: async (current, fields) => {
        const saved = await saveItem(current, key, fields);
        if (saved === undefined) return { text: 'admin.item.unchanged', result: { etag: fields.raw('rev') } };
        return { text: 'admin.item.saved', result: { etag: saved.etag.slice(1, -1) } };
      },
    },
    'item.stats': {
      least: 'staff',
      audit: 'item.stats',
      text: 'admin.item.statsWritten',
      run: (current, fields) => {
        const { name, how, value } = fields.parse(StatForm);
        const part = { add: 'changeStats', set: 'setStats', record: 'submitRecords' } as const;
        return writeStats(current, key, { [part[how]]: { [name]: value } });
      },
    },
    'item.upload': {
      least: 'staff',
      audit: 'item.change',
      text: 'admin.item.saved',
      run: (current, fields) => replaceBody(current, key, { file: fields.files('file')[0], rev: fields.raw('rev') }),
    },
  };
}

function peopleIntents(key: ItemKey): FormIntents {
  return {
    'item.addPerson': {
      least: 'staff',
      audit: 'item.change',
      text: 'admin.item.personAdded',
      run: (current, fields) => addPerson(current, key, fields.text('who')),
    },
    'item.removePerson': {
      least: 'staff',
      audit: 'item.change',
      unaudited: CHANGED_NOTHING,
      text: 'admin.item.personRemoved',
      run: (current, fields) => removePerson(current, key, fields.parse(ByUser).userId),
    },
    'item.makeOwner': {
      least: 'staff',
      audit: ['item.change', 'item.handOver'],
      unaudited: CHANGED_NOTHING,
      text: 'admin.item.ownerMade',
      run: (current, fields) => makeOwner(current, key, fields.parse(ByUser).userId),
    },
  };
}

/** Where it is, what it was, and who sees it. */
function placeIntents(key: ItemKey): FormIntents {
  return {
    'item.restore': {
      least: 'staff',
      audit: ['item.restore', 'item.handOver'],
      run: async (current, fields) => {
        const [from, rev] = [fields.raw('from'), fields.raw('rev')];
        const now = await restoreItem(current, key, from, rev);
        const undo = { intent: 'item.restore', fields: { from: rev, rev: now ?? rev } };
        return { text: 'admin.item.restored', values: { rev: from }, undo };
      },
    },
    'item.delete': {
      least: 'staff',
      audit: 'item.delete',
      run: async (current, fields) => {
        await trashItem(current, key, fields.raw('rev'));
        return { text: 'admin.item.deleted', undo: { intent: 'item.undelete', fields: {} } };
      },
    },
    'item.undelete': {
      least: 'staff',
      audit: 'item.undelete',
      text: 'admin.item.undeleted',
      run: (current) => takeOutOfTrash(current, key),
    },
    'item.view': {
      least: 'staff',
      audit: 'item.view',
      run: async (current, fields) => {
        return { text: 'admin.item.viewed', result: await viewItemAs(current, key, fields.text('who')) };
      },
    },
  };
}
