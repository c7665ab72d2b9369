-- Feedback entries: what came before their words were kept with their neighbors is looked at once more by a job.
alter table feedbag_entries add has_old_words boolean not null default true;
alter table feedbag_entries alter has_old_words set default false;
create index feedbag_entries_old_words on feedbag_entries (subject_id) where has_old_words;

-- Letters: words are cut as `lib/text-search` cuts them, also those of what came before.
alter table contact_submissions add has_old_words boolean not null default true;
alter table contact_submissions alter has_old_words set default false;
create index contact_submissions_old_words on contact_submissions (subject_id) where has_old_words;

-- Cut as `lib/text-search` cuts what is looked for: words in small letters without marks, and of scripts that do not separate
-- words each letter and each two neighbors. `search_path` is that of now, for who restores a copy has another.
create function words_of(typed text) returns text[] language plpgsql immutable parallel safe set search_path from current as $$
declare
  plain text;
begin
  -- Most texts, in half of the time.
  if octet_length(typed) = char_length(typed) then
    return (select coalesce(array_agg(distinct left(one, 64) collate "C"), '{}')
      from regexp_split_to_table(lower(typed collate "C"), '[^a-z0-9]+') one where one <> '');
  end if;
  plain := translate(replace(replace(replace(replace(
    normalize(regexp_replace(normalize(lower(normalize(typed, NFKC) collate unicode_letters), NFD),
      '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640\u00ad\u200c\u200d\u2060]', '', 'g'), NFC),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øłđðħŧıŋĸς', 'olddhtinkσ');
  return (
    with run as (
      -- The marks of Thai, Lao, Burmese and Khmer are no letters to PostgreSQL, and to its version 15 no zero of Chinese is one.
      select hit[1] as text from regexp_matches(plain collate unicode_letters,
        '[[:alnum:]\u3007\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3]+', 'g') hit),
    piece as (
      select row_number() over () as number, hit[1] as text, hit[2] is not null as is_unspaced
      from run, regexp_matches(run.text,
        '(([\u0e00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005\u3007\u3040-\u312f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+)|[^\u0e00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005\u3007\u3040-\u312f\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+)', 'g') hit),
    letter as (
      select one.letter, lead(one.letter) over (partition by piece.number order by one.at) as next
      from piece, unnest(string_to_array(piece.text, null)) with ordinality one(letter, at) where piece.is_unspaced),
    word as (
      select left(text, 64) as text from piece where not is_unspaced
      union all select letter from letter
      union all select letter || next from letter where next is not null)
    select coalesce(array_agg(distinct text collate "C"), '{}') from word);
end $$;

-- By which people are found: the words of the names that everybody sees of them, in their plainest spelling.
create table alias_words (
  context text collate "C" not null,
  word    text collate "C" not null,
  user_id text collate "C" not null,
  primary key (context, word, user_id)
);

create index alias_words_of_user on alias_words (context, user_id);

create function alias_words_of(alias text, safe_alias text, state text) returns setof text language sql stable as $$
  select unnest(words_of(safe_alias))
  union
  select one from unnest(words_of(alias)) one where state = 'approved'
$$;

create function alias_written() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from alias_words where context = old.context and user_id = old.user_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into alias_words (context, word, user_id)
      select new.context, word, new.user_id from alias_words_of(new.alias, new.safe_alias, new.state) word
      on conflict do nothing;
  end if;
  return null;
end $$;

create trigger aliases_written after insert or update of context, user_id, alias, safe_alias, state or delete on aliases
  for each row execute function alias_written();

insert into alias_words (context, word, user_id)
  select a.context, word, a.user_id from aliases a, alias_words_of(a.alias, a.safe_alias, a.state) word;
