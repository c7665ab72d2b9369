import { LOCALE_COOKIE } from '../locale.ts';
import type { Locale } from '../locale.ts';
import type { KeyedStorage } from './session-user-store.ts';

const YEAR_SECONDS = 31_536_000;

/** Every key of the site in the browser's local storage. */
export const STORAGE_KEYS = {
  /** The session user. */
  user: 'user',
  /** Aliases by user id. */
  aliases: 'aliases',
  locale: 'locale',
  /** The answer to the cookie notice: `accepted` or `declined`. */
  cookies: 'cookies',
  /** The latest version of the server; each tab compares it with its own. */
  version: 'version',
  /** Before a policy's name: the version that the visitor has seen. */
  knownPolicy: 'version-',
  /** Before a policy's name: its newer version. */
  changedPolicy: 'changed-',
} as const;

/** Stored even for visitors who declined: the session user, and that answer. */
const NEEDED: ReadonlySet<string> = new Set([STORAGE_KEYS.user, STORAGE_KEYS.cookies]);

/**
 * Local storage; for visitors who declined it, and in browsers without it, a memory that ends with the page.
 * @param open returns the browser's own storage, or undefined where it is blocked
 */
export function createBrowserStorage(open: () => KeyedStorage | undefined): KeyedStorage {
  const memory = new Map<string, string>();
  const storageFor = (key: string) => {
    const storage = open();
    const isStored = NEEDED.has(key) || storage?.getItem(STORAGE_KEYS.cookies) !== 'declined';
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

export const browserStorage: KeyedStorage = createBrowserStorage(localStorageOf);

/** Stores the answer to the cookie notice; declining removes what was stored before, and the locale cookie. */
export function answerCookieNotice(answer: 'accepted' | 'declined'): void {
  const storage = localStorageOf();
  if (answer === 'declined') {
    for (const key of Object.keys(storage ?? {})) if (!NEEDED.has(key)) storage?.removeItem(key);
    writeLocaleCookie('', 0);
  }
  browserStorage.setItem(STORAGE_KEYS.cookies, answer);
}

/** Stores the chosen locale, also in the cookie for the server; for visitors who declined, until they leave the page. */
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
    // A browser that blocks storage throws on access.
    return undefined;
  }
}
