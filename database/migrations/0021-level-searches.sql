-- The words of levels' titles, and the searches that players keep ---------------------------------------------------------

-- By which letters are told from signs and made small, whatever the database was made with. PostgreSQL has rules of its own
-- from 17 on, before that those of ICU.
do $$ begin
  if current_setting('server_version_num')::integer >= 170000 then
    execute 'create collation unicode_letters (provider = builtin, locale = ''C.UTF-8'')';
  else
    create collation unicode_letters (provider = icu, locale = 'und');
  end if;
end $$;

-- Cut as `lib/text-search` cuts what is looked for: words in small letters without marks, and of scripts that do not
-- separate words each letter and each two neighbours. Here, because whatever writes an item has to leave its words exact.
create function levelhead_words_of(title text) returns text[] language sql immutable parallel safe as $$
  with plain as (
    select translate(replace(replace(replace(replace(
      normalize(regexp_replace(normalize(lower(normalize(title, NFKC) collate unicode_letters), NFD), '[\u0300-\u036f]', '', 'g'), NFC),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðħŧıŋĸς', 'olddhtinkσ') as text),
  run as (
    select found[1] as text from plain, regexp_matches(plain.text collate unicode_letters, '[[:alnum:]]+', 'g') found),
  piece as (
    select found[1] as text, found[2] is not null as is_unspaced
    from run, regexp_matches(run.text,
      '(([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u312f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+)|[^\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u312f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+)', 'g') found),
  word as (
    select left(text, 64) as text from piece where not is_unspaced
    union all
    select substr(text, place, size) from piece, generate_series(1, char_length(text)) place, generate_series(1, 2) size
    where is_unspaced and place + size <= char_length(text) + 1)
  select coalesce(array_agg(distinct text collate "C"), '{}') from word
$$;

-- As `lib/text-search` makes those of what is looked for: the letters of each are sorted.
create function levelhead_trigrams_of(word text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct trigram collate "C")
  from generate_series(1, char_length(word) + 1) place,
    lateral (select string_agg(letter, '' order by letter collate "C")
      from regexp_split_to_table(substr('  ' || word || ' ', place, 3), '') letter) three (trigram)
$$;

create table levelhead_titles (
  crate_id text collate "C" not null,
  item_id  uuid not null,
  words    text[] collate "C" not null,
  primary key (crate_id, item_id)
);

-- What waits to be added would be read by every search.
create index levelhead_titles_by_words on levelhead_titles using gin (words) with (fastupdate = off);

-- Every word that a title had, by which a beginning or a typing error finds it. There are no more than players know.
create table levelhead_title_words (
  crate_id text collate "C" not null,
  word     text collate "C" not null,
  trigrams text[] collate "C" not null,
  primary key (crate_id, word)
);

create index levelhead_title_words_by_trigrams on levelhead_title_words using gin (trigrams) with (fastupdate = off);

create function levelhead_title_written() returns trigger language plpgsql as $$
declare
  title_words text[];
begin
  if 'level' = any (new.tags) and new.name is not null then
    title_words := levelhead_words_of(left(coalesce(new.map ->> 'title', new.name), 256));
    insert into levelhead_titles as t (crate_id, item_id, words) values (new.crate_id, new.item_id, title_words)
      on conflict (crate_id, item_id) do update set words = excluded.words where t.words <> excluded.words;
    -- In their order, so that two writers wait for each other one way round.
    insert into levelhead_title_words (crate_id, word, trigrams)
      select new.crate_id, wanted.word, levelhead_trigrams_of(wanted.word) from unnest(title_words) wanted (word)
      where not exists (select 1 from levelhead_title_words known where known.crate_id = new.crate_id and known.word = wanted.word)
      order by wanted.word
      on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    delete from levelhead_titles where crate_id = new.crate_id and item_id = new.item_id;
  end if;
  return null;
end $$;

create function levelhead_title_deleted() returns trigger language plpgsql as $$
begin
  delete from levelhead_titles where crate_id = old.crate_id and item_id = old.item_id;
  return null;
end $$;

create trigger levelhead_titles_added after insert on items for each row
  when (new.crate_id = 'levelhead') execute function levelhead_title_written();
create trigger levelhead_titles_changed after update of map, name, tags on items for each row
  when (new.crate_id = 'levelhead' and (old.map, old.name, old.tags) is distinct from (new.map, new.name, new.tags))
  execute function levelhead_title_written();
create trigger levelhead_titles_deleted after delete on items for each row
  when (old.crate_id = 'levelhead') execute function levelhead_title_deleted();

insert into levelhead_titles (crate_id, item_id, words)
  select crate_id, item_id, levelhead_words_of(left(coalesce(map ->> 'title', name), 256))
  from items where crate_id = 'levelhead' and 'level' = any (tags) and name is not null;
insert into levelhead_title_words (crate_id, word, trigrams)
  select distinct crate_id, word, levelhead_trigrams_of(word) from levelhead_titles, unnest(words) word;

-- A search of a hall that a player has given a name, at most fifty of each player: one for each slot.
create table levelhead_searches (
  user_id      text collate "C" not null,
  slot         smallint not null check (slot between 0 and 49),
  hall         text collate "C" not null,
  name         text not null,
  -- As in the address of the hall, without a place in its pages.
  query        text not null,
  -- Of those that have one, the latest is what its hall shows to who asks for nothing else.
  default_since timestamptz,
  -- Of the address of its feed: another one makes the former address lead nowhere.
  feed_id      uuid not null,
  created_at   timestamptz not null,
  -- What is newer is new to the player.
  seen_at      timestamptz not null,
  -- It can be brought back until the slot is needed, or the day is over.
  deleted_at   timestamptz,
  primary key (user_id, slot)
);

create index levelhead_searches_deleted on levelhead_searches (deleted_at) where deleted_at is not null;
