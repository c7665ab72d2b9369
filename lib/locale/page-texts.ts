import type { MessageCatalog } from './messages.ts';

/**
 * The texts that the scripts of a built page have brought. Those of a screen that is opened later join them before its
 * first line runs, so this is to be given on and not copied. @throws Error where no script has brought any
 */
export function pageTexts(): MessageCatalog {
  if (globalThis.pageTexts === undefined) throw new Error('No script has brought the texts of the page');
  return globalThis.pageTexts;
}
