interface UserIdTables {
  readonly noun: string;
  /** The columns with user ids, by table. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

/** Exports, deletions and merges of accounts go through this list; a test finds columns that are missing from it. */
export const userIdTables: readonly UserIdTables[] = [
  {
    noun: 'accounts',
    tables: {
      accounts: ['user_id'],
      account_devices: ['user_id'],
      account_emails: ['user_id'],
      account_identities: ['user_id'],
      account_notes: ['user_id', 'author_id'],
      passkeys: ['user_id'],
      security_events: ['user_id'],
    },
  },
  {
    noun: 'aliases',
    tables: {
      aliases: ['user_id'],
      alias_decisions: ['user_id', 'decided_by'],
      alias_history: ['user_id'],
      alias_looks: ['user_id'],
      alias_names: ['user_id'],
      alias_reports: ['user_id', 'reporter_id'],
    },
  },
  { noun: 'apps', tables: { app_keys: ['created_by'] } },
  { noun: 'audit', tables: { audit: ['user_id'] } },
  {
    noun: 'contact',
    tables: {
      contact_forwards: ['sent_by'],
      contact_macros: ['updated_by'],
      contact_submissions: ['user_id', 'assigned_user_id'],
      contact_turns: ['assigned_user_id'],
      contact_views: ['user_id'],
    },
  },
  { noun: 'confirmations', tables: { confirmations: ['user_id'] } },
  { noun: 'delegation', tables: { delegation_keys: ['user_id'] } },
  {
    noun: 'editor',
    tables: {
      editor_drafts: ['user_id'],
      editor_presence: ['user_id'],
      editor_previews: ['created_by'],
      editor_reviews: ['user_id'],
      editor_schedules: ['user_id'],
    },
  },
  {
    noun: 'feedbag',
    tables: {
      feedbag_entries: ['user_id'],
      feedbag_votes: ['user_id', 'added_by'],
      feedbag_webhooks: ['created_by'],
    },
  },
  { noun: 'following', tables: { follows: ['user_id'], followers: ['user_id'], follow_counts: ['user_id'] } },
  {
    noun: 'levelhead',
    tables: {
      levelhead_level_tags: ['user_id'],
      levelhead_levels: ['user_id'],
      levelhead_players: ['user_id'],
      levelhead_record_history: ['user_id'],
      levelhead_records: ['user_id'],
      levelhead_searches: ['user_id'],
      levelhead_tips: ['creator_user_id', 'user_id'],
    },
  },
  { noun: 'login', tables: { sessions: ['user_id'] } },
  {
    noun: 'mailbox',
    tables: { mailbox_marks: ['user_id'], mailbox_messages: ['created_by', 'released_by', 'sent_by'] },
  },
  { noun: 'media', tables: { media_snippets: ['uploaded_by'] } },
  {
    noun: 'notifications',
    tables: {
      notifications: ['user_id'],
      notification_deliveries: ['user_id'],
      notification_events: ['caused_by', 'user_ids'],
      notification_mutes: ['user_id'],
      notification_readers: ['user_id'],
      notification_settings: ['user_id'],
    },
  },
  { noun: 'podcast', tables: { podcast_places: ['user_id'] } },
  { noun: 'articles', tables: { post_search: ['collaborators'] } },
  {
    noun: 'storage',
    tables: {
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
  },
  { noun: 'support', tables: { support_votes: ['user_id'] } },
  {
    noun: 'telegrams',
    tables: {
      subscribers: ['user_id'],
      telegram_campaigns: ['created_by', 'released_by'],
      telegram_templates: ['created_by'],
    },
  },
  {
    noun: 'threads',
    tables: {
      thread_history: ['user_id'],
      thread_messages: ['user_id'],
      thread_participants: ['user_id'],
      thread_people: ['user_id', 'decided_by'],
      thread_reactions: ['user_id'],
      thread_reads: ['user_id'],
    },
  },
];
