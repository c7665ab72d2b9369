-- The words of items as those of everything else, in place of what the parser of PostgreSQL takes for words. Writes the table anew.
create function item_words_of(name text, map jsonb) returns tsvector language plpgsql immutable parallel safe set search_path from current as $$
begin
  return array_to_tsvector(words_of(left(coalesce(name, '') || E'\n' || coalesce((
    select string_agg(one #>> '{}', E'\n') from jsonb_path_query(map, 'strict $.**') one where jsonb_typeof(one) = 'string'), ''), 65536)));
end $$;

alter table items drop column words;
alter table items add words tsvector not null generated always as (item_words_of(name, map)) stored;
create index items_by_words on items using gin (words);
