import type { Pool } from 'pg';

/** Views that the sums are of, over a year. */
export const VIEWS = Number(process.env['VISITS_VIEWS'] ?? 50_000_000);
/** Rows of single views, over the last days of it. */
export const ROWS = Number(process.env['VISITS_ROWS'] ?? 2_000_000);
export const DAYS = 396;
export const DAYS_OF_ROWS = 15;

/** Rows as browsers tell them: some pages are opened far more often than others, and a tenth of all is opened by bots. */
export async function fillRows(pool: Pool): Promise<void> {
  await pool.query(`
    do $$ declare month date; begin
      for month in select generate_series(date_trunc('month', now() - interval '${DAYS_OF_ROWS} days'), now(), '1 month')::date loop
        execute format('create table if not exists telemetry_page_views_%s partition of telemetry_page_views for values from (%L) to (%L)',
          to_char(month, 'YYYY_MM'), month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      end loop;
    end $$`);
  await pool.query(`
    insert into telemetry_page_views (id, received_at, at, url, referer, path, locale, referrer_host, visitor, bot, country, device,
      browser, system, campaign)
    select gen_random_uuid(), at, at, path, '', path, 'l' || n % 14, case when n % 3 = 0 then 'site-' || (n::bigint * 7919) % 400 || '.example' else '' end,
      decode(lpad(to_hex(floor(n / 4 + extract(day from at) * 10000000)::bigint), 16, '0'), 'hex'), n % 10 = 0,
      chr(65 + n % 12) || chr(65 + n % 10), 'desktop', 'Browser ' || n % 12, 'System ' || n % 8,
      case when n % 20 = 0 then 'campaign ' || n % 50 else '' end
    from (select n, now() - (n::float8 / ${ROWS}) * interval '${DAYS_OF_ROWS} days' as at,
        '/page/' || floor(power(random(), 3) * 5000)::integer as path from generate_series(1, ${ROWS}) n) made`);
  await pool.query('vacuum analyze telemetry_page_views');
}

/** Sums of the days before them, with as many values as a day has at most, and of the months of these. */
export async function fillSums(pool: Pool): Promise<void> {
  const views = VIEWS / DAYS;
  await pool.query(`
    insert into telemetry_visit_sums (span, bot, dimension, day, value, views, visitors, visits, bounces, seconds)
    select 'day', bot, dimension, current_date - ago, value, ceil(${views} * share), ceil(${views} * share / 4),
      ceil(${views} * share / 3), ceil(${views} * share / 6), ceil(${views} * share * 20)
    from generate_series(${DAYS_OF_ROWS} + 1, ${DAYS}) ago cross join (values (false), (true)) bots (bot)
    cross join lateral (
      select dimension, case when kind = 'all' then '' when kind = 'hour' then lpad((n - 1)::text, 2, '0')
          when kind = 'page' then '/page/' || (n * 7919 + ago * 13) % 5000 when kind = 'site' then 'site-' || (n + ago) % 1500 || '.example'
          when dimension = 'country' then chr(65 + n / 26) || chr(65 + n % 26) else dimension || ' ' || n end as value, 1.0 / n / (1 + ln(most)) as share
      from (values ('all', 'all', 1), ('hour', 'hour', 24), ('path', 'page', 500), ('entry', 'page', 500), ('exit', 'page', 500),
        ('source', 'site', 500), ('campaign', 'few', 50), ('country', 'few', 120), ('device', 'few', 4), ('browser', 'few', 12),
        ('system', 'few', 8), ('locale', 'few', 14)) kinds (dimension, kind, most), generate_series(1, most) n
    ) made
    on conflict do nothing`);
  await pool.query(`
    insert into telemetry_visit_sums (span, bot, dimension, day, value, views, visitors, visits, bounces, seconds)
    select 'month', bot, dimension, month, value, views, visitors, visits, bounces, seconds from (
      select bot, dimension, date_trunc('month', day)::date as month, value, sum(views) as views, sum(visitors) as visitors,
        sum(visits) as visits, sum(bounces) as bounces, sum(seconds) as seconds,
        row_number() over (partition by bot, dimension, date_trunc('month', day)::date order by sum(visits) desc) as place
      from telemetry_visit_sums where span = 'day' group by 1, 2, 3, 4) summed
    where place <= 1000 on conflict do nothing`);
  await pool.query(`
    insert into telemetry_page_view_days (day, bot, path, locale, referrer_host, views, visitors)
    select current_date - ago, false, '/page/' || n % 1000, 'l' || n % 14, case when n % 3 = 0 then '' else 'site-' || n || '.example' end, 20, 10
    from generate_series(${DAYS_OF_ROWS} + 1, ${DAYS}) ago, generate_series(1, 5000) n on conflict do nothing`);
  await pool.query('vacuum analyze telemetry_visit_sums, telemetry_page_view_days');
}
