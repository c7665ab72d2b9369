-- Whether a post is among the newest two thousand. A word of most posts is looked for among these first, so that it takes no
-- longer when there are more. New rows are not until the follower of changes has looked.
alter table post_search add column is_recent boolean not null default false;
-- All words in their order, in their plainest spelling, by which words are found that stand beside each other.
alter table post_search add column spoken text collate "C" not null default '';
alter table post_search alter column spoken set storage external;

create index post_search_recent_by_words on post_search using gin (words) with (fastupdate = off) where is_recent;
create index post_search_recent_by_age on post_search (created_at, item_id) where is_recent;
create index post_search_by_age on post_search (created_at, item_id);
