-- What came of answers -----------------------------------------------------------------------------------------------------

-- Whether an answer has helped, one voice each. Distributed by answer.
create table support_votes (
  answer_id uuid not null,
  -- `user` and an id; of who has no account a hash of the day's network and browser, with a secret.
  voter_id  text collate "C" not null,
  user_id   text collate "C",
  has_helped boolean not null,
  -- Whether they were writing to the studio, and then did not.
  is_spared boolean not null,
  at        timestamptz not null,
  primary key (answer_id, voter_id)
);

create index support_votes_of_user on support_votes (user_id, answer_id) where user_id is not null;

-- The voices, counted in the transaction that writes them; and of those to whom an answer was offered while they wrote to
-- the studio, whom it spared that and who wrote all the same.
create table support_tallies (
  answer_id uuid primary key,
  helped    integer not null default 0 check (helped >= 0),
  missed    integer not null default 0 check (missed >= 0),
  spared    integer not null default 0 check (spared >= 0),
  written   integer not null default 0
);

-- What was looked for and not found, by day: the words alone, and not whose they are. A small table, swept.
create table support_misses (
  words  text not null,
  locale text collate "C" not null,
  day    date not null,
  count  integer not null default 1,
  primary key (words, locale, day)
);

create index support_misses_by_day on support_misses (day);
