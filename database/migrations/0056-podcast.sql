-- Where listeners have stopped ---------------------------------------------------------------------------------------------

-- In an episode, for all devices of who is signed in. Distributed by user; what is a year old is swept.
create table podcast_places (
  user_id    text collate "C" not null,
  episode_id uuid not null,
  seconds    integer not null check (seconds > 0),
  at         timestamptz not null,
  primary key (user_id, episode_id)
);

create index podcast_places_by_age on podcast_places (at);
