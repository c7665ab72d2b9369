import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import { readVisibility } from '#app/storage/item-tags.ts';
import type { Item } from '#app/storage/item.ts';
import type { TagTerms } from '#app/storage/search/search.ts';
import { matchesEveryWord } from '#lib/text-search/word-beginnings.ts';

import type { DocumentKind } from './document-kind.server.ts';
import { isDraft } from './drafts.ts';

/** Of one kind, the newest; older ones are found by their lists. */
const LOOKED_THROUGH = 256;

/** By the beginnings of words in their titles or names, the newest first. */
export async function findTitled(
  current: Current,
  { items }: Pick<DocumentKind<unknown>, 'items'>,
  text: string,
  { tags, limit }: { readonly tags?: Partial<TagTerms>; readonly limit: number },
): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items.all(current, { tags, limit: LOOKED_THROUGH })) {
    if (matchesEveryWord(`${titleOf(item)} ${item.name ?? ''}`, text)) found.push(item);
    if (found.length === limit) break;
  }
  return found;
}

/** As they lead to their page in the editor. */
export async function describeFound(
  { locale }: Pick<Current, 'locale'>,
  { pathTo }: Pick<DocumentKind<unknown>, 'pathTo'>,
  kind: FoundThing['kind'],
  items: readonly Item[],
): Promise<FoundThing[]> {
  const text = await getText(locale);
  return items.map((item) => {
    const visibility = readVisibility(item);
    const about = isDraft(item)
      ? text('admin.palette.draft')
      : visibility === 'public'
        ? ''
        : text(visibility === 'hidden' ? 'admin.palette.hidden' : 'post.card.unlisted');
    return { kind, id: item.itemId, name: titleOf(item), about, to: pathTo(item, {}) };
  });
}

function titleOf({ map, name, itemId }: Item): string {
  return typeof map['title'] === 'string' && map['title'] !== '' ? map['title'] : (name ?? itemId);
}
