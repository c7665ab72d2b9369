import type { Current } from '#app/current/current.server.ts';

import { listPreviewable } from './announcement-list.server.ts';
import { MAX_SENT, titleOf } from './announcement.ts';
import type { Announcement, AnnouncementState } from './announcement.ts';
import { findCandidates, toGameClient, whyNever, whyNotNow } from './audience.server.ts';
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
  const candidates = findCandidates(all, client);
  const byId = new Map(candidates.map((candidate) => [candidate.announcement.announcementId, candidate]));
  const judge = ({ announcementId, content }: Announcement) => {
    const candidate = byId.get(announcementId);
    const why = candidate === undefined ? whyNever(content, client) : whyNotNow(candidate, client);
    return why ?? (read.has(announcementId) ? 'acknowledged' : undefined);
  };
  const fitting = candidates.filter(({ announcement }) => judge(announcement) === undefined);
  const crowdedOut = new Set(fitting.slice(MAX_SENT).map(({ sent }) => sent.announcementId));
  const hidden = all.flatMap((one): HiddenAnnouncement[] => {
    const { announcementId, state, content } = one;
    const why = judge(one) ?? (crowdedOut.has(announcementId) ? 'crowdedOut' : undefined);
    return why === undefined ? [] : [{ announcementId, state, title: titleOf(content), why }];
  });
  const sent = fitting
    .slice(0, MAX_SENT)
    .map((candidate) => Object.assign({}, candidate.sent, { state: candidate.announcement.state }));
  return { at: at.toISOString(), sent, hidden };
}
