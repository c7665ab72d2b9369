-- What keys of apps were used for, counted by each process and added every few seconds -----------------------------------

-- `errors` are refusals and failures but for those by a limit, which are `refusals`; all of them are among the `calls`.
create table app_key_minutes (
  key_id   uuid not null references app_keys on delete cascade,
  minute   timestamptz not null,
  calls    integer not null,
  errors   integer not null,
  refusals integer not null,
  primary key (key_id, minute)
);

create index app_key_minutes_by_age on app_key_minutes (minute);

create table app_key_hours (
  key_id   uuid not null references app_keys on delete cascade,
  hour     timestamptz not null,
  calls    integer not null,
  errors   integer not null,
  refusals integer not null,
  primary key (key_id, hour)
);

create index app_key_hours_by_age on app_key_hours (hour);
