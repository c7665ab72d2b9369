-- Of the stack in the log that came with it, the same for the same crash; empty without one. Null of what came from a game
-- before there were any, until a job has looked at its log.
alter table feedbag_entries add crash_hash text collate "C" default '';
update feedbag_entries set crash_hash = null where source <> 'site';

create index feedbag_entries_by_crash on feedbag_entries (project_id, crash_hash, subject_id) where crash_hash <> '';
create index feedbag_entries_unhashed on feedbag_entries (subject_id) where crash_hash is null;
