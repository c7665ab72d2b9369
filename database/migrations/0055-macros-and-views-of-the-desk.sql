-- Answers that the desk has ready, and what they do besides. Few, of all staff: a reference table.
create table contact_macros (
  macro_id   uuid primary key,
  name       text not null,
  -- By locale; English is always there.
  texts      jsonb not null,
  state      text collate "C" check (state in ('waiting', 'closed')),
  tag        text,
  rev        integer not null default 1,
  updated_by text not null,
  updated_at timestamptz not null
);

-- One's own ways of looking at the desk. Distributed by user.
create table contact_views (
  user_id text not null,
  slot    smallint not null check (slot between 0 and 19),
  name    text not null,
  -- As it stands in the address.
  query   text not null,
  primary key (user_id, slot)
);

-- When the studio first answered, for its figures.
alter table contact_submissions add answered_at timestamptz;

update contact_submissions s set answered_at = (
  select min(m.created_at) from thread_messages m
  where m.subject_id = s.subject_id and m.side = 'studio' and m.kind <> 'internal');
