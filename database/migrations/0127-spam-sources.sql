-- Sites that programs name as where they came from, so that staff go and look at them: whoever names one, or one below it, is a bot.
create table telemetry_spam_sources (
  host     text collate "C" primary key,
  added_at timestamptz not null
);
