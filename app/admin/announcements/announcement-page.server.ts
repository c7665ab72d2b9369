import { getAnnouncement, listVersions } from '#app/announcements/announcement-list.server.ts';
import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isAtLeast } from '#app/current/role.ts';
import { visibleGames } from '#app/games/games.server.ts';

import { findAuditSentences } from '../audit/audit-sentences.server.ts';
import { findPeople } from '../names.server.ts';

const MAX_AUDIT_ENTRIES = 10;
const MAX_VERSIONS = 20;

/** What the page of one shows; its audit to admins, who may read that. Needs staff. @throws Problem 401, 403, 404 */
export async function findAnnouncementPage(
  current: Current,
  announcementId: string,
  kinds: ReadonlyMap<string, AuditKind>,
) {
  const announcement = await getAnnouncement(current, announcementId);
  const versions = await listVersions(current, announcementId, MAX_VERSIONS);
  const about = { target: `announcement/${announcementId}`, limit: MAX_AUDIT_ENTRIES };
  const [sentences, people] = await Promise.all([
    isAtLeast(current.actor.role, 'admin') ? findAuditSentences(current, kinds, about) : undefined,
    findPeople(
      current,
      versions.flatMap(({ changedBy }) => changedBy ?? []),
    ),
  ]);
  return {
    announcement,
    versions: versions.map((version) => {
      const person = version.changedBy === null ? undefined : people(version.changedBy);
      return Object.assign({ person }, version);
    }),
    games: visibleGames(current.actor).map(({ slug, name }) => ({ slug, name })),
    sentences,
  };
}
