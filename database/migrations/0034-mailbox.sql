-- What the studio writes to players: once for all of a segment, and few, so that it is a reference table. A segment is
-- `user:<id>`, `role:<role>` with all above it, `players:levelhead`, or `follows:<subject>`.
create table mailbox_messages (
  message_id  uuid primary key,
  state       text collate "C" not null check (state in ('draft', 'sent', 'withdrawn')),
  segment     text collate "C" not null check (octet_length(segment) between 3 and 210),
  -- By locale, each with a title and a body.
  texts       jsonb not null,
  -- What of the site it is about.
  path        text,
  rev         integer not null default 1,
  created_by  text collate "C" not null,
  created_at  timestamptz not null,
  released_by text collate "C",
  sent_by     text collate "C",
  sent_at     timestamptz,
  readers     integer,
  check ((state = 'draft') = (sent_at is null))
);

create index mailbox_messages_sent on mailbox_messages (segment, sent_at desc, message_id desc) where state = 'sent';

-- What a reader has done with one, distributed by user id; nothing until then.
create table mailbox_marks (
  user_id     text collate "C" not null,
  message_id  uuid not null,
  read_at     timestamptz,
  archived_at timestamptz,
  primary key (user_id, message_id)
);
