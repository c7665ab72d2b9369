-- Saved searches that their players follow.
alter table levelhead_searches
  -- Names it where it is followed, because slots are used again.
  add column search_id uuid not null default gen_random_uuid(),
  -- The newest levels when it was last looked through, and how far back they went; null until then.
  add column found text[] collate "C",
  add column found_from timestamptz,
  add column looked_on date;

create index levelhead_searches_by_id on levelhead_searches (search_id);
