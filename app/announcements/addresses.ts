export const ANNOUNCEMENTS_PATH = '/api/announcements';
export const ACKNOWLEDGEMENTS_PATH = '/api/announcements/{announcementId}/acknowledgements';

/** Games ask it with whatever keys and cookies they have, and are answered without them: one that has ended is no reason to refuse. */
export function isForGames(path: string): boolean {
  return path === ANNOUNCEMENTS_PATH || path.startsWith(`${ANNOUNCEMENTS_PATH}/`);
}
