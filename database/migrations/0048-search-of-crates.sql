-- Answers are found as posts are: each crate has words, names and a follower of its own in the same tables.
alter table post_search add column crate_id text collate "C" not null default 'posts';
alter table post_search drop constraint post_search_pkey;
alter table post_search add primary key (crate_id, item_id);
drop index post_search_by_age;
create index post_search_by_age on post_search (crate_id, created_at, item_id);
drop index post_search_by_recency;
create index post_search_by_recency on post_search (crate_id, item_id) where recency > 0;

alter table post_words add column crate_id text collate "C" not null default 'posts';
alter table post_words drop constraint post_words_pkey;
alter table post_words add primary key (crate_id, word);
drop index post_words_by_plain;
create index post_words_by_plain on post_words (crate_id, plain);

alter table post_names add column crate_id text collate "C" not null default 'posts';
alter table post_names drop constraint post_names_pkey;
alter table post_names add primary key (crate_id, name, item_id);
drop index post_names_of_item;
create index post_names_of_item on post_names (crate_id, item_id);

alter table post_search_progress drop constraint post_search_progress_pkey;
alter table post_search_progress drop column id;
alter table post_search_progress add column crate_id text collate "C" not null default 'posts';
alter table post_search_progress add primary key (crate_id);
