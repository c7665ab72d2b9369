const KINDS = {
  '@': { folder: 'players', id: /^[a-z0-9]{1,32}$/ },
  '+': { folder: 'levels', id: /^[a-z0-9]{7}$/ },
  '-': { folder: 'playlists', id: /^[a-z0-9]{7}$/ },
} as const;

/**
 * The page behind `/games/levelhead/@{userId}`, `+{levelId}` and `-{playlistId}`, however they are written: links travel
 * through chats and programs that encode them and change their case. @param path without a locale, percent-encoded
 */
export function findPathOfShortAddress(path: string): string | undefined {
  const [, segment = ''] = /^\/+games\/+levelhead\/+([^/]{2,120})\/*$/i.exec(path) ?? [];
  const [, sign = '', id = ''] = /^([@+-])(.+)$/.exec(decoded(segment).trim()) ?? [];
  const kind = KINDS[sign as keyof typeof KINDS];
  const plain = id.trim().toLowerCase();
  return Object.hasOwn(KINDS, sign) && kind.id.test(plain) ? `/games/levelhead/${kind.folder}/${plain}` : undefined;
}

export function toShortAddress(folder: 'players' | 'levels' | 'playlists', id: string): string {
  const [sign = ''] = Object.entries(KINDS).find(([, kind]) => kind.folder === folder) ?? [];
  return `/games/levelhead/${sign}${id}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
