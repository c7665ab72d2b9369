import { isDeepStrictEqual } from 'node:util';

import { readVisibility, withStates } from '#app/storage/item-tags.ts';
import type { ItemTags, Visibility } from '#app/storage/item-tags.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item, ItemParameters } from '#app/storage/item.ts';

/** The state of what has never been out. It is hidden, too, so that whoever lists what is not hidden lists none. */
export const DRAFT = 'draft';
/** In the map of a draft: who will find it once it is out; without it everyone. */
const WANTED_VISIBILITY = 'visibility';
/** In the map of a newer draft: the name that its original shall have, and the state of that when it began. */
const [NEW_NAME, BEGAN_WITH] = ['newSlug', 'beganWith'];

export function isDraft({ tags }: ItemTags): boolean {
  return tags.includes(DRAFT);
}

export function isHidden({ tags }: ItemTags): boolean {
  return tags.includes('hidden');
}

/** Of a draft that which it will have. */
export function visibilityWhenOut(item: Pick<Item, 'tags' | 'map'>): Visibility {
  const wanted = item.map[WANTED_VISIBILITY];
  if (!isDraft(item)) return readVisibility(item);
  return wanted === 'hidden' || wanted === 'unlisted' ? wanted : 'public';
}

/** How the names of all newer drafts begin. */
export const NEWER_NAMES = 'newer:';

/** A newer draft of what is out stands under this name. Names are unique in a crate, so that each has one at most. */
export function newerName(itemId: string): string {
  return `${NEWER_NAMES}${itemId}`;
}

/** The id of what a newer draft is of; undefined for anything else. */
export function readReplacedId(item: Pick<Item, 'name' | 'tags'>): string | undefined {
  const [kind, itemId = ''] = item.name?.split(':') ?? [];
  return isDraft(item) && kind === 'newer' && isItemId(itemId) ? itemId : undefined;
}

/** Of the state of its original that a newer draft began with. */
export function readBaseEtag({ map }: Pick<Item, 'map'>): string {
  const etag = map[BEGAN_WITH];
  return typeof etag === 'string' ? etag : '';
}

/** The name in its address once it is out; empty while it has none. */
export function nameWhenOut(item: Pick<Item, 'name' | 'tags' | 'map'>): string {
  const wanted = item.map[NEW_NAME];
  const own = readReplacedId(item) === undefined ? item.name : null;
  return own ?? (typeof wanted === 'string' ? wanted : '');
}

/** What an item says once it is out. */
export interface OutState {
  readonly parameters: ItemParameters;
  readonly visibility: Visibility;
}

/** What is out already, what will come out as itself, or what will take the place of another. */
type DraftState = 'out' | 'draft' | { readonly replacedId: string; readonly began: string };

/** How an item is stored that is to say this once it is out. */
export function parametersIn(state: DraftState, { parameters, visibility }: OutState): ItemParameters {
  const { [WANTED_VISIBILITY]: _, [NEW_NAME]: __, [BEGAN_WITH]: ___, ...map } = parameters.map ?? {};
  const tags = parameters.tags ?? [];
  if (state === 'out') return { ...parameters, map, tags: [...withStates(tags, toStates(visibility))] };
  const stored = {
    ...parameters,
    tags: [...withStates(tags, { [DRAFT]: true, hidden: true, unlisted: false })],
    map: { ...map, ...(visibility !== 'public' && { [WANTED_VISIBILITY]: visibility }) },
  };
  if (state === 'draft') return stored;
  const marks = { [NEW_NAME]: parameters.name ?? '', [BEGAN_WITH]: state.began };
  return { ...stored, name: newerName(state.replacedId), map: { ...stored.map, ...marks } };
}

/** The reverse of `parametersIn`, of an item in any state. */
export function toOutState(item: Item): OutState {
  const { tags, collaborators, note, map } = item;
  return {
    parameters: { name: nameWhenOut(item) || null, tags, collaborators, note, map },
    visibility: visibilityWhenOut(item),
  };
}

export function toDraftState(item: Item): DraftState {
  const originalId = readReplacedId(item);
  if (originalId !== undefined) return { replacedId: originalId, began: readBaseEtag(item) };
  return isDraft(item) ? 'draft' : 'out';
}

function toStates(visibility: Visibility): Record<string, boolean> {
  return { [DRAFT]: false, hidden: visibility === 'hidden', unlisted: visibility === 'unlisted' };
}

/** What differs, by the names of the parts. */
export function changedParts(was: Item, is: ItemParameters): string[] {
  const ofTags = ({ tags = [] }: Partial<ItemTags>, isState: boolean) =>
    tags.filter((tag) => STATES.has(tag) === isState).toSorted();
  const pairs = {
    name: [was.name, is.name],
    tags: [ofTags(was, false), ofTags(is, false)],
    visibility: [ofTags(was, true), ofTags(is, true)],
    collaborators: [was.collaborators, is.collaborators ?? was.collaborators],
    map: [was.map, is.map],
  };
  return Object.entries(pairs).flatMap(([part, [one, other]]) => (isDeepStrictEqual(one, other) ? [] : [part]));
}

const STATES: ReadonlySet<string> = new Set(['hidden', 'unlisted']);
