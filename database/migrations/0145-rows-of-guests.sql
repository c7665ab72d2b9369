-- By which what somebody entered or voted for is found where no account stands beside it, for their export and their deletion.
create index feedbag_entries_of_participant on feedbag_entries (participant_id, subject_id);
create index feedbag_votes_of_participant on feedbag_votes (participant_id, subject_id);
create index thread_reactions_of_participant on thread_reactions (participant_id, subject_id, message_id, reaction);
