-- What became of mails to an address, by a hash that tells it to nobody, which is also the distribution key. A failure that may
-- pass counts half after a week; the score is as it was at `soft_at`.
create table mail_bounces (
  address_hash  text collate "C" primary key,
  soft_score    real not null,
  soft_at       timestamptz,
  hard_at       timestamptz,
  complained_at timestamptz,
  -- RFC 3463, of the last report.
  status        text,
  -- Of the last report, which may come twice.
  report_hash   text not null
);
