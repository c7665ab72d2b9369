import { redirect } from 'react-router';

import { findUserIdsByAlias } from '#app/aliases/naming/lookup.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { unclearForm } from '#app/current/problems.ts';
import { runBulkAct, stopBulkAct, undoBulkAct } from '#app/storage/bulk/acts.server.ts';
import type { BulkKey } from '#app/storage/bulk/acts.server.ts';
import { BulkDeed } from '#app/storage/bulk/bulk.ts';
import { previewBulk } from '#app/storage/bulk/freeze.server.ts';
import type { BulkRequest } from '#app/storage/bulk/freeze.server.ts';
import { previewImport } from '#app/storage/bulk/import-freeze.server.ts';
import { nothingFound, unreadableFile } from '#app/storage/bulk/problems.ts';
import { normalized } from '#app/storage/item.ts';
import { Problem } from '#lib/problem.ts';

import { readItemsRequest } from '../items/items-address.server.ts';
import { SELECTED, WHOLE } from './selection.ts';

/** @param toPage the address of a page in the locale of this one */
export function bulkIntents(crateId: string, toPage: (path: string) => string): FormIntents {
  return {
    'bulk.preview': {
      least: 'admin',
      unaudited: 'It changes nothing, and keeps who has made it, and when.',
      run: async (current, fields) => {
        const { bulkId } = await previewBulk(current, crateId, await readRequest(current, crateId, fields));
        return redirect(toPage(`/admin/crates/${crateId}/bulk/${bulkId}`), 303);
      },
    },
  };
}

export function importIntents(crateId: string, toPage: (path: string) => string): FormIntents {
  return {
    'bulk.import': {
      least: 'admin',
      unaudited: 'It changes nothing, and keeps who has made it, and when.',
      run: async (current, fields) => {
        const [file] = fields.files('file');
        if (file === undefined) throw new Problem(unreadableFile, { fields: { file: 'a file' } });
        const bytes = Buffer.from(await file.arrayBuffer());
        const { bulkId } = await previewImport(current, crateId, { name: file.name, bytes });
        return redirect(toPage(`/admin/crates/${crateId}/bulk/${bulkId}`), 303);
      },
    },
  };
}

export function bulkActIntents(key: BulkKey): FormIntents {
  return {
    'bulk.run': {
      least: 'admin',
      audit: 'crate.runBulk',
      text: 'admin.bulk.begun',
      run: (current) => runBulkAct(current, key),
    },
    'bulk.stop': {
      least: 'admin',
      audit: 'crate.stopBulk',
      text: 'admin.bulk.stopped',
      run: (current) => stopBulkAct(current, key),
    },
    'bulk.undo': {
      least: 'admin',
      audit: 'crate.undoBulk',
      text: 'admin.bulk.undoBegun',
      run: (current) => undoBulkAct(current, key),
    },
  };
}

async function readRequest(current: Current, crateId: string, fields: FormFields): Promise<BulkRequest> {
  const deed = await readDeed(current, fields);
  if (fields.has(WHOLE)) return { deed, of: readSearch(crateId, deed, fields.raw('of')) };
  const itemIds = fields.all(SELECTED);
  if (itemIds.length === 0) throw new Problem(nothingFound);
  return { deed, of: { itemIds } };
}

function readSearch(crateId: string, { kind }: BulkDeed, address: string): BulkRequest['of'] {
  const { query, errors, given, isTrash } = readItemsRequest(crateId, new URLSearchParams(address));
  const [wrong] = Object.entries(errors);
  if (wrong !== undefined) throw new Problem(unclearForm, { fields: { of: `${wrong[0]}: ${wrong[1]}` } });
  if (isTrash !== (kind === 'restore')) throw new Problem(nothingFound);
  return { search: { ...query, permissionsOverride: false }, address: String(new URLSearchParams(given)) };
}

async function readDeed(current: Current, fields: FormFields): Promise<BulkDeed> {
  const kind = fields.text('kind');
  const lists = { add: readList(fields, 'add'), remove: readList(fields, 'remove') };
  if (kind !== 'collaborators') return fields.parse(BulkDeed, { kind, ...lists, set: readStats(fields) });
  const people = {
    add: await findPeople(current, 'add', lists.add),
    remove: await findPeople(current, 'remove', lists.remove),
  };
  return fields.parse(BulkDeed, { kind, ...people });
}

function readList(fields: FormFields, name: string): string[] {
  const members = normalized(fields.raw(name)).split(',');
  return [...new Set(members.map((member) => member.trim()))].filter((member) => member !== '');
}

/** `plays=3, likes=0`. */
function readStats(fields: FormFields): Record<string, unknown> {
  const pairs = readList(fields, 'set').map((pair) => pair.split('=', 2).map((part) => part.trim()));
  return Object.fromEntries(
    pairs.map(([name = '', value = '']) => [
      name,
      value !== '' && Number.isFinite(Number(value)) ? Number(value) : value,
    ]),
  );
}

/** By their names, or by `@` and their ids. */
async function findPeople(current: Current, field: string, names: readonly string[]): Promise<string[]> {
  const aliases = names.filter((name) => !name.startsWith('@'));
  const byAlias = aliases.length === 0 ? new Map<string, string>() : await findUserIdsByAlias(current, aliases);
  return names.map((name) => {
    const userId = name.startsWith('@') ? name.slice(1) : byAlias.get(name);
    if (userId === undefined) throw new Problem(unclearForm, { fields: { [field]: `nobody is called ${name}` } });
    return userId;
  });
}
