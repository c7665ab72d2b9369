-- What somebody asks the podcast is an entry of the feedbag; this is what only a question has. Distributed by subject, beside it.
create table podcast_questions (
  subject_id  uuid primary key references feedbag_entries on delete cascade,
  -- Said in the show and shown, when the asker wants that; else empty.
  name        text not null,
  -- Whether the recorded voice may be played in the show.
  may_play    boolean not null,
  -- The episode that answers it, and after how many seconds.
  episode_id  uuid,
  seconds     integer check (seconds >= 0),
  answered_at timestamptz,
  -- When everyone could hear it, and who follows it was told.
  told_at     timestamptz,
  check ((episode_id is null) = (seconds is null) and (episode_id is null) = (answered_at is null))
);

create index podcast_questions_by_episode on podcast_questions (episode_id, seconds) where episode_id is not null;
create index podcast_questions_untold on podcast_questions (subject_id) where answered_at is not null and told_at is null;

-- Where they are entered. It has its pages in the podcast.
insert into feedbag_projects (project_id, name, about, welcome, template, game, least_role, stages, is_moderated,
  takes_anonymous, place, created_at)
values ('podcast', 'Kettle Talk', '', '', '', null, 'public', '{}', false, true, 100, now())
on conflict (project_id) do nothing;
