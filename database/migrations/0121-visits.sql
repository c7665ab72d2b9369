-- Visits: what a visitor looks at without a pause of half an hour, and the sums by which staff look at them.

alter table telemetry_page_views
  -- As the proxy in front of the site told, two capital letters; empty where it tells none.
  add column country  text collate "C" not null default '',
  -- Names from lists of ours, never a stranger's words; empty where unknown.
  add column device   text collate "C" not null default '',
  add column browser  text collate "C" not null default '',
  add column system   text collate "C" not null default '',
  -- Its source, medium and name, as the address told.
  add column campaign text collate "C" not null default '';

-- By day and by month, for ever. Visitors are those of each day, added up: the same person on another day is another.
create table telemetry_visit_sums (
  span      text collate "C" not null check (span in ('day', 'month')),
  bot       boolean not null,
  -- 'all' has one row, of the value ''. Of a visit counts where it began, but for 'exit'; 'path' and 'hour' are of each view.
  dimension text collate "C" not null,
  -- The first day of the month.
  day       date not null,
  -- '*' are those beyond the most frequent.
  value     text collate "C" not null,
  views     bigint not null,
  visitors  bigint not null,
  visits    bigint not null,
  -- Visits of one view, and how long visits took in all. 0 of 'path' and 'hour'.
  bounces   bigint not null,
  seconds   bigint not null,
  primary key (span, bot, dimension, day, value)
);

-- What was summed up before there were visits: a visitor of a day came once at least.
insert into telemetry_visit_sums (span, bot, dimension, day, value, views, visitors, visits, bounces, seconds)
  select span, bot, dimension, date_trunc(span, day)::date, value, sum(views), sum(visitors), sum(visitors), 0, 0 from (
    select day, bot, 'all' as dimension, '' as value, views, visitors from telemetry_days where views > 0
    union all
    select day, bot, 'path', path, views, visitors from telemetry_page_view_days
  ) known cross join (values ('day'), ('month')) spans (span)
  group by 1, 2, 3, 4, 5;

-- Days of which all rows are there are summed up anew.
update telemetry_days set final = false
  where day > (select min(received_at) at time zone 'UTC' from telemetry_page_views)::date;
