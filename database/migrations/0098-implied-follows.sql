-- Of another deed, such as a vote, with which it ends unless it is followed for itself too.
alter table follows add column is_implied boolean not null default false;

-- A vote was followed at once. Who entered the feedback or said something there follows it for that.
update follows f set is_implied = true from feedbag_votes v join feedbag_entries e on e.subject_id = v.subject_id
where f.subject = 'feedbag.entry:' || v.subject_id and f.user_id = v.user_id
  and v.added_by is null and v.merged_from is null and v.participant_id <> e.participant_id
  and v.created_at between f.created_at - interval '5 seconds' and f.created_at + interval '5 seconds'
  and not exists (
    select from thread_messages m where m.subject_id = v.subject_id and m.participant_id = v.participant_id);

-- Who followed the posts about a game was told of its patch notes too. Those are a part of their own now, and stay followed.
with added as (
  insert into follows (user_id, subject, created_at)
  select w.user_id, w.subject, w.created_at from (
    select f.user_id, p.subject, f.created_at, row_number() over (partition by f.user_id order by p.subject) as place
    from follows f
    cross join lateral (select 'changelogs.app:' || substr(f.subject, length('posts.game:') + 1) as subject) p
    where f.subject like 'posts.game:%'
      and not exists (select from follows o where o.user_id = f.user_id and o.subject = p.subject)
  ) w join follow_counts c on c.user_id = w.user_id and c.size + w.place <= 1000
  returning user_id, subject
), counted as (
  update follow_counts c set size = c.size + a.size
  from (select user_id, count(*) as size from added group by user_id) a where a.user_id = c.user_id
), muted as (
  insert into notification_mutes (user_id, subject)
  select a.user_id, a.subject from added a join notification_mutes m
    on m.user_id = a.user_id and m.subject = 'posts.game:' || substr(a.subject, length('changelogs.app:') + 1)
  on conflict (user_id, subject) do nothing
)
insert into followers (subject, user_id) select subject, user_id from added on conflict do nothing;
