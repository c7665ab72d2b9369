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
  add constraint telemetry_event_ids_data_set_check check (data_set in ('page_views', 'errors', 'vitals'));
