/** On which people play, by the names of their makers, in every language. */
export const PLATFORMS = [
  'Windows',
  'macOS',
  'Linux',
  'Steam Deck',
  'Nintendo Switch',
  'Xbox',
  'PlayStation',
  'Android',
  'iOS',
] as const;
