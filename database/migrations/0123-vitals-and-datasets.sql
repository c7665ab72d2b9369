-- How fast pages were, as histograms of days. Kept for ever.

create table telemetry_vital_days (
  -- Of UTC.
  day     date not null,
  -- The pattern of a screen, such as `/games/:game`.
  route   text collate "C" not null,
  device  text collate "C" not null check (device in ('mobile', 'desktop')),
  -- Of the site that the page ran.
  version text collate "C" not null,
  metric  text collate "C" not null check (metric in ('LCP', 'INP', 'CLS', 'FCP', 'TTFB')),
  -- Places in a histogram whose steps grow by 15 percent.
  bucket  smallint not null,
  samples bigint not null check (samples > 0),
  primary key (day, route, device, version, metric, bucket)
);
create index telemetry_vital_days_by_version on telemetry_vital_days (version);

alter table telemetry_event_ids drop constraint telemetry_event_ids_data_set_check,
  add constraint telemetry_event_ids_data_set_check check (data_set in ('page_views', 'errors', 'vitals') or data_set like 'game:%');

-- What games tell, in shapes that staff have declared.
create table telemetry_datasets (
  dataset_id   text collate "C" primary key,
  -- Whose keys may tell it.
  app_id       text collate "C" not null,
  -- Names and kinds, in their order.
  fields       jsonb not null,
  rows_per_day integer not null check (rows_per_day between 1 and 10000),
  created_at   timestamptz not null
);

-- Raw, for 90 days.
create table telemetry_dataset_rows (
  dataset_id  text collate "C" not null references telemetry_datasets on delete cascade,
  received_at timestamptz not null,
  id          uuid not null,
  values      jsonb not null,
  primary key (dataset_id, received_at, id)
);
create index telemetry_dataset_rows_by_time on telemetry_dataset_rows (received_at);

-- How many rows a day has, changed by the statement that adds some, with the bound as its predicate.
create table telemetry_dataset_days (
  dataset_id text collate "C" not null references telemetry_datasets on delete cascade,
  -- Of UTC.
  day        date not null,
  rows       integer not null,
  primary key (dataset_id, day)
);
