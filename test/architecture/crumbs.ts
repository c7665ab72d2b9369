/** Small files with a single importer that still stand alone. The list only shrinks. */
export const KNOWN: ReadonlySet<string> = new Set([
  'app/account/name-tag.tsx',
  'app/account/proof-link.tsx',
  'app/api-docs/docs.server.ts',
  'app/dev/mail-text.tsx',
  'app/games/presskit/press-stores.tsx',
  'app/games/sitemap.server.ts',
  'app/site/discovery/manifest.ts',
  'app/site/discovery/robots.ts',
  'app/site/discovery/security-text.ts',
  'app/site/messages/link-text.ts',
  'app/site/notices/version-notice.tsx',
  'app/site/shell/retry.ts',
  'app/storage/files.server.ts',
  'app/games/trailers.server.ts',
  'app/site/notices/translation-notice.tsx',
  'app/site/shell/page-effects.tsx',
  'app/site/shell/skip-link.tsx',
  'app/site/shell/stage-banner.tsx',
  'app/telemetry/page-views.tsx',
]);

/** Names that more than one file still gives to a type. The list only shrinks. */
export const KNOWN_TWINS: ReadonlySet<string> = new Set(['Policy', 'Row']);
