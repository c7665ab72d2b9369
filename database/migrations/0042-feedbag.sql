-- What waits for a look of the studio, or was taken out of sight: for its writer and for the studio.
alter table thread_messages add is_held boolean not null default false;
-- When somebody of the studio has decided about it.
alter table thread_messages add decided_at timestamptz;

-- What the studio collects feedback about. Few rows, which every page needs: a reference table.
create table feedbag_projects (
  project_id      text collate "C" primary key,
  name            text not null,
  about           text not null,
  -- Above the form, and in it.
  welcome         text not null,
  template        text not null,
  -- Its slug.
  game            text collate "C",
  least_role      text collate "C" not null check (least_role in ('public', 'authenticated', 'staff', 'admin', 'super')),
  -- On which it is there; none are all.
  stages          text[] collate "C" not null default '{}',
  -- Whether what people write waits for the studio, but for those whom it trusts.
  is_moderated    boolean not null,
  takes_anonymous boolean not null,
  place           integer not null,
  created_at      timestamptz not null
);

-- Distributed by subject, beside its thread.
create table feedbag_entries (
  subject_id     uuid primary key,
  project_id     text collate "C" not null,
  title          text not null,
  platform       text not null,
  version        text not null,
  tags           text[] collate "C" not null,
  status         text collate "C" not null
    check (status in ('open', 'planned', 'started', 'completed', 'declined', 'duplicate')),
  status_at      timestamptz not null,
  standing       text collate "C" not null check (standing in ('pending', 'shown', 'hidden')),
  -- For the studio and its writer alone.
  is_internal    boolean not null,
  participant_id text collate "C" not null,
  user_id        text collate "C",
  -- `site`, or the app by whose key a game sent it.
  source         text collate "C" not null,
  votes          integer not null default 0 check (votes >= 0),
  comments       integer not null default 0 check (comments >= 0),
  -- In whose place it stands, and at the end of all these steps; what it was before.
  merged_into    uuid,
  merged_root    uuid,
  merged_status  text collate "C",
  -- The path of the patch note that says so.
  completed_path   text,
  -- Of its title behind a mark, and of its text.
  words          text[] collate "C" not null,
  created_at     timestamptz not null,
  last_at        timestamptz not null,
  check ((merged_into is null) = (merged_root is null))
);

-- Lists read across subjects, in one project.
create index feedbag_entries_newest on feedbag_entries (project_id, subject_id desc) where merged_into is null;
create index feedbag_entries_by_votes on feedbag_entries (project_id, votes desc, subject_id desc)
  where merged_into is null;
create index feedbag_entries_by_status on feedbag_entries (project_id, status, votes desc, subject_id desc)
  where merged_into is null;
create index feedbag_entries_pending on feedbag_entries (subject_id) where standing = 'pending';
create index feedbag_entries_merged on feedbag_entries (merged_root) where merged_root is not null;
create index feedbag_entries_of_user on feedbag_entries (user_id, subject_id desc) where user_id is not null;
create index feedbag_entries_by_words on feedbag_entries using gin (words) with (fastupdate = off);
create index feedbag_entries_by_tag on feedbag_entries using gin (tags) with (fastupdate = off);
create index thread_messages_waiting on thread_messages (message_id) where is_held and decided_at is null;

-- Every word of their titles, by which a beginning or a typing error finds it. Distributed by project.
create table feedbag_words (
  project_id text collate "C" not null,
  word       text collate "C" not null,
  plain      text collate "C" not null,
  trigrams   text[] collate "C" not null,
  primary key (project_id, word)
);

create index feedbag_words_by_plain on feedbag_words (project_id, plain);
create index feedbag_words_by_trigrams on feedbag_words using gin (trigrams) with (fastupdate = off);

-- One row is one person. Distributed by subject, beside its entry, whose count is of these.
create table feedbag_votes (
  subject_id     uuid not null references feedbag_entries on delete cascade,
  participant_id text collate "C" not null,
  user_id        text collate "C",
  -- In which it still happens to them; empty when they did not say.
  version        text not null,
  -- Of staff who voted for somebody, and where that person had said so.
  added_by       text collate "C",
  source         text not null,
  -- The entry that was merged into this one and brought it.
  merged_from    uuid,
  created_at     timestamptz not null,
  primary key (subject_id, participant_id)
);

create index feedbag_votes_by_version on feedbag_votes (subject_id, version) where version <> '';
create index feedbag_votes_merged on feedbag_votes (subject_id, merged_from) where merged_from is not null;
create index feedbag_votes_of_user on feedbag_votes (user_id, subject_id) where user_id is not null;
create index feedbag_votes_added on feedbag_votes (added_by, subject_id) where added_by is not null;

-- Whom the studio trusts, and whom it has blocked. Distributed by user.
create table feedbag_people (
  user_id    text collate "C" primary key,
  standing   text collate "C" not null check (standing in ('trusted', 'blocked')),
  reason     text not null,
  decided_by text collate "C" not null,
  at         timestamptz not null
);

-- Work that a browser has done for an entry without an account, once. Swept.
create table feedbag_proofs (
  challenge  text collate "C" primary key,
  expires_at timestamptz not null
);

create index feedbag_proofs_by_end on feedbag_proofs (expires_at);
