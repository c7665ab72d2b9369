-- Failures that may pass are counted by the days of their mails; this keeps for whom nothing more is sent, and why.
delete from mail_bounces where hard_at is null and complained_at is null;
alter table mail_bounces drop column soft_score, drop column soft_at, drop column report_hash;

-- Days on which mails went out to addresses of which one came back, by the hash of the address, the distribution key. On a day
-- that has not failed they arrived.
create table mail_send_days (
  address_hash text collate "C",
  day          date,
  has_failed   boolean not null,
  primary key (address_hash, day)
);
create index mail_send_days_by_day on mail_send_days (day);

-- Providers that refuse our mails because of their sender or of what they are, by the domain of a receiver, the distribution key;
-- empty where it is not known.
create table mail_blocks (
  domain   text collate "C" primary key,
  -- What it said last.
  words    text not null,
  -- How often since it began.
  count    integer not null,
  began_at timestamptz not null,
  last_at  timestamptz not null
);
