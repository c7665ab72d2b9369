-- Servers of others that are told of feedback which everyone may see. Few rows; distributed by webhook, as their log.
create table feedbag_webhooks (
  webhook_id uuid primary key,
  project_id text collate "C" not null references feedbag_projects on delete cascade,
  url        text not null,
  -- Sealed by the secret of the site.
  secret     text not null,
  events     text[] collate "C" not null,
  is_on      boolean not null default true,
  -- Tries in a row that failed; after many it is off.
  failures   integer not null default 0,
  off_at     timestamptz,
  created_by text collate "C" not null,
  created_at timestamptz not null
);

create index feedbag_webhooks_of_project on feedbag_webhooks (project_id, webhook_id);

create table feedbag_webhook_deliveries (
  webhook_id  uuid not null references feedbag_webhooks on delete cascade,
  delivery_id uuid not null,
  event       text collate "C" not null,
  -- Of the cause, which is told once.
  event_key   text collate "C" not null,
  details     jsonb not null,
  state       text collate "C" not null check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  attempts    integer not null default 0,
  -- Of the last try: what was sent, and what came back.
  body        text,
  status      integer,
  answer      text,
  took_ms     integer,
  created_at  timestamptz not null,
  sent_at     timestamptz,
  primary key (webhook_id, delivery_id)
);

create unique index feedbag_webhook_deliveries_once on feedbag_webhook_deliveries (webhook_id, event, event_key);
create index feedbag_webhook_deliveries_by_age on feedbag_webhook_deliveries (created_at);
