-- Campaigns, and who of their readers has got one ------------------------------------------------------------------------

create table telegram_campaigns (
  campaign_id     uuid primary key,
  subscription_id text collate "C" not null,
  name            text not null,
  state           text collate "C" not null default 'draft'
    check (state in ('draft', 'scheduled', 'running', 'paused', 'cancelled', 'finished')),
  -- By locale: a subject and a body in Markdown. en-US is what others fall back to.
  versions        jsonb not null default '{}',
  -- What each write expects, so that no editor wipes out another.
  rev             bigint not null default 1,
  scheduled_at    timestamptz,
  started_at      timestamptz,
  finished_at     timestamptz,
  -- Readers, once it has started.
  total           integer,
  -- Why it paused by itself.
  pause_reason    text,
  -- Mails in a minute, of all processes together.
  per_minute      integer not null default 600 check (per_minute between 1 and 60000),
  created_at      timestamptz not null,
  created_by      text not null,
  updated_at      timestamptz not null,
  -- The second person's yes to a large one.
  released_by     text,
  released_at     timestamptz
);

create index telegram_campaigns_by_age on telegram_campaigns (created_at desc, campaign_id desc);
create index telegram_campaigns_due on telegram_campaigns (scheduled_at) where state = 'scheduled';
create index telegram_campaigns_running on telegram_campaigns (campaign_id) where state = 'running';

-- One row for each reader. Distributed by campaign.
create table telegram_deliveries (
  campaign_id   uuid not null,
  subscriber_id text collate "C" not null,
  state         text collate "C" not null default 'queued'
    check (state in ('queued', 'sending', 'accepted', 'failed', 'unknown', 'skipped')),
  attempts      smallint not null default 0,
  -- While queued: not before. While sending: since when.
  due_at        timestamptz not null,
  done_at       timestamptz,
  -- Of the address that it went to, so that a reader with an account and an address gets one.
  address_hash  text collate "C",
  domain        text collate "C",
  smtp_code     smallint,
  -- Why it failed or was skipped.
  reason        text,
  primary key (campaign_id, subscriber_id)
) with (fillfactor = 70);

create index telegram_deliveries_queued on telegram_deliveries (campaign_id, due_at, subscriber_id) where state = 'queued';
create index telegram_deliveries_sending on telegram_deliveries (campaign_id, due_at) where state = 'sending';
create index telegram_deliveries_troubled on telegram_deliveries (campaign_id, state, subscriber_id)
  where state in ('failed', 'unknown', 'skipped');
create unique index telegram_deliveries_address on telegram_deliveries (campaign_id, address_hash)
  where address_hash is not null;
create index telegram_deliveries_of_reader on telegram_deliveries (subscriber_id, campaign_id);

-- How many deliveries have come to an end, and how: counted in the statement that ends one. Several rows for each end, so
-- that processes do not wait for each other.
create table telegram_progress (
  campaign_id uuid not null,
  state       text collate "C" not null check (state in ('accepted', 'failed', 'unknown', 'skipped')),
  shard       smallint not null,
  size        bigint not null,
  primary key (campaign_id, state, shard)
) with (fillfactor = 70);
