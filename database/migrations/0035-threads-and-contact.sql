-- Conversations about a subject, which is a row of its noun with the same id. Distributed by subject.
create table threads (
  subject_id      uuid primary key,
  noun            text collate "C" not null,
  audience        text collate "C" not null check (audience in ('everyone', 'participants')),
  -- Of any kind: whoever answers names the one that they have seen.
  last_message_id uuid not null,
  created_at      timestamptz not null
);

create table thread_participants (
  subject_id     uuid not null references threads on delete cascade,
  -- `user` and an id, or `email` and a hash: one key for who is signed in and for who has a link.
  participant_id text collate "C" not null,
  user_id        text,
  added_at       timestamptz not null,
  primary key (subject_id, participant_id)
);

create index thread_participants_of_user on thread_participants (user_id, subject_id) where user_id is not null;

create table thread_messages (
  subject_id     uuid not null references threads on delete cascade,
  message_id     uuid not null,
  kind           text collate "C" not null check (kind in ('public', 'internal', 'update')),
  side           text collate "C" not null check (side in ('player', 'studio')),
  participant_id text collate "C" not null,
  user_id        text,
  body           text not null,
  -- How many secrets and card numbers were masked before it was stored.
  masked         smallint not null default 0,
  -- Of the mail by which it came, in angle brackets.
  mail_id        text,
  created_at     timestamptz not null,
  edited_at      timestamptz,
  primary key (subject_id, message_id)
);

create unique index thread_messages_by_mail on thread_messages (subject_id, mail_id) where mail_id is not null;
create index thread_messages_of_user on thread_messages (user_id, subject_id) where user_id is not null;

create table thread_files (
  subject_id uuid not null,
  file_id    uuid not null,
  message_id uuid not null,
  name       text not null,
  type       text collate "C" not null,
  bytes      bigint not null,
  width      integer,
  height     integer,
  file_key   text collate "C" not null,
  primary key (subject_id, file_id),
  foreign key (subject_id, message_id) references thread_messages on delete cascade
);

create index thread_files_by_message on thread_files (subject_id, message_id);
create index thread_files_by_key on thread_files (file_key);

-- How far somebody has read, which also tells who has read what.
create table thread_reads (
  subject_id uuid not null references threads on delete cascade,
  reader_id  text collate "C" not null,
  user_id    text,
  message_id uuid not null,
  at         timestamptz not null,
  primary key (subject_id, reader_id)
);

create index thread_reads_of_user on thread_reads (user_id, subject_id) where user_id is not null;

create table thread_history (
  subject_id uuid not null references threads on delete cascade,
  entry_id   uuid not null,
  at         timestamptz not null,
  user_id    text,
  deed       text collate "C" not null,
  -- Of deeds that were done, and are undone, together.
  batch_id   uuid,
  details    jsonb not null default '{}',
  primary key (subject_id, entry_id)
);

create index thread_history_by_batch on thread_history (batch_id, subject_id) where batch_id is not null;
create index thread_history_of_user on thread_history (user_id, subject_id) where user_id is not null;

-- What players write to the studio. Distributed by subject, beside its thread.
create table contact_submissions (
  subject_id       uuid primary key,
  topic            text collate "C" not null,
  title            text not null,
  facts            jsonb not null,
  locale           text not null,
  participant_id   text collate "C" not null,
  user_id          text,
  email            text,
  name             text not null,
  -- Whose turn it is: ours, the player's, nobody's.
  state            text collate "C" not null check (state in ('open', 'waiting', 'closed')),
  priority         smallint not null check (priority between 0 and 3),
  assigned_user_id text,
  tags             text[] not null default '{}',
  snoozed_until    timestamptz,
  due_at           timestamptz,
  merged_into      uuid,
  messages         integer not null,
  search           tsvector not null,
  created_at       timestamptz not null,
  last_at          timestamptz not null,
  check ((email is null) <> (user_id is null))
);

-- The desk reads across subjects; few rows are open at a time.
create index contact_submissions_newest on contact_submissions (last_at desc, subject_id desc);
create index contact_submissions_by_state on contact_submissions (state, last_at desc, subject_id desc);
create index contact_submissions_of_assigned on contact_submissions (assigned_user_id, last_at desc, subject_id desc)
  where assigned_user_id is not null;
create index contact_submissions_of_participant on contact_submissions (participant_id, last_at desc, subject_id desc);
create index contact_submissions_of_user on contact_submissions (user_id) where user_id is not null;
create index contact_submissions_merged on contact_submissions (merged_into) where merged_into is not null;
create index contact_submissions_search on contact_submissions using gin (search);
create index contact_submissions_by_tag on contact_submissions using gin (tags);
