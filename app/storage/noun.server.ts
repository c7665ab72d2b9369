import type { Noun } from '#app/noun/noun.server.ts';

import { storageAnswers } from './answers.server.ts';
import { crateAudit, itemAudit } from './audit-kinds.server.ts';
import { crateDeletion } from './crates/deletion.server.ts';
import { findCrates } from './crates/find-crates.server.ts';
import { storageErasure } from './erasure.server.ts';
import { storageJobs } from './jobs.server.ts';
import { storageMeanings } from './meanings.server.ts';
import { storageRows } from './personal-rows.server.ts';
import { seedLibrary } from './seed-library.server.ts';
import type { FindKeptFiles } from './sweep.server.ts';

/** @param fileFinders which files the nouns above have */
export const storage = (fileFinders: readonly FindKeptFiles[]): Noun => ({
  name: 'storage',
  answers: storageAnswers,
  meanings: storageMeanings,
  jobs: (current) => storageJobs(current, fileFinders),
  audit: [crateAudit, itemAudit],
  approvals: [crateDeletion],
  findThings: findCrates,
  userIds: {
    bulk_acts: ['created_by', 'user_id'],
    items: ['user_id', 'collaborators', 'updated_by'],
    item_changes: ['user_id', 'collaborators', 'was_collaborators'],
    item_records: ['user_id'],
    item_shares: ['user_id'],
    item_stat_turns: ['user_id'],
    item_versions: ['user_id', 'collaborators', 'updated_by'],
    set_history: ['owner', 'member', 'user_id'],
    set_members: ['owner', 'member'],
    trashed_items: ['deleted_by'],
    usage: ['user_id'],
  },
  ...storageRows,
  ...storageErasure,
  seed: seedLibrary,
});
