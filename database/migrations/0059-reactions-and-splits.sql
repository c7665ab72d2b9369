-- Of readers to messages. One each of a kind; distributed by subject, beside its message.
create table thread_reactions (
  subject_id     uuid not null,
  message_id     uuid not null,
  participant_id text collate "C" not null,
  user_id        text collate "C",
  reaction       text collate "C" not null,
  at             timestamptz not null,
  primary key (subject_id, message_id, participant_id, reaction),
  foreign key (subject_id, message_id) references thread_messages on delete cascade
);

create index thread_reactions_of_user on thread_reactions (user_id, subject_id) where user_id is not null;

-- The entry of which it was a comment, where it may be put back.
alter table feedbag_entries add split_from uuid;
