-- What waits longest comes first, without reading all that is open.
create index contact_submissions_overdue on contact_submissions (due_at, subject_id)
  where state = 'open' and merged_into is null;
-- Few are put off at a time.
create index contact_submissions_snoozed on contact_submissions (last_at desc, subject_id desc)
  where snoozed_until is not null;
