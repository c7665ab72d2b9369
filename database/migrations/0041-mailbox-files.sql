-- Files of a message of the studio.
create table mailbox_files (
  message_id uuid not null references mailbox_messages on delete cascade,
  file_id    uuid not null,
  name       text not null,
  type       text collate "C" not null,
  bytes      bigint not null,
  -- Of a picture.
  width      integer,
  height     integer,
  file_key   text collate "C" not null,
  primary key (message_id, file_id)
);

create index mailbox_files_by_key on mailbox_files (file_key);
