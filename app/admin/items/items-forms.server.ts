import { redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import type { FormAnswer, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { undeleteItem } from '#app/storage/history/trash.server.ts';

import { createItemByForm } from '../item/save-item.server.ts';
import type { ItemViewKey } from './item-view.ts';
import { changeItemView, deleteItemView, saveItemView } from './item-views.server.ts';

const VIEW_KEEPS = 'A view keeps whose it is and when it was changed, and holds nothing of the items.';

/** For whom it is, the policy of the crate says. */
async function undelete(current: Current, crateId: string, itemId: string): Promise<FormAnswer> {
  const { name } = await undeleteItem(current, crateId, itemId);
  return { text: 'admin.items.undeleted', values: { name: name ?? itemId } };
}

/** What can be done on the list of the items of a crate. @param pathTo the page of an item */
export function itemsIntents(crateId: string, pathTo: (itemId: string) => string): FormIntents {
  return { ...rowIntents(crateId, pathTo), ...viewIntents(crateId) };
}

function rowIntents(crateId: string, pathTo: (itemId: string) => string): FormIntents {
  return {
    'items.create': {
      least: 'staff',
      unaudited: 'The item keeps who made it, and when.',
      run: async (current, fields) => {
        const { itemId } = await createItemByForm(current, crateId, fields);
        return redirect(pathTo(itemId), 303);
      },
    },
    'items.undelete': {
      least: 'staff',
      unaudited: 'The versions of the item keep who took it back, and when.',
      run: (current, fields) => undelete(current, crateId, fields.raw('itemId')),
    },
  };
}

function viewIntents(crateId: string): FormIntents {
  return {
    'items.saveView': {
      least: 'staff',
      unaudited: VIEW_KEEPS,
      text: 'admin.items.views.saved',
      run: (current, fields) =>
        saveItemView(current, crateId, {
          name: fields.raw('name'),
          query: fields.raw('query'),
          isShared: fields.has('isShared'),
        }),
    },
    'items.changeView': {
      least: 'staff',
      unaudited: VIEW_KEEPS,
      text: 'admin.items.views.changed',
      run: (current, fields) =>
        changeItemView(current, crateId, readKey(fields), {
          name: fields.raw('name'),
          isShared: fields.has('isShared'),
        }),
    },
    'items.updateView': {
      least: 'staff',
      unaudited: VIEW_KEEPS,
      text: 'admin.items.views.updated',
      run: (current, fields) => changeItemView(current, crateId, readKey(fields), { query: fields.raw('query') }),
    },
    'items.deleteView': {
      least: 'staff',
      unaudited: VIEW_KEEPS,
      run: async (current, fields) => {
        const { name, query, isShared } = await deleteItemView(current, crateId, readKey(fields));
        const view = { name, query, ...(isShared && { isShared: 'on' }) };
        return { text: 'admin.items.views.deleted', undo: { intent: 'items.saveView', fields: view } };
      },
    },
  };
}

function readKey(fields: FormFields): ItemViewKey {
  return { userId: fields.raw('userId'), slot: Number(fields.raw('slot')), shown: fields.raw('shown') };
}
