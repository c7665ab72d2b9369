-- Of another deed, such as a vote, with which it ends unless it is followed for itself too.
alter table follows add column is_implied boolean not null default false;

-- A vote was followed at once. Who entered the feedback or said something there follows it for that.
update follows f set is_implied = true from feedbag_votes v join feedbag_entries e on e.subject_id = v.subject_id
where f.subject = 'feedbag.entry:' || v.subject_id and f.user_id = v.user_id
  and v.added_by is null and v.merged_from is null and v.participant_id <> e.participant_id
  and v.created_at between f.created_at - interval '5 seconds' and f.created_at + interval '5 seconds'
  and not exists (
    select from thread_messages m where m.subject_id = v.subject_id and m.participant_id = v.participant_id);
