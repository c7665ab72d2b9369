-- What people reported to the studio, a row for each thing. Its kind and id are of its noun. Distributed by thing.
create table reported_things (
  kind      text collate "C" not null,
  thing_id  text collate "C" not null,
  -- Whose it was when it was reported first; null of nobody's.
  author_id text collate "C",
  -- Reports that nobody has decided about, and since when there are any.
  waiting   integer not null check (waiting >= 0),
  since     timestamptz not null,
  -- Grows with every report and decision.
  rev       bigint not null default 1,
  primary key (kind, thing_id)
);

create index reported_things_waiting on reported_things (since, kind, thing_id) where waiting > 0;

-- One of each person about a thing.
create table reports (
  kind        text collate "C" not null,
  thing_id    text collate "C" not null,
  reporter_id text collate "C" not null,
  reason      text not null,
  words       text not null check (char_length(words) <= 1000),
  at          timestamptz not null,
  -- Which has answered it.
  decision_id uuid,
  primary key (kind, thing_id, reporter_id)
);

create index reports_of_reporter on reports (reporter_id);
create index reports_answered on reports (decision_id) where decision_id is not null;

create table report_decisions (
  decision_id uuid primary key,
  kind        text collate "C" not null,
  thing_id    text collate "C" not null,
  author_id   text collate "C",
  -- What its author called it then.
  title       text not null,
  decision    text not null check (decision in ('act', 'note', 'dismiss')),
  -- Why, or what was done elsewhere.
  note        text not null,
  -- By which its noun takes back what was done; null where nothing was.
  done        text,
  decided_by  text collate "C" not null,
  decided_at  timestamptz not null,
  undone_at   timestamptz
);

create index report_decisions_by_age on report_decisions (decided_at);
