import type { Current } from '#app/current/current.server.ts';
import type { Locale } from '#app/current/locale.ts';
import type { Item } from '#app/storage/item.ts';
import { isItemId } from '#app/storage/item.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import { noneWithoutCrate } from '#app/storage/search/without-crate.server.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { localeOf, originalIdOf, translationTag } from './translation.ts';

/** The translation, when anyone may list that; a hidden or unlisted one is only where it is itself. */
export async function findTranslation(current: Current, original: Item, locale: Locale): Promise<Item | undefined> {
  if (locale === localeOf(original) || originalIdOf(original) !== undefined) return undefined;
  const included = [translationTag(original.itemId), `locale:${locale}`];
  const { items } = await findItems(current, POSTS_CRATE, { ...ONE, tags: { included, excluded: [...UNLISTED] } });
  return items[0];
}

/** The post that this one says again, when anyone may list that. Nothing tells of a hidden one. */
export async function findOriginal(current: Current, translation: Item): Promise<Item | undefined> {
  const itemId = originalIdOf(translation);
  if (itemId === undefined || !isItemId(itemId)) return undefined;
  const search = { ...ONE, among: [itemId], tags: { included: [], excluded: [...UNLISTED] } };
  const { items } = await findItems(current, POSTS_CRATE, search).catch(noneWithoutCrate);
  return items[0];
}

const ONE = SearchQuery.parse({ limit: '1' });
const UNLISTED = ['hidden', 'unlisted'] as const;
