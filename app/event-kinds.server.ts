import { securityEvent } from './accounts/event-kinds.server.ts';
import { decidedAlias } from './aliases/event-kinds.server.ts';
import { CHANGELOG_SUBJECTS, publishedRelease } from './changelogs/event-kinds.server.ts';
import { answeredSubmission, returnedSubmission } from './contact/event-kinds.server.ts';
import { addedEntry, commentedEntry, enteredEntry, mentionedIn, settledEntry } from './feedbag/event-kinds.server.ts';
import { entrySubject, ownEntry, projectSubject } from './feedbag/subjects.server.ts';
import { beatenRecordEvent, ownLevel, playerSubject, publishedLevelEvent } from './levelhead/event-kinds.server.ts';
import { addedLevelEvent, ownPlaylist, playlistSubject } from './levelhead/playlists/playlist-updates.server.ts';
import { foundLevelsEvent, searchSubject } from './levelhead/saved-searches/search-alerts.server.ts';
import { sentMessage } from './mailbox/event-kinds.server.ts';
import { countUnread } from './mailbox/mailbox.server.ts';
import { segmentSubject } from './mailbox/segments.server.ts';
import type { EventCatalog } from './notifications/event-kind.server.ts';
import { publishedEpisode, showSubject } from './podcast/event-kinds.server.ts';
import { publishedPost } from './posts/event-kinds.server.ts';
import { postSubjects } from './posts/post-subjects.server.ts';

export const catalog: EventCatalog = {
  events: [
    publishedPost,
    publishedLevelEvent,
    publishedRelease,
    publishedEpisode,
    beatenRecordEvent,
    foundLevelsEvent,
    addedLevelEvent,
    decidedAlias,
    securityEvent,
    sentMessage,
    answeredSubmission,
    returnedSubmission,
    settledEntry,
    commentedEntry,
    addedEntry,
    enteredEntry,
    mentionedIn,
  ],
  subjects: [
    ...postSubjects,
    ...CHANGELOG_SUBJECTS,
    showSubject,
    playerSubject,
    searchSubject,
    playlistSubject,
    segmentSubject,
    entrySubject,
    projectSubject,
  ],
  ownItems: [ownLevel, ownPlaylist, ownEntry],
  countMessages: countUnread,
};
