import { LOCALE_COOKIE } from '../locale.ts';
import type { Locale } from '../locale.ts';
import type { KeyedStorage } from './session-user-store.ts';

const YEAR_SECONDS = 31_536_000;

/** Everything that the site keeps in the browser's local storage, by its key; all of it serves the visitor alone. */
export const STORAGE_KEYS = {
  /** Who is signed in. */
  user: 'user',
  /** Names by user id. */
  aliases: 'aliases',
  locale: 'locale',
  /** The answer to the cookie notice: `accepted` or `declined`. */
  cookies: 'cookies',
  /** The server's version, as it was told last; each tab compares it with its own. */
  version: 'version',
  /** Before a policy's name: the version that the visitor knows. */
  knownPolicy: 'version-',
  /** Before a policy's name: the version that came after it. */
  changedPolicy: 'changed-',
} as const;

/** What stays even for those who want nothing kept: their being signed in, and that wish. */
const NEEDED: ReadonlySet<string> = new Set([STORAGE_KEYS.user, STORAGE_KEYS.cookies]);

/**
 * Local storage; for whoever declined it, and in browsers that have none, a memory that ends with the page.
 * @param open gives the browser's own storage, or undefined where that is closed
 */
export function createBrowserStorage(open: () => KeyedStorage | undefined): KeyedStorage {
  const memory = new Map<string, string>();
  const storageFor = (key: string) => {
    const storage = open();
    const isKept = NEEDED.has(key) || storage?.getItem(STORAGE_KEYS.cookies) !== 'declined';
    return isKept ? storage : undefined;
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

/** What this browser keeps. */
export const browserStorage: KeyedStorage = createBrowserStorage(localStorageOf);

/** Keeps the answer to the cookie notice; declining removes what was kept before, the cookie of the language too. */
export function answerCookieNotice(answer: 'accepted' | 'declined'): void {
  const storage = localStorageOf();
  if (answer === 'declined') {
    for (const key of Object.keys(storage ?? {})) if (!NEEDED.has(key)) storage?.removeItem(key);
    writeLocaleCookie('', 0);
  }
  browserStorage.setItem(STORAGE_KEYS.cookies, answer);
}

/** Keeps the language that was chosen, also where the server reads it; for whoever declined, until the page is left. */
export function storeLocale(locale: Locale): void {
  browserStorage.setItem(STORAGE_KEYS.locale, locale);
  if (browserStorage.getItem(STORAGE_KEYS.cookies) !== 'declined') writeLocaleCookie(locale, YEAR_SECONDS);
}

function writeLocaleCookie(value: string, maxAge: number): void {
  document.cookie = `${LOCALE_COOKIE}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax`;
}

function localStorageOf(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    // A browser that forbids storage to this site throws when it is named.
    return undefined;
  }
}
