-- What somebody wrote, the newest first, also where their account is not told with it.

create index feedbag_entries_of_participant on feedbag_entries (participant_id, subject_id desc);
