-- Who may not write to the studio any more, by each way in which they are known. Distributed by participant.
create table contact_blocks (
  -- As in thread_participants.
  participant_id text collate "C" primary key,
  -- Of an account, also in the rows of its addresses.
  user_id        text,
  blocked_by     text not null,
  at             timestamptz not null
);

create index contact_blocks_of_user on contact_blocks (user_id) where user_id is not null;
