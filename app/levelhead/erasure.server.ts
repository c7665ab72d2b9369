import type { PersonalData } from '#app/current/personal-data.server.ts';

import { CRATE } from './level.ts';
import { mergedDays, mergedPlayer, mergedSearches } from './merging.server.ts';

export const levelheadErasure = {
  fates: {
    'levelhead_level_tags.user_id': 'unnamed',
    'levelhead_levels.user_id': 'unnamed',
    'levelhead_players.user_id': 'gone',
    'levelhead_record_history.user_id': 'unnamed',
    'levelhead_records.user_id': 'unnamed',
    'levelhead_searches.user_id': 'gone',
    'levelhead_searches.found': 'row',
    'levelhead_tips.creator_user_id': 'unnamed',
    'levelhead_tips.user_id': 'unnamed',
    'levelhead_daily.subject_id': 'gone',
  },
  keptItems: [{ crateId: CRATE, tag: 'level', choice: 'levels' }],
  mergers: [mergedPlayer, mergedDays, mergedSearches],
} as const satisfies PersonalData;
