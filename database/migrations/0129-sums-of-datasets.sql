-- What games tell is summed up when its day is over, and its sums are kept for ever.
alter table telemetry_dataset_days add column is_final boolean not null default false;
create index telemetry_dataset_days_to_sum on telemetry_dataset_days (day, dataset_id) where not is_final;

create table telemetry_dataset_sums (
  dataset_id text collate "C" not null references telemetry_datasets on delete cascade,
  -- The field by whose values rows are told apart; empty for all rows together.
  tag        text collate "C" not null,
  -- The field that is summed up; empty where rows are counted alone.
  number     text collate "C" not null,
  -- Of UTC.
  day        date not null,
  value      text collate "C" not null,
  -- All values of the tag together that few rows of the day have.
  is_rest    boolean not null,
  rows       integer not null check (rows > 0),
  sum        double precision,
  least      double precision,
  most       double precision,
  middle     double precision,
  p95        double precision,
  primary key (dataset_id, tag, number, day, value, is_rest)
);
create index telemetry_dataset_sums_by_day on telemetry_dataset_sums (dataset_id, day);
