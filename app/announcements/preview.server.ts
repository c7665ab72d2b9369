import type { Current } from '#app/current/current.server.ts';

import { MAX_SENT, titleOf } from './announcement.ts';
import type { Announcement, AnnouncementState } from './announcement.ts';
import { listPreviewable } from './announcements.server.ts';
import { inOrder, toGameClient, toSent, whyNot } from './audience.server.ts';
import type { WhyNot } from './audience.server.ts';
import type { GameClientQuery, SentAnnouncement } from './game-client.ts';
import { DEFAULT_ZONE, findZone, instantOf, toWallTime } from './schedule.server.ts';
import { findAcknowledged } from './sending.server.ts';

interface PreviewedAnnouncement extends SentAnnouncement {
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
  const judge = (one: Announcement) =>
    whyNot(one, client) ?? (read.has(one.announcementId) ? 'acknowledged' : undefined);
  const fitting = inOrder(
    all.filter((one) => judge(one) === undefined),
    client,
  );
  const crowdedOut = new Set(fitting.slice(MAX_SENT).map(({ announcementId }) => announcementId));
  const hidden = all.flatMap((one): HiddenAnnouncement[] => {
    const { announcementId, state, content } = one;
    const why = judge(one) ?? (crowdedOut.has(announcementId) ? 'crowdedOut' : undefined);
    return why === undefined ? [] : [{ announcementId, state, title: titleOf(content), why }];
  });
  const sent = fitting.slice(0, MAX_SENT).map((one) => Object.assign(toSent(one, client), { state: one.state }));
  return { at: at.toISOString(), sent, hidden };
}
