import { redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormFields } from '#app/current/forms/form-fields.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { Item } from '#app/storage/item.ts';

import { textOfForm } from '../documents.server.ts';
import type { DocumentMerging } from '../forms/document-forms.server.ts';
import { ownDraftIntents, planIntents } from '../forms/document-intents.server.ts';
import { undoQuery } from '../forms/undo-query.ts';
import { NEW_ITEM } from '../own-draft.ts';
import { deleteEditedDocument, getEditedDocument, undeleteDocument } from './document-kind.server.ts';
import type { DocumentKind, DocumentValues } from './document-kind.server.ts';
import { scheduleDocument, showDocument, unscheduleDocument } from './document-plans.server.ts';
import { mergeDocument, restoreDocument } from './document-versions.server.ts';

export type PageAddressOf = (path: string) => string;

export function typedInto<Field extends string>(kind: DocumentKind<Field>, fields: FormFields): DocumentValues<Field> {
  return Object.fromEntries(kind.fields.map((name) => [name, textOfForm(fields.raw(name))])) as DocumentValues<Field>;
}

export function mergingOf<Field extends string>(
  current: Current,
  kind: DocumentKind<Field>,
  name: string,
): DocumentMerging {
  return {
    merge: (typed, theirs) => {
      const fields = new FormFields(typed);
      return mergeDocument(current, kind, name, { mine: typedInto(kind, fields), etag: fields.raw('etag'), theirs });
    },
    fieldsOf: ({ values }, { fields, text }) => ({ ...values, ...fields, text }),
  };
}

/** Of the form of a new one. @param create needs staff, and refuses at the field to blame */
export function creationIntents<Field extends string>(
  kind: DocumentKind<Field>,
  addressOf: PageAddressOf,
  create: (current: Current, fields: FormFields) => Promise<Item>,
): FormIntents {
  return {
    ...ownDraftIntents(() => Promise.resolve({ crateId: kind.crateId, itemId: NEW_ITEM })),
    'editor.save': async (current, fields) =>
      redirect(addressOf(editorPathOf(kind, await create(current, fields), 'created')), 303),
  };
}

interface DocumentChanges {
  readonly name: string;
  /** Gets the etag of what is saved, for the page of a later refusal. */
  readonly form: FormData;
  readonly addressOf: PageAddressOf;
  /** Needs staff. @param etag of the state that the writer has seen @throws Problem 412, and at the field to blame */
  readonly write: (current: Current, fields: FormFields, etag: string) => Promise<Item>;
  readonly saved: TextKey;
}

/** Of the form of one that is there: whatever a button does beside it, what is typed is saved first. */
export function changeIntents<Field extends string>(
  kind: DocumentKind<Field>,
  { name, form, addressOf, write, saved }: DocumentChanges,
): FormIntents {
  const save = async (current: Current, fields: FormFields) => {
    const item = await write(current, fields, fields.raw('etag'));
    form.set('etag', item.etag);
    return item;
  };
  const itemOf = async (current: Current) => (await getEditedDocument(current, kind, name)).item;
  const leadTo = (item: Item, done: string, was?: string) =>
    redirect(addressOf(editorPathOf(kind, item, done, was)), 303);
  return {
    ...planIntents({
      ...{ save, itemOf },
      schedule: (current, { itemId }, action, plan) => scheduleDocument(current, kind, { name: itemId, action }, plan),
      unschedule: (current, { itemId }, action, plan) =>
        unscheduleDocument(current, kind, { name: itemId, action }, plan),
    }),
    ...ownDraftIntents(itemOf),
    'editor.save': async (current, fields) => {
      const was = fields.raw('etag');
      const item = await save(current, fields);
      if (fields.has('merged')) return leadTo(item, 'merged', was);
      const isMoved = item.name !== name;
      return isMoved ? leadTo(item, 'saved', was) : { text: saved, result: { etag: item.etag } };
    },
    'editor.publish': async (current, fields) => {
      const { itemId } = await save(current, fields);
      return leadTo(await showDocument(current, kind, itemId, true), 'published');
    },
    'editor.unpublish': async (current, fields) => {
      const { itemId, etag } = await save(current, fields);
      return leadTo(await showDocument(current, kind, itemId, false), 'unpublished', etag);
    },
    'editor.delete': async (current, fields) => {
      const { itemId } = await deleteEditedDocument(current, kind, name, fields.raw('etag'));
      return redirect(addressOf(`${kind.editorPath}?done=deleted&item=${itemId}`), 303);
    },
    ...returnIntents(kind, name, addressOf),
  };
}

export function returnIntents<Field extends string>(
  kind: DocumentKind<Field>,
  name: string,
  addressOf: PageAddressOf,
): FormIntents {
  return {
    'editor.hide': async (current) => {
      const { item } = await getEditedDocument(current, kind, name);
      const hidden = await showDocument(current, kind, item.itemId, false);
      return redirect(addressOf(editorPathOf(kind, hidden, 'unpublished', item.etag)), 303);
    },
    'editor.restore': async (current, fields) => {
      const state = { rev: fields.raw('rev'), etag: fields.raw('etag') };
      const item = await restoreDocument(current, kind, name, state);
      return redirect(addressOf(editorPathOf(kind, item, 'restored', state.etag)), 303);
    },
  };
}

export function listIntents<Field extends string>(kind: DocumentKind<Field>, addressOf: PageAddressOf): FormIntents {
  return {
    'editor.undelete': async (current, fields) => {
      const item = await undeleteDocument(current, kind, fields.raw('itemId'));
      return redirect(addressOf(editorPathOf(kind, item, 'undeleted')), 303);
    },
  };
}

/** The revision lets the page begin anew with what is saved. */
export function editorPathOf<Field extends string>(
  { editorPath }: DocumentKind<Field>,
  { name, itemId, etag }: Item,
  done: string,
  was?: string,
): string {
  const query = new URLSearchParams(undoQuery(done, etag, was)).toString();
  return `${editorPath}/${encodeURIComponent(name ?? itemId)}?${query}`;
}
