-- Errors are grouped into issues, by the places in the sources where they were thrown.

-- By release too, so that an issue knows whether it was met in one that was to be without it.
alter table telemetry_error_counts
  add column version text collate "C" not null default '',
  -- How many of them issues know of.
  add column counted bigint not null default 0,
  add column last_at timestamptz not null default '-infinity';
update telemetry_error_counts counts set version = errors.version, last_at = errors.last_seen_at
  from telemetry_errors errors where errors.error_hash = counts.error_hash;
alter table telemetry_error_counts
  drop constraint telemetry_error_counts_pkey,
  add primary key (error_hash, day, bot, version),
  alter column version drop default,
  alter column last_at drop default;
create index telemetry_error_counts_to_count on telemetry_error_counts (error_hash, day, version)
  where counted < occurrences and not bot;

-- The maps of what browsers run, as each build made them: from positions in its files to those in the sources.
create table telemetry_source_maps (
  -- Its name has a hash, so that a file of the same name has the same map in every release.
  file    text collate "C" not null,
  version text collate "C" not null,
  -- JSON, compressed by gzip.
  map     bytea not null,
  -- When a process of that release last ran.
  used_at timestamptz not null,
  primary key (file, version)
);
create index telemetry_source_maps_by_version on telemetry_source_maps (version);

create table telemetry_issues (
  issue_id      uuid primary key,
  state         text collate "C" not null check (state in ('open', 'resolved', 'ignored')),
  -- Of those that are open: they were resolved before, and came again.
  regressed     boolean not null default false check (not regressed or state = 'open'),
  -- How often that has happened.
  regressions   integer not null default 0,
  -- The first release that is to be without it.
  resolved_in   text collate "C" check ((resolved_in is not null) = (state = 'resolved')),
  resolved_at   timestamptz check ((resolved_at is not null) = (state = 'resolved')),
  -- Who looks after it.
  user_id       text collate "C",
  -- Of the one that it is a part of now.
  merged_into   uuid references telemetry_issues on delete cascade,
  -- Whether staff have ever done anything with it, so that it is kept.
  touched       boolean not null default false,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null
);
create index telemetry_issues_by_time on telemetry_issues (state, last_seen_at desc, issue_id desc) where merged_into is null;
create index telemetry_issues_untouched on telemetry_issues (last_seen_at) where not touched;
create index telemetry_issues_merged on telemetry_issues (merged_into) where merged_into is not null;

-- What is alike by itself: thrown at the same places. An issue has one of them, and more when they were merged.
create table telemetry_issue_stacks (
  stack_hash  bytea primary key,
  issue_id    uuid not null references telemetry_issues on delete cascade,
  -- The issue that it was found as, to which a split leads.
  found_as    uuid not null,
  message     text not null,
  -- Where it is thrown, in words: a source and its line, or nothing.
  place       text not null,
  -- Its frames with the lines around them.
  frames      jsonb not null,
  -- The release of these lines.
  version     text collate "C" not null,
  occurrences bigint not null default 0
);
create index telemetry_issue_stacks_by_issue on telemetry_issue_stacks (issue_id);

alter table telemetry_errors add column stack_hash bytea;
create index telemetry_errors_to_group on telemetry_errors (id) where stack_hash is null and not bot;
create index telemetry_errors_by_stack on telemetry_errors (stack_hash, last_seen_at desc);

-- Kept for ever, as other sums of days are.
create table telemetry_issue_days (
  stack_hash  bytea not null references telemetry_issue_stacks on delete cascade,
  -- Of UTC.
  day         date not null,
  version     text collate "C" not null,
  occurrences bigint not null check (occurrences > 0),
  -- A place for each visitor, as in `telemetry_error_counts`.
  visitors    bit(1024) not null,
  primary key (stack_hash, day, version)
);

-- What players have written about it.
create table telemetry_issue_links (
  issue_id   uuid not null references telemetry_issues on delete cascade,
  kind       text collate "C" not null check (kind in ('contact', 'feedback')),
  subject_id uuid not null,
  primary key (issue_id, kind, subject_id)
);
