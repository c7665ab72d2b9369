-- What a new database has from 0021 on: its own collation, which PostgreSQL 15 and 16 can make, and one sigma.
do $$ begin
  if to_regcollation('unicode_letters') is null then
    if current_setting('server_version_num')::integer >= 170000 then
      execute 'create collation unicode_letters (provider = builtin, locale = ''C.UTF-8'')';
    else
      create collation unicode_letters (provider = icu, locale = 'und');
    end if;
  end if;
end $$;

create or replace function levelhead_words_of(title text) returns text[] language sql immutable parallel safe as $$
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

update levelhead_levels set words =
    (select array_agg(distinct translate(word, 'ς', 'σ') collate "C") from unnest(words) word)
  where words::text like '%ς%';
insert into levelhead_title_words (crate_id, word, trigrams)
  select distinct crate_id, word, levelhead_trigrams_of(word) from levelhead_levels, unnest(words) word
  where word like '%σ'
  on conflict do nothing;
