-- What people have chosen for themselves, by the name of the choice; its fallback stands in the code. Distributed by user id.
create table account_choices (
  user_id text collate "C" not null,
  name    text collate "C" not null,
  value   text collate "C" not null check (octet_length(value) <= 1000),
  primary key (user_id, name)
);

-- With nothing but defaults a reader was made by the plan of a digest, and has chosen nothing.
insert into account_choices (user_id, name, value)
  select r.user_id, c.name, c.value from notification_readers r
  cross join lateral (values ('zone', r.zone), ('digestHour', r.digest_hour::text), ('digestDay', r.digest_day::text),
    ('quietFrom', coalesce(r.quiet_from::text, '')), ('quietUntil', coalesce(r.quiet_until::text, ''))) c(name, value)
  where (r.zone, r.digest_hour, r.digest_day, r.quiet_from, r.quiet_until) is distinct from ('UTC', 9, 1, null, null);

alter table notification_readers
  drop column zone, drop column digest_hour, drop column digest_day, drop column quiet_from, drop column quiet_until;
