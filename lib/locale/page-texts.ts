import type { MessageCatalog } from './messages.ts';

/** A screen's texts join before its first line runs, so hand this on, never a copy. @throws Error without any texts */
export function pageTexts(): MessageCatalog {
  if (globalThis.pageTexts === undefined) throw new Error('No script has brought the texts of the page');
  return globalThis.pageTexts;
}
