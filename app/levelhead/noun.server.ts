import type { Noun } from '#app/noun/noun.server.ts';

import { levelheadAnswers } from './answers.server.ts';
import { levelheadErasure } from './erasure.server.ts';
import { beatenRecordEvent, ownLevel, playerSubject, publishedLevelEvent } from './event-kinds.server.ts';
import { levelheadJobs } from './jobs.server.ts';
import { levelheadMeanings } from './meanings.server.ts';
import { levelRows } from './personal-rows.server.ts';
import { levelAudit } from './play/audit-kinds.server.ts';
import { addedLevelEvent, ownPlaylist, playlistSubject } from './playlists/playlist-updates.server.ts';
import { levelReports, playerReports } from './report-kinds.server.ts';
import { foundLevelsEvent, searchSubject } from './saved-searches/search-alerts.server.ts';
import { DEMO_WORLD, seedWorld } from './world/seed-world.server.ts';

export const levelhead: Noun = {
  name: 'levelhead',
  answers: levelheadAnswers,
  meanings: levelheadMeanings,
  jobs: levelheadJobs,
  events: [publishedLevelEvent, beatenRecordEvent, foundLevelsEvent, addedLevelEvent],
  subjects: [playerSubject, searchSubject, playlistSubject],
  ownItems: [ownLevel, ownPlaylist],
  reports: [levelReports, playerReports],
  audit: [levelAudit],
  seed: async (current, { userIds }) => void (await seedWorld(current, DEMO_WORLD, userIds)),
  userIds: {
    levelhead_level_tags: ['user_id'],
    levelhead_levels: ['user_id'],
    levelhead_players: ['user_id'],
    levelhead_record_history: ['user_id'],
    levelhead_records: ['user_id'],
    levelhead_searches: ['user_id'],
    levelhead_tips: ['creator_user_id', 'user_id'],
  },
  ...levelRows,
  ...levelheadErasure,
};
