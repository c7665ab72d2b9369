-- By which what somebody wrote, entered or voted for is found under their name of conversations, also where no account stands
-- beside it, for their export and their deletion.
create index feedbag_entries_of_participant on feedbag_entries (participant_id, subject_id);
create index feedbag_votes_of_participant on feedbag_votes (participant_id, subject_id);
create index thread_messages_of_participant on thread_messages (participant_id, subject_id, message_id);
create index thread_participants_of_participant on thread_participants (participant_id, subject_id);
create index thread_reactions_of_participant on thread_reactions (participant_id, subject_id, message_id, reaction);
drop index thread_participants_of_guest;
