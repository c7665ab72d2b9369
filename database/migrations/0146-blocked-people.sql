-- Whose comments somebody wants folded.
create table account_blocks (
  user_id    text collate "C" not null,
  blocked_user_id text collate "C" not null,
  at         timestamptz not null,
  primary key (user_id, blocked_user_id)
);

create index account_blocks_of_blocked on account_blocks (blocked_user_id);
