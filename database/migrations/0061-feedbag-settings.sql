-- States of the studio's own, beside those that the site knows.
create table feedbag_statuses (
  status_id     text collate "C" primary key,
  name          text not null,
  colour        text collate "C" not null,
  -- Whether people may still vote, and whether it has a column on the roadmap.
  is_open       boolean not null,
  is_on_roadmap boolean not null,
  place         integer not null,
  created_at    timestamptz not null
);

alter table feedbag_entries drop constraint feedbag_entries_status_check;

-- Of the one that an editor has seen.
alter table feedbag_projects add rev integer not null default 1;
