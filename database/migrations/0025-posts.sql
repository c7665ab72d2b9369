-- How recent a post is: 3 are the newest 256, 2 those that follow up to 1,024, 1 up to 4,096, 0 all others. A search that has
-- enough from one group reads no older one, so that a word of most posts takes no longer when there are more of them.
alter table post_search add column recency smallint not null default 0;
create index post_search_newest_by_words on post_search using gin (words) with (fastupdate = off) where recency = 3;
create index post_search_newer_by_words on post_search using gin (words) with (fastupdate = off) where recency = 2;
create index post_search_new_by_words on post_search using gin (words) with (fastupdate = off) where recency = 1;
create index post_search_by_recency on post_search (item_id) where recency > 0;
drop index post_search_recent_by_words;
drop index post_search_recent_by_age;
alter table post_search drop column is_recent;

-- What somebody throws away of what they typed can be taken back for a while: the row stays, and nobody is offered it.
alter table editor_drafts add column discarded_at timestamptz;
