-- The processes of the site that run, each by its own beats. One that stops politely removes its row, others are swept.
create table site_processes (
  process_id uuid primary key,
  host       text collate "C" not null,
  pid        integer not null,
  version    text collate "C" not null,
  -- What it does: serve, work, receive mails.
  roles      text[] collate "C" not null,
  started_at timestamptz not null,
  beat_at    timestamptz not null
);

-- When something last went well, such as a job that the clock starts, or a mail that a server took.
create table health_marks (
  name text collate "C" primary key,
  at   timestamptz not null
);
