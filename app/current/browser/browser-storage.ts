import { LOCALE_COOKIE } from '../locale.ts';
import type { Locale } from '../locale.ts';
import type { KeyedStorage } from './session-user-store.ts';

const YEAR_SECONDS = 31_536_000;

export const STORAGE_KEYS = {
  user: 'user',
  aliases: 'aliases',
  locale: 'locale',
  cookies: 'cookies',
  /** Of the server; each tab compares it with its own. */
  version: 'version',
  /** Prefix of a policy's name: the version that the visitor has seen. */
  knownPolicy: 'version-',
  /** Prefix of a policy's name: its newer version. */
  changedPolicy: 'changed-',
  /** Prefix of an app: what the visitor has seen of its changelog. */
  changelog: 'changelog-',
  /** Prefix of a crate and an item: what the visitor has typed and not saved. */
  editor: 'editor-',
  /** Prefix of a topic: what the visitor has typed to the studio and not sent. */
  contact: 'contact-',
  /** By episode: where the visitor has stopped listening. */
  podcast: 'podcast',
  /** The calls that staff have saved while they tried the API. */
  apiTester: 'api-tester',
} as const;

/** Stored even for visitors who declined. */
const ESSENTIAL_KEYS: ReadonlySet<string> = new Set([STORAGE_KEYS.user, STORAGE_KEYS.cookies]);

/** Where local storage is declined or blocked, a memory that ends with the page. */
export function createBrowserStorage(open: () => KeyedStorage | undefined): KeyedStorage {
  const memory = new Map<string, string>();
  const storageFor = (key: string) => {
    const storage = open();
    const isStored = ESSENTIAL_KEYS.has(key) || storage?.getItem(STORAGE_KEYS.cookies) !== 'declined';
    return isStored ? storage : undefined;
  };
  return {
    getItem: (key) => storageFor(key)?.getItem(key) ?? memory.get(key) ?? null,
    setItem: (key, value) => {
      const storage = storageFor(key);
      if (storage === undefined) memory.set(key, value);
      else storage.setItem(key, value);
    },
    removeItem: (key) => {
      memory.delete(key);
      open()?.removeItem(key);
    },
  };
}

export const browserStorage: KeyedStorage = createBrowserStorage(findLocalStorage);

/** Declining removes what was stored before, and the locale cookie. */
export function answerCookieNotice(answer: 'accepted' | 'declined'): void {
  const storage = findLocalStorage();
  if (answer === 'declined') {
    for (const key of Object.keys(storage ?? {})) if (!ESSENTIAL_KEYS.has(key)) storage?.removeItem(key);
    writeLocaleCookie('', 0);
  }
  browserStorage.setItem(STORAGE_KEYS.cookies, answer);
}

/** Also in the cookie for the server; for visitors who declined, until they leave the page. */
export function storeLocale(locale: Locale): void {
  browserStorage.setItem(STORAGE_KEYS.locale, locale);
  if (browserStorage.getItem(STORAGE_KEYS.cookies) !== 'declined') writeLocaleCookie(locale, YEAR_SECONDS);
}

function writeLocaleCookie(value: string, maxAge: number): void {
  document.cookie = `${LOCALE_COOKIE}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax`;
}

function findLocalStorage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    // A browser that blocks storage throws on access.
    return undefined;
  }
}
