-- When a submission was settled: a year later it is deleted, with all that stands in it.
alter table contact_submissions add closed_at timestamptz;

update contact_submissions s set closed_at = greatest(s.last_at, (
    select max(h.at) from thread_history h
    where h.subject_id = s.subject_id and (h.deed = 'close' or h.details->>'now' = 'closed')))
  where s.state = 'closed';

alter table contact_submissions add check ((state = 'closed') = (closed_at is not null));

create index contact_submissions_settled on contact_submissions (closed_at) where closed_at is not null and merged_into is null;

-- What such a message said is gone, and so are its files.
alter table thread_messages add redacted_at timestamptz;
