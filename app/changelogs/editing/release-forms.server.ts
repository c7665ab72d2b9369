import { redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { answerForm } from '#app/current/forms/answer-form.server.ts';
import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormFields } from '#app/current/forms/form-fields.ts';
import { answerDocument } from '#app/editor/forms/document-forms.server.ts';
import type { DocumentMerging } from '#app/editor/forms/document-forms.server.ts';
import {
  actionIntents,
  confirmationOf,
  ownDraftIntents,
  planIntents,
  undefinedIfRefused,
} from '#app/editor/forms/document-intents.server.ts';
import type { SaveForm } from '#app/editor/forms/document-intents.server.ts';
import { undoQuery } from '#app/editor/forms/undo-query.ts';
import type { Item } from '#app/storage/item.ts';

import { MAX_LINES } from '../changelog.ts';
import { releaseUnready } from '../problems.ts';
import { getEditedRelease, roleOf } from './edited-releases.server.ts';
import type { ReleasePlace } from './edited-releases.server.ts';
import { linesOfText } from './pasted-lines.ts';
import { previewRelease } from './release-checks.server.ts';
import { mergedRelease } from './release-merge.ts';
import { releasePath, releasePreviewPath } from './release-path.ts';
import { hideRelease, publishRelease, scheduleRelease, unscheduleRelease } from './release-publications.server.ts';
import { createEditedRelease, deleteRelease, saveRelease, undeleteRelease } from './release-saves.server.ts';
import { emptyLine, formOfValues, lineField, moveLine, newPlace, valuesOfForm } from './release-values.ts';
import type { ReleaseValues } from './release-values.ts';
import { mergeRelease, restoreRelease } from './release-versions.server.ts';

export interface ReleaseAddress {
  readonly app: string;
  /** Undefined for a new one. */
  readonly place: ReleasePlace | undefined;
  /** An address of the site in the locale of the page. */
  readonly addressOf: (path: string) => string;
}

export function answerReleaseEditor(current: Current, form: FormData, { app, place, addressOf }: ReleaseAddress) {
  return answerDocument(current, form, {
    intentsOf: (sent) => ({
      ...lineForms,
      ...(place === undefined ? creations(app, addressOf) : changes(place, sent, addressOf)),
    }),
    merging: place && mergingOf(current, place),
    unready: {
      kind: releaseUnready,
      find: async (sent) => (await previewRelease(current, app, typedIn(sent), place?.version)).findings,
    },
    // A button of a line says which one instead of an intent.
    otherwise: 'editor.changeLine',
  });
}

function mergingOf(current: Current, place: ReleasePlace): DocumentMerging {
  return {
    merge: (typed, theirs) =>
      mergeRelease(current, place, { mine: typedIn(typed), etag: new FormFields(typed).raw('etag'), theirs }),
    fieldsOf: (merge, chosen) => formOfValues(mergedRelease(merge, chosen)),
  };
}

function typedIn(form: FormData): ReleaseValues {
  return valuesOfForm(new FormFields(form).typed());
}

/** What a page without scripts does with its lines: nothing is saved, and all that is typed comes back. */
const lineForms: FormIntents = {
  'editor.addLine': (_current, fields) => {
    const values = valuesOfForm(fields.typed());
    const line = emptyLine(values.lines.at(-1)?.category ?? 'new');
    return linesAnswer(fields, [...values.lines, line], `field-${lineField(line.id, 'text')}`);
  },
  'editor.readPasted': (_current, fields) =>
    linesAnswer(fields, valuesOfForm(fields.typed()).lines, 'pasted-lines', true),
  'editor.takePasted': (_current, fields) => {
    const { lines } = valuesOfForm(fields.typed());
    const taken = linesOfText(fields.raw('pasted'), MAX_LINES - lines.length).lines;
    const [first] = taken;
    return linesAnswer(
      fields,
      [...lines, ...taken],
      first === undefined ? 'pasted' : `field-${lineField(first.id, 'text')}`,
    );
  },
  'editor.changeLine': (_current, fields) => {
    const { lines } = valuesOfForm(fields.typed());
    const [act = '', id = ''] = fields.raw('line').split(' ');
    const next = act === 'remove' ? 'add-line' : `line-${id}`;
    if (act === 'remove')
      return linesAnswer(
        fields,
        lines.filter((line) => line.id !== id),
        next,
      );
    return linesAnswer(fields, moveLine(lines, id, act === 'up' ? -1 : 1), next);
  },
};

function linesAnswer(
  fields: FormFields,
  lines: ReleaseValues['lines'],
  next: string,
  withPasted = false,
): ReturnType<FormIntent> {
  const typed = fields.typed();
  const pasted = withPasted ? { pasted: fields.raw('pasted') } : {};
  const values = { ...formOfValues({ ...valuesOfForm(typed), lines }), ...pasted };
  return Promise.resolve({ result: { values, typedEtag: fields.raw('etag') }, next });
}

function creations(app: string, addressOf: ReleaseAddress['addressOf']): FormIntents {
  const pathOf = (item: Item, done: string) => addressOf(editorPath(app, item, done));
  const create = (current: Current, fields: FormFields) =>
    createEditedRelease(current, app, valuesOfForm(fields.typed()));
  return {
    ...ownDraftIntents(() => Promise.resolve(newPlace(app))),
    'editor.save': async (current, fields) => redirect(pathOf(await create(current, fields), 'created'), 303),
    'editor.publish': async (current, fields) => {
      const item = await create(current, fields);
      // From here on it is an own page that shows why something is refused.
      const shown = await publishRelease(current, { app, version: item.itemId }).catch(undefinedIfRefused);
      return redirect(pathOf(shown ?? item, shown ? 'published' : 'unready'), 303);
    },
  };
}

/** Whatever a button does beside it, what is typed is saved first. @param form gets the etag, for the page of a later refusal */
function changes(place: ReleasePlace, form: FormData, addressOf: ReleaseAddress['addressOf']): FormIntents {
  const save: SaveForm = async (current, fields) => {
    const item = await saveRelease(current, place, valuesOfForm(fields.typed()), fields.raw('etag'));
    form.set('etag', item.etag);
    return item;
  };
  const itemOf = async (current: Current) => (await getEditedRelease(current, place)).item;
  const pathOf = (item: Item, done: string, was?: string) => addressOf(editorPath(place.app, item, done, was));
  return {
    ...planIntents({
      ...{ save, itemOf },
      schedule: (current, { itemId }, action, wanted) =>
        scheduleRelease(current, { app: place.app, version: itemId }, action, wanted),
      unschedule: (current, { itemId }, action, expected) =>
        unscheduleRelease(current, { app: place.app, version: itemId }, action, expected),
    }),
    ...returnIntents(place, pathOf),
    ...ownDraftIntents(itemOf),
    ...actionIntents(itemOf, releasePreviewPath),
    'editor.save': async (current, fields) => {
      const was = fields.raw('etag');
      const item = await save(current, fields);
      if (fields.has('merged')) return redirect(pathOf(item, 'merged', was), 303);
      const isMoved =
        fields.raw('version').trim() !== fields.raw('savedVersion') || roleOf(item) !== fields.raw('savedRole');
      const isShown = !item.tags.includes('hidden') !== (fields.raw('savedVisibility') !== 'hidden');
      if (isMoved || isShown) return redirect(pathOf(item, 'saved', was), 303);
      return { text: 'editor.done.saved', result: { etag: item.etag } };
    },
    'editor.publish': async (current, fields) => {
      await save(current, fields);
      return redirect(pathOf(await publishRelease(current, place, confirmationOf(fields)), 'published'), 303);
    },
    'editor.unpublish': async (current, fields) => {
      const { etag } = await save(current, fields);
      return redirect(pathOf(await hideRelease(current, place), 'unpublished', etag), 303);
    },
    'editor.delete': async (current, fields) => {
      const { itemId } = await deleteRelease(current, place, fields.raw('etag'));
      return redirect(addressOf(`/editor/releases/${place.app}?done=deleted&item=${itemId}`), 303);
    },
  };
}

/** What takes a deed back, and saves nothing. */
function returnIntents(place: ReleasePlace, pathOf: (item: Item, done: string, was?: string) => string): FormIntents {
  return {
    'editor.hide': async (current) => {
      const { etag } = (await getEditedRelease(current, place)).item;
      return redirect(pathOf(await hideRelease(current, place), 'unpublished', etag), 303);
    },
    'editor.restore': async (current, fields) => {
      const item = await restoreRelease(current, place, fields.raw('rev'), fields.raw('etag'));
      return redirect(pathOf(item, 'restored', fields.raw('etag')), 303);
    },
  };
}

/** Of the list of releases, where a deletion leads to. */
export function answerReleaseList(
  current: Current,
  form: FormData,
  { app, addressOf }: Pick<ReleaseAddress, 'app' | 'addressOf'>,
) {
  return answerForm(current, form, {
    'editor.undelete': async (current, fields) => {
      const item = await undeleteRelease(current, app, fields.raw('itemId'));
      return redirect(addressOf(editorPath(app, item, 'undeleted')), 303);
    },
  });
}

/** The revision lets the page begin anew with what is saved. */
function editorPath(app: string, item: Item, done: string, was?: string): string {
  const { map, etag, itemId } = item;
  const version = typeof map['version'] === 'string' ? map['version'] : itemId;
  return releasePath({ app, version, role: roleOf(item) }, undoQuery(done, etag, was));
}
