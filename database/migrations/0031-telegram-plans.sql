-- Templates, and what a campaign needs beside its text: whom it is for, when, which subject, and where it stays -------------

create table telegram_templates (
  template_id uuid primary key,
  name        text not null,
  -- By locale: a subject and a body in Markdown, with slots such as {{title}}.
  versions    jsonb not null default '{}',
  rev         bigint not null default 1,
  created_at  timestamptz not null,
  created_by  text not null,
  updated_at  timestamptz not null
);

alter table telegram_campaigns
  -- A welcome is never through: whoever confirms is added to its deliveries.
  add column kind           text collate "C" not null default 'issue' check (kind in ('issue', 'welcome')),
  add column wait_minutes   integer not null default 0 check (wait_minutes between 0 and 43200),
  -- Whom of the newsletter's readers it is for; empty for all.
  add column segment        jsonb not null default '{}',
  -- What the clock of each reader shows when it is sent, such as 2026-11-24T17:00, and the zone of those of whom none is known.
  add column reader_time    text check (reader_time ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'),
  add column reader_zone    text,
  -- How many of a hundred get one of two subjects before the others get the one that somebody chooses.
  add column trial_percent  smallint check (trial_percent between 1 and 100),
  add column subject_choice text collate "C" check (subject_choice in ('a', 'b')),
  -- The end of its public address; without one it has none.
  add column archive_name   text collate "C",
  add check ((reader_time is null) = (reader_zone is null));

create unique index telegram_campaigns_archive on telegram_campaigns (archive_name) where archive_name is not null;
create index telegram_campaigns_archived on telegram_campaigns (finished_at desc, campaign_id desc)
  where archive_name is not null and state = 'finished';
create index telegram_campaigns_welcome on telegram_campaigns (subscription_id)
  where kind = 'welcome' and state in ('running', 'paused');

-- Of a trial of two subjects; the rest waits for the choice at infinity.
alter table telegram_deliveries add column variant text collate "C" check (variant in ('a', 'b'));

-- Mails that a domain gets on the first day of a new sender; each day twice as many. One row.
create table telegram_warm_up (
  is_only    boolean primary key default true check (is_only),
  started_at timestamptz not null,
  first_day  integer not null check (first_day between 1 and 100000)
);
