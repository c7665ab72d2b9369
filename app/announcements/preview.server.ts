import type { Current } from '#app/current/current.server.ts';

import { MAX_SENT, titleOf } from './announcement.ts';
import type { AnnouncementState } from './announcement.ts';
import { listPreviewable } from './announcements.server.ts';
import { inOrder, toGameClient, toSent, whyNot } from './audience.server.ts';
import type { WhyNot } from './audience.server.ts';
import type { GameClientQuery, SentAnnouncement } from './game-client.ts';
import { DEFAULT_ZONE, findZone, instantOf, toWallTime } from './schedule.server.ts';
import { findAcknowledged } from './sending.server.ts';

export interface PreviewedAnnouncement extends SentAnnouncement {
  readonly state: AnnouncementState;
}

export interface HiddenAnnouncement {
  readonly announcementId: string;
  readonly title: string;
  readonly state: AnnouncementState;
  readonly why: WhyNot | 'acknowledged' | 'crowdedOut';
}

interface Preview {
  readonly at: string;
  readonly sent: readonly PreviewedAnnouncement[];
  readonly hidden: readonly HiddenAnnouncement[];
}

/**
 * What such a game would be sent, drafts too, and why not the others. Needs staff.
 * @param time on the clock of the player; now where it is none @throws Problem 401 or 403
 */
export async function previewAnnouncements(current: Current, query: GameClientQuery, time: string): Promise<Preview> {
  const all = await listPreviewable(current);
  const zone = findZone(query.zone ?? '') ?? DEFAULT_ZONE;
  const at = instantOf(toWallTime(time) ?? null, zone) ?? current.now();
  const client = toGameClient(query, current.locale, at);
  const read = await findAcknowledged(current, all, client.installation);
  const judged = all.map((announcement) => {
    const why = whyNot(announcement, client) ?? (read.has(announcement.announcementId) ? 'acknowledged' : undefined);
    return { ...announcement, why };
  });
  const fitting = judged
    .filter(({ why }) => why === undefined)
    .map((announcement) => ({ ...toSent(announcement, client), state: announcement.state }))
    .toSorted(inOrder);
  const crowdedOut = new Set(fitting.slice(MAX_SENT).map(({ announcementId }) => announcementId));
  const hidden = judged.flatMap(({ announcementId, state, content, why }) => {
    const reason = why ?? (crowdedOut.has(announcementId) ? 'crowdedOut' : undefined);
    return reason === undefined ? [] : [{ announcementId, state, title: titleOf(content), why: reason }];
  });
  return { at: at.toISOString(), sent: fitting.slice(0, MAX_SENT), hidden };
}
