import { DEFAULT_LOCALE, isSelectableLocale } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import type { Item } from '#app/storage/item.ts';

/** On a post in another language: the id of the post that it says again. A tag, because posts are found by tags. */
export function translationTag(originalId: string): string {
  return `translation:${originalId}`;
}

export function originalIdOf({ tags }: Pick<Item, 'tags'>): string | undefined {
  return tags.find((tag) => tag.startsWith('translation:'))?.slice('translation:'.length);
}

export function localeOf({ tags }: Pick<Item, 'tags'>): Locale {
  const locale = tags.find((tag) => tag.startsWith('locale:'))?.slice('locale:'.length);
  return isSelectableLocale(locale) ? locale : DEFAULT_LOCALE;
}

export interface TranslationView {
  readonly locale: Locale;
  readonly state: 'original' | 'missing' | 'draft' | 'hidden' | 'unlisted' | 'public';
  /** Whether the original was saved after it. */
  readonly isOlder: boolean;
  /** The name or id for its page in the editor. */
  readonly name: string | undefined;
}
