-- What somebody did of one kind: whoever does most of all, and never that, is not read through.
create index audit_of_user_and_kind on audit (user_id, split_part(action, '.', 1), at desc, audit_id desc);
create index audit_of_user_and_action on audit (user_id, action, at desc, audit_id desc);
