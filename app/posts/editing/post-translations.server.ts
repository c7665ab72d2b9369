import { readItemLocale, readOriginalId, translationTag } from '#app/articles/translation.ts';
import type { TranslationView } from '#app/articles/translation.ts';
import type { Current } from '#app/current/current.server.ts';
import { LOCALES, isSelectableLocale } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { requireUser } from '#app/current/permission.ts';
import { unclearForm } from '#app/current/problems.ts';
import { getDocument } from '#app/editor/documents.server.ts';
import { isDraft, parametersIn } from '#app/editor/kinds/drafts.ts';
import { readVisibility } from '#app/storage/item-tags.ts';
import { MAX_COLLABORATORS } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { nameTaken } from '#app/storage/problems.ts';
import { markdownBody } from '#app/storage/writes/bodies.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { toPost } from '../post.ts';
import { POST_ITEMS } from '../posts.server.ts';
import { notYetOut, slugTaken } from './problems.ts';

/** What there is of a post in each of our languages. Needs staff. @param post what is translated, or a translation */
export async function listTranslations(current: Current, post: Item): Promise<TranslationView[]> {
  const original = await findOriginal(current, post);
  if (original === undefined) return [];
  const found = await findTranslations(current, original);
  return LOCALES.map((locale) => {
    if (locale === readItemLocale(original)) return shown(locale, original, original);
    const one = found.find((item) => readItemLocale(item) === locale);
    if (one === undefined) return { locale, state: 'missing', isOlder: false, name: undefined };
    return shown(locale, one, original);
  });
}

function shown(locale: Locale, item: Item, original: Item): TranslationView {
  const state = item.itemId === original.itemId ? 'original' : isDraft(item) ? 'draft' : toPost(item).visibility;
  return { locale, state, isOlder: item.updatedAt < original.updatedAt, name: item.name ?? item.itemId };
}

/** Undefined for a draft, and when it is gone. */
async function findOriginal(current: Current, post: Item): Promise<Item | undefined> {
  const originalId = readOriginalId(post);
  if (originalId === undefined) return isDraft(post) ? undefined : post;
  return POST_ITEMS.find(current, originalId);
}

/** What has come out before what has not. */
async function findTranslations(current: Current, { itemId }: Item): Promise<Item[]> {
  const tags = { included: [translationTag(itemId)], excluded: [] };
  const { items } = await POST_ITEMS.page(current, { tags, limit: MAX_TRANSLATIONS });
  return items.toSorted((one, other) => Number(isDraft(one)) - Number(isDraft(other)));
}

/** With newer drafts of some. */
const MAX_TRANSLATIONS = 32;

/** With the words of the original, or the one there is. Needs staff. @throws Problem 401, 403, 404, 400 or 409 */
export async function startTranslation(current: Current, post: Item, locale: string): Promise<Item> {
  const item = await findOriginal(current, post);
  if (item === undefined) throw new Problem(notYetOut);
  if (!isSelectableLocale(locale) || locale === readItemLocale(item)) throw new Problem(unclearForm);
  const findBegun = async () => (await findTranslations(current, item)).find((one) => readItemLocale(one) === locale);
  const begun = await findBegun();
  if (begun !== undefined) return begun;
  const { text } = await getDocument(current, POSTS_CRATE, item.itemId);
  try {
    return await createTranslation(current, { item, text, locale });
  } catch (refusal) {
    if (!isProblem(refusal, nameTaken)) throw refusal;
    const first = await findBegun();
    if (first === undefined) throw new Problem(slugTaken);
    return first;
  }
}

interface NewTranslation {
  readonly item: Item;
  readonly text: string;
  readonly locale: Locale;
}

/** Of the map: when it came out is its own. */
const TRANSLATED: ReadonlySet<string> = new Set(['title', 'blurb', 'image', 'imageAlt', 'author']);

function createTranslation(current: Current, { item, text, locale }: NewTranslation): Promise<Item> {
  const texts = Object.entries(item.map).filter(([key]) => TRANSLATED.has(key));
  const translator = requireUser(current);
  const others = item.collaborators.filter((userId) => userId !== translator);
  const copiedTags = item.tags.filter((tag) => !/^(?:locale|translation):/.test(tag));
  const parameters = {
    name: `${(item.name ?? item.itemId).slice(0, 90)}-${locale.toLowerCase()}`,
    tags: [...copiedTags, `locale:${locale}`, translationTag(item.itemId)],
    collaborators: [translator, ...others].slice(0, MAX_COLLABORATORS),
    map: Object.fromEntries(texts),
  };
  const draft = parametersIn('draft', { parameters, visibility: readVisibility(item) });
  return POST_ITEMS.create(current, draft, markdownBody(text));
}
