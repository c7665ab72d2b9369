/** Small files with a single importer that still stand alone. The list only shrinks. */
export const KNOWN: ReadonlySet<string> = new Set(['app/account/name-tag.tsx', 'app/account/proof-link.tsx']);

/** Names that more than one file still gives to a type. The list only shrinks. */
export const KNOWN_TWINS: ReadonlySet<string> = new Set(['Row']);
