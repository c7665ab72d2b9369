import * as z from 'zod/mini';

import type { Choice } from '#app/choices/choice.server.ts';
import { findChosen, findKeptChoices } from '#app/choices/choices.server.ts';
import { zone } from '#app/choices/zone.server.ts';
import { LOCALES, LOCALE_NAMES, htmlLang, isSelectableLocale } from '#app/current/locale.ts';
import type { Locale, TextKey } from '#app/current/locale.ts';
import type { Queryable } from '#lib/database/database.server.ts';
import type { RowCache } from '#lib/database/row-cache.server.ts';
import { hasKey } from '#lib/has-key.ts';

const SETTINGS_PAGE = { pages: ['/account/settings'] } satisfies Partial<Choice>;

const THEMES = { system: 'settings.theme.system', light: 'settings.theme.light', dark: 'settings.theme.dark' } as const;

type ChosenTheme = keyof typeof THEMES;

const theme: Choice = {
  ...SETTINGS_PAGE,
  name: 'theme',
  schema: z.enum(Object.keys(THEMES)),
  fallback: 'system',
  title: 'settings.theme.title',
  options: (text) => Object.entries(THEMES).map(([value, key]) => ({ value, label: text(key) })),
};

/** Of pages whose address names none, and of mails. */
export const language: Choice = {
  ...SETTINGS_PAGE,
  name: 'language',
  schema: z.literal(['', ...LOCALES]),
  fallback: '',
  title: 'settings.language.title',
  about: 'settings.language.about',
  options: (text) => [
    { value: '', label: text('settings.language.browser') },
    ...LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value], lang: htmlLang(value) })),
  ],
};

/** What others see of somebody beside the alias. */
const shown = (name: string, fallback: 'yes' | 'no', title: TextKey): Choice => ({
  ...SETTINGS_PAGE,
  name,
  schema: z.literal(['yes', 'no']),
  fallback,
  title,
  options: (text) => [
    { value: 'yes', label: text('settings.shown.everyone') },
    { value: 'no', label: text('settings.shown.nobody') },
  ],
});

export const showsLevels = shown('showsLevels', 'yes', 'settings.shown.levels');
const showsLikes = shown('showsLikes', 'no', 'settings.shown.likes');

export const settings: readonly Choice[] = [theme, language, showsLevels, showsLikes];

interface AccountSettings {
  readonly theme: ChosenTheme;
  /** Of addresses without one; undefined where each browser has its own. */
  readonly locale: Locale | undefined;
  /** By its name, such as Europe/Berlin; undefined where each browser has its own. */
  readonly timeZone: string | undefined;
  /** What others see on the page of the account. */
  readonly showsLevels: boolean;
  readonly showsLikes: boolean;
}

/** Of one account, as `account_choices` has them; many at once join `selectChoices`. */
export async function readSettings(db: Queryable, userId: string): Promise<AccountSettings> {
  return toSettings(await findChosen(db, userId));
}

/** The same for each request of somebody. The door calls this before there is a `Current`. */
export async function findRequestSettings(db: Queryable, rowCache: RowCache, userId: string): Promise<AccountSettings> {
  return toSettings(await findKeptChoices(db, rowCache, userId));
}

function toSettings(chosen: ReadonlyMap<string, string>): AccountSettings {
  const valueOf = ({ name, fallback }: Choice) => chosen.get(name) ?? fallback;
  const [wanted, locale] = [valueOf(theme), valueOf(language)];
  return {
    theme: hasKey(THEMES, wanted) ? wanted : 'system',
    locale: isSelectableLocale(locale) ? locale : undefined,
    timeZone: chosen.get(zone.name),
    showsLevels: valueOf(showsLevels) === 'yes',
    showsLikes: valueOf(showsLikes) === 'yes',
  };
}
