-- Since when a campaign is sent without a pause, unless since its start, and how many had come to an end before: its rate.
alter table telegram_campaigns
  add column resumed_at timestamptz,
  add column resumed_done bigint;
