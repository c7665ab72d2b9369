-- Who gets which newsletter. Distributed by subscriber, whose id is a hash of the address or of the account: one row for each
-- without an index across subscribers.
create table subscribers (
  subscriber_id text collate "C" primary key,
  email         text,
  user_id       text,
  locale        text not null,
  zone          text,
  -- The fewest days between two issues.
  min_days      smallint not null default 0 check (min_days >= 0),
  paused_until  timestamptz,
  last_issue_at timestamptz,
  created_at    timestamptz not null,
  check ((email is null) <> (user_id is null))
);

create index subscribers_of_user on subscribers (user_id) where user_id is not null;

create table newsletter_subscriptions (
  subscriber_id   text collate "C" not null references subscribers on delete cascade,
  subscription_id text collate "C" not null,
  state           text collate "C" not null check (state in ('pending', 'confirmed', 'left')),
  asked_at        timestamptz not null,
  confirmed_at    timestamptz,
  left_at         timestamptz,
  primary key (subscriber_id, subscription_id),
  check ((state = 'confirmed') <= (confirmed_at is not null)),
  check ((state = 'left') = (left_at is not null))
);

create index newsletter_readers on newsletter_subscriptions (subscription_id, subscriber_id) where state = 'confirmed';
create index newsletter_pending on newsletter_subscriptions (asked_at) where state = 'pending';

-- What proves that somebody wanted it: kept as long as the subscriber.
create table newsletter_consents (
  subscriber_id   text collate "C" not null references subscribers on delete cascade,
  consent_id      uuid not null,
  subscription_id text collate "C" not null,
  kind            text collate "C" not null check (kind in ('ask', 'confirm', 'leave', 'bounce', 'complaint')),
  at              timestamptz not null,
  locale          text not null,
  -- The privacy policy that was in force.
  privacy_version text not null,
  -- Of an address only its network.
  network         text,
  primary key (subscriber_id, consent_id)
);

-- Who must get none, by the same hash: it holds no address, so it outlives the subscriber.
create table newsletter_suppressions (
  subscriber_id text collate "C" primary key,
  reason        text collate "C" not null check (reason in ('blocked', 'bounce', 'complaint')),
  at            timestamptz not null
);

insert into subscribers (subscriber_id, email, user_id, locale, created_at)
select encode(sha256(convert_to(case when user_id is null then 'email ' || lower(email) else 'user ' || user_id end, 'UTF8')), 'hex'),
  min(email), min(user_id), min(locale), min(asked_at)
from newsletter_signups group by 1;

insert into newsletter_subscriptions (subscriber_id, subscription_id, state, asked_at, confirmed_at)
select encode(sha256(convert_to(case when user_id is null then 'email ' || lower(email) else 'user ' || user_id end, 'UTF8')), 'hex'),
  subscription_id, case when user_id is null and confirmed_at is null then 'pending' else 'confirmed' end,
  asked_at, case when user_id is null then confirmed_at else coalesce(confirmed_at, asked_at) end
from newsletter_signups;

drop table newsletter_signups;
