-- What posts are found by ------------------------------------------------------------------------------------------------

-- Made from the crate of posts by a follower of its changes, and made anew when that cannot go on. Posts are few and their
-- writers staff, so that these tables belong to one node.
create table post_search (
  item_id       uuid primary key,
  -- Of the item as it was read.
  rev           bigint not null,
  name          text collate "C",
  created_at    timestamptz not null,
  tags          text[] collate "C" not null,
  collaborators text[] collate "C" not null,
  title         text[] collate "C" not null,
  blurb         text[] collate "C" not null,
  -- Of the title, the blurb and the text. Beside them a row is narrow, for what reads many.
  words         text[] collate "C" not null,
  -- Which walk over all posts has found it.
  round         integer not null
);

-- A list is read in pieces, without taking it apart each time.
alter table post_search alter column words set storage external;
-- What waits to be added would be read by every search.
create index post_search_by_words on post_search using gin (words) with (fastupdate = off);

-- Every word of them, by which a beginning, an inner part or a typing error finds it.
create table post_words (
  word      text collate "C" primary key,
  -- Without the marks of its letters.
  plain     text collate "C" not null,
  trigrams  text[] collate "C" not null,
  -- Whether a post has it that everyone may list; what staff alone may see takes no place from what others look for.
  is_public boolean not null
);

create index post_words_by_plain on post_words (plain);
create index post_words_by_trigrams on post_words using gin (trigrams) with (fastupdate = off);

-- Every name that a post has or had; an address with a former one leads to the post.
create table post_names (
  name    text collate "C" not null,
  item_id uuid not null,
  -- When the post was last seen to have it: of two that had it, the later one counts.
  held_at timestamptz not null,
  primary key (name, item_id)
);

create index post_names_of_item on post_names (item_id);

-- How far the follower has come.
create table post_search_progress (
  -- There is one row.
  id         boolean primary key default true check (id),
  -- Of the change feed; null before the first walk.
  token      text,
  round      integer not null,
  is_walking boolean not null,
  -- What the rows were made by: when that changes, all are made anew.
  form       integer not null
);

insert into post_search_progress (round, is_walking, form) values (0, false, 0);
