import { readItemLocale, readOriginalId, translationTag } from '#app/articles/translation.ts';
import type { TranslationView } from '#app/articles/translation.ts';
import type { Current } from '#app/current/current.server.ts';
import { LOCALES, isSelectableLocale } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { unclearForm } from '#app/current/problems.ts';
import { getDocument } from '#app/editor/documents.server.ts';
import { withStates } from '#app/storage/item-tags.ts';
import type { Item } from '#app/storage/item.ts';
import { nameTaken } from '#app/storage/problems.ts';
import { markdownBody } from '#app/storage/writes/bodies.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { ANSWER_ITEMS, findBelonging } from '../answer-items.server.ts';
import { toSupportAnswer } from '../answer.ts';
import { SUPPORT_CRATE } from '../cache-topics.ts';
import { noAnswer } from '../problems.ts';

/** What there is of an answer in each of our languages. Permission is up to the caller. @param answer what is translated, or a translation */
export async function listAnswerTranslations(current: Current, answer: Item): Promise<TranslationView[]> {
  const original = await findOriginal(current, answer);
  if (original === undefined) return [];
  const found = await findTranslations(current, original);
  return LOCALES.map((locale) => {
    const item = locale === readItemLocale(original) ? original : found.find((one) => readItemLocale(one) === locale);
    if (item === undefined) return { locale, state: 'missing', isOlder: false, name: undefined };
    const state = item === original ? 'original' : toSupportAnswer(item).visibility;
    return { locale, state, isOlder: item.updatedAt < original.updatedAt, name: item.name ?? item.itemId };
  });
}

/** Undefined when it is gone. */
async function findOriginal(current: Current, answer: Item): Promise<Item | undefined> {
  const originalId = readOriginalId(answer);
  return originalId === undefined ? answer : ANSWER_ITEMS.find(current, originalId);
}

async function findTranslations(current: Current, { itemId }: Item): Promise<Item[]> {
  const others = await findBelonging(current, itemId);
  return others.filter((other) => readOriginalId(other) === itemId);
}

/** Hidden, with the words of the original, or the one there is. Permission is up to the caller. @throws Problem 404 */
export async function startAnswerTranslation(current: Current, answer: Item, locale: string): Promise<Item> {
  const original = await findOriginal(current, answer);
  if (original === undefined) throw new Problem(noAnswer);
  if (!isSelectableLocale(locale) || locale === readItemLocale(original)) throw new Problem(unclearForm);
  const findBegun = async () =>
    (await findTranslations(current, original)).find((one) => readItemLocale(one) === locale);
  const begun = await findBegun();
  if (begun !== undefined) return begun;
  try {
    return await createTranslation(current, original, locale);
  } catch (refusal) {
    // Two began it at one time, or another answer has its name.
    const first = isProblem(refusal, nameTaken) ? await findBegun() : undefined;
    if (first === undefined) throw refusal;
    return first;
  }
}

async function createTranslation(current: Current, original: Item, locale: Locale): Promise<Item> {
  const { item, text } = await getDocument(current, SUPPORT_CRATE, original.itemId);
  const { itemId, name, tags, map } = item;
  const isCopied = (tag: string) => !/^(?:locale|variant)(?::|$)/.test(tag);
  const copiedTags = withStates(tags, { hidden: true, unlisted: false }).filter(isCopied);
  const parameters = {
    name: `${(name ?? itemId).slice(0, 90)}-${locale.toLowerCase()}`,
    tags: [...copiedTags, `locale:${locale}`, 'translation', translationTag(itemId)],
    map,
  };
  return ANSWER_ITEMS.create(current, parameters, markdownBody(text));
}
