-- Aliases --------------------------------------------------------------------------------------------------------------

drop index aliases_once;

alter table aliases
  -- What makes two spellings one name.
  add column alias_key    text collate "C",
  add column safe_alias   text,
  add column state        text not null default 'approved' check (state in ('approved', 'pending', 'denied')),
  -- Since when it is in its state.
  add column state_at     timestamptz not null default now(),
  -- What moderators should look at.
  add column flags        jsonb not null default '[]',
  add column reports      integer not null default 0,
  -- How many of them a moderator has answered.
  add column reports_seen integer not null default 0,
  add column whitelisted  boolean not null default false,
  -- When its owner last chose; null while others chose for them.
  add column changed_at   timestamptz,
  add column rev          bigint not null default 1;

update aliases set alias_key = lower(normalize(alias, NFKC));
update aliases set safe_alias = 'Player #' || numbered.number
  from (select context, user_id, row_number() over (order by context, user_id) + 100000 as number from aliases) numbered
  where (aliases.context, aliases.user_id) = (numbered.context, numbered.user_id);

alter table aliases
  alter column alias_key set not null,
  alter column safe_alias set not null;

create index aliases_to_judge on aliases (state, state_at, context, user_id) where state <> 'approved';

-- Each name that is taken, in its context: the arbiter of who has it.
create table alias_names (
  context    text collate "C" not null,
  alias_key  text collate "C" not null,
  user_id    text collate "C" not null,
  -- Until when nobody else may have it after its owner gave it up; null while it is in use.
  held_until timestamptz,
  -- Moderators said that nobody may have it.
  is_refused boolean not null default false,
  primary key (context, alias_key)
);

create index alias_names_by_key on alias_names (alias_key, user_id);

insert into alias_names (context, alias_key, user_id) select context, alias_key, user_id from aliases;
insert into alias_names (context, alias_key, user_id) select context || '-safe', lower(safe_alias), user_id from aliases;

-- What a name looks like: two of one look are easily taken for each other (UTS 39).
create table alias_looks (
  context text collate "C" not null,
  look    text collate "C" not null,
  user_id text collate "C" not null,
  primary key (context, look, user_id)
);

create index alias_looks_of_user on alias_looks (context, user_id);

-- The names that somebody had before.
create table alias_history (
  history_id bigint generated always as identity primary key,
  context    text collate "C" not null,
  user_id    text collate "C" not null,
  alias      text not null,
  since      timestamptz not null,
  until      timestamptz not null,
  -- Who ended it.
  ended_by   text not null check (ended_by in ('owner', 'staff', 'system'))
);

create index alias_history_of_user on alias_history (context, user_id, history_id desc);

create index alias_history_by_name on alias_history ((lower(normalize(alias, NFKC)) collate "C"), user_id);

create table alias_reports (
  context     text collate "C" not null,
  user_id     text collate "C" not null,
  alias_key   text collate "C" not null,
  reporter_id text collate "C" not null,
  reason      text not null,
  at          timestamptz not null,
  primary key (context, user_id, alias_key, reporter_id)
);

create table alias_decisions (
  decision_id uuid primary key,
  context     text collate "C" not null,
  user_id     text collate "C" not null,
  alias       text not null,
  decision    text not null check (decision in ('approve', 'deny', 'replace', 'whitelist')),
  reason      text,
  -- What stands there instead.
  new_alias   text,
  decided_by  text collate "C" not null,
  decided_at  timestamptz not null,
  -- The state that an undo brings back, and the rev that the alias must still have for it.
  before      jsonb not null,
  rev         bigint not null,
  undone_at   timestamptz
);

create index alias_decisions_of_user on alias_decisions (context, user_id, decided_at desc);
