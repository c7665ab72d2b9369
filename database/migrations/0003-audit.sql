-- The log is also read by who did something and by what was done.
create index audit_of_user on audit (user_id, audit_id desc);
create index audit_of_action on audit (action, audit_id desc);
