-- By which the rows of one person are found, for their export and their deletion.
create index item_versions_of_owner on item_versions (crate_id, user_id, item_id, rev);
create index item_records_of_user on item_records (crate_id, user_id, item_id, name);
create index alias_names_of_user on alias_names (user_id, context, alias_key);
create index alias_reports_of_reporter on alias_reports (reporter_id, context, alias_key);
create index perk_keys_of_user on perk_keys (user_id, perk_id, key_id) where user_id is not null;
create index perk_purchases_of_user on perk_purchases (user_id, app_id, perk_id, purchase_id);
create index report_decisions_of_author on report_decisions (author_id, decision_id) where author_id is not null;
create index thread_participants_of_guest on thread_participants (participant_id, subject_id) where user_id is null;
