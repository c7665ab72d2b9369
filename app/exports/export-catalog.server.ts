import { createContext } from 'react-router';

import type { Noun } from '#app/noun/noun.server.ts';

/** What all nouns hand to people of what they keep about them. */
export type ExportCatalog = readonly Pick<Noun, 'name' | 'personalRows' | 'withheld'>[];

/** Set by the door, because nouns stand beside and above this floor. */
export const exportCatalogContext = createContext<ExportCatalog>();

export function countParts(catalog: ExportCatalog): number {
  return catalog.reduce((sum, { personalRows = [] }) => sum + personalRows.length, 0);
}
