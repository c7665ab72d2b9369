alter table threads
  -- Where it is read, and at the end of all these steps: nothing is moved.
  add merged_into uuid,
  add merged_root uuid,
  -- Where its messages were before.
  add split_from uuid,
  add check ((merged_into is null) = (merged_root is null));

update threads t set merged_into = s.merged_into, merged_root = s.merged_into
  from contact_submissions s where s.subject_id = t.subject_id and s.merged_into is not null;
update threads t set merged_into = e.merged_into, merged_root = e.merged_root, split_from = e.split_from
  from feedbag_entries e where e.subject_id = t.subject_id and (e.merged_into is not null or e.split_from is not null);
update threads t set split_from = (h.details->>'from')::uuid
  from thread_history h where h.subject_id = t.subject_id and h.deed = 'splitFrom' and t.split_from is null;

create index threads_merged on threads (merged_root) where merged_root is not null;
create index threads_split on threads (split_from) where split_from is not null;

-- Whom the studio trusts and whom it has blocked in conversations of a noun, by each way in which they are known.
-- Distributed by participant.
create table thread_people (
  -- As in thread_participants.
  participant_id text collate "C" not null,
  noun           text collate "C" not null,
  -- Of an account, also in the rows of its addresses.
  user_id        text collate "C",
  standing       text collate "C" not null check (standing in ('trusted', 'blocked')),
  decided_by     text collate "C" not null,
  at             timestamptz not null,
  primary key (participant_id, noun)
);

insert into thread_people (participant_id, noun, user_id, standing, decided_by, at)
  select participant_id, 'contact', user_id, 'blocked', blocked_by, at from contact_blocks
  union all select 'user ' || user_id, 'feedbag', user_id, standing, decided_by, at from feedbag_people;

create index thread_people_of_user on thread_people (user_id, noun) where user_id is not null;

drop table contact_blocks;
drop table feedbag_people;

-- What is read in another conversation waits there, whatever its own state is.
alter table contact_submissions
  add in_queue boolean not null default true,
  -- Of the conversation from which it was split off, whose turn it was there until then.
  add split_state text collate "C",
  add split_due_at timestamptz;

-- Whose turn it was in a conversation before another was merged into it, and then: undone, it is as before where nobody has
-- changed it since. Distributed by the subject that was merged.
create table contact_turns (
  subject_id       uuid not null references threads on delete cascade,
  moment           text collate "C" not null check (moment in ('before', 'after')),
  state            text collate "C" not null,
  due_at           timestamptz,
  snoozed_until    timestamptz,
  assigned_user_id text,
  closed_at        timestamptz,
  last_at          timestamptz not null,
  primary key (subject_id, moment)
);

update contact_submissions set in_queue = false where merged_into is not null;

update contact_submissions s set split_state = h.details->'was'->>'state', split_due_at = (h.details->'was'->>'dueAt')::timestamptz
  from thread_history h where h.deed = 'split' and h.details ? 'was' and h.details->>'to' = s.subject_id::text;

insert into contact_turns (subject_id, moment, state, due_at, snoozed_until, assigned_user_id, closed_at, last_at)
  select subject_id, moment, turn->>'state', (turn->>'dueAt')::timestamptz, (turn->>'snoozedUntil')::timestamptz,
    turn->>'assignedUserId', (turn->>'closedAt')::timestamptz, (turn->>'lastAt')::timestamptz
  from (
    select distinct on (s.subject_id) s.subject_id, h.details from contact_submissions s, thread_history h
    where h.subject_id = s.merged_into and h.deed = 'mergedIn' and h.details->>'from' = s.subject_id::text
    order by s.subject_id, h.entry_id desc
  ) merge cross join lateral (values ('before', merge.details->'was'), ('after', merge.details->'now')) t (moment, turn)
  where merge.details ? 'was' and merge.details ? 'now';

update thread_history set details = details - 'was' - 'now' where deed = 'mergedIn';
update thread_history set details = details - 'was' where deed = 'split' and details ? 'to';

drop index contact_submissions_settled;
create index contact_submissions_settled on contact_submissions (closed_at) where closed_at is not null and in_queue;
drop index contact_submissions_overdue;
create index contact_submissions_overdue on contact_submissions (due_at, subject_id) where state = 'open' and in_queue;
alter table contact_submissions drop merged_into;

-- A duplicate is what is read in another.
drop index feedbag_entries_newest, feedbag_entries_by_votes, feedbag_entries_by_status;
create index feedbag_entries_newest on feedbag_entries (project_id, subject_id desc) where status <> 'duplicate';
create index feedbag_entries_by_votes on feedbag_entries (project_id, votes desc, subject_id desc)
  where status <> 'duplicate';
create index feedbag_entries_by_status on feedbag_entries (project_id, status, votes desc, subject_id desc)
  where status <> 'duplicate';
alter table feedbag_entries drop merged_into, drop merged_root, drop split_from;
