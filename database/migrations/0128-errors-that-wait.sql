-- A day begins so many issues and no more; what else is new waits for a day with room, the most frequent first.
alter table telemetry_errors add column waits boolean not null default false;
create index telemetry_errors_waiting on telemetry_errors (stack_hash) where waits;
create index telemetry_issue_stacks_by_words on telemetry_issue_stacks
  using gin (to_tsvector('simple', regexp_replace(message || ' ' || place, '\W+', ' ', 'g')));
create index telemetry_issue_links_by_subject on telemetry_issue_links (kind, subject_id);
create index telemetry_issues_regressed on telemetry_issues (last_seen_at desc, issue_id desc)
  where regressed and merged_into is null;
create index telemetry_issues_by_user on telemetry_issues (user_id, last_seen_at desc, issue_id desc)
  where merged_into is null and user_id is not null;
