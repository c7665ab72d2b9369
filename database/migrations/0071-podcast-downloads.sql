-- How often episodes are downloaded ----------------------------------------------------------------------------------------

-- Sums of each day (UTC) by what fetched them; kept. Distributed by episode, as the marks below.
create table podcast_download_days (
  episode_id uuid not null,
  day        date not null,
  app        text collate "C" not null,
  downloads  bigint not null,
  primary key (episode_id, day, app)
);
create index podcast_download_days_by_day on podcast_download_days (day);

-- How much of an episode somebody has got today, so that they count once. A mark is a hash of address, app and episode with
-- the salt of the day, which is destroyed the day after; the marks are swept then. Unlogged, as that salt is.
create unlogged table podcast_download_marks (
  episode_id uuid not null,
  day        date not null,
  mark       bytea not null,
  bytes      bigint not null,
  -- The batch that made it a download.
  batch_id   uuid,
  primary key (episode_id, day, mark)
);
create index podcast_download_marks_by_day on podcast_download_marks (day);
