import { STORAGE_KEYS, browserStorage } from '#app/current/browser/browser-storage.ts';
import { parseJson } from '#lib/parse-json.ts';

import type { ItemKey } from '../schedule.ts';

/** What was typed in this browser. */
export interface LocalDraft {
  readonly etag: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** It was sent since; what was typed after that is not. */
  readonly isSent?: boolean;
}

export function toStorageKey({ crateId, itemId }: ItemKey): string {
  return `${STORAGE_KEYS.editor}${crateId}/${itemId}`;
}

export function writeLocalDraft(itemKey: ItemKey, draft: LocalDraft): void {
  try {
    browserStorage.setItem(toStorageKey(itemKey), JSON.stringify(draft));
  } catch (error) {
    // The storage is full: the server keeps it.
    if (!(error instanceof DOMException)) throw error;
  }
}

export function readLocalDraft(itemKey: ItemKey): LocalDraft | undefined {
  const text = browserStorage.getItem(toStorageKey(itemKey));
  if (text === null) return undefined;
  const draft = parseJson(text);
  return isLocalDraft(draft) ? draft : undefined;
}

export function removeLocalDraft(itemKey: ItemKey): void {
  browserStorage.removeItem(toStorageKey(itemKey));
}

function isLocalDraft(value: unknown): value is LocalDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { etag, fields, at } = value as Partial<Record<keyof LocalDraft, unknown>>;
  return typeof etag === 'string' && typeof at === 'number' && typeof fields === 'object' && fields !== null;
}
