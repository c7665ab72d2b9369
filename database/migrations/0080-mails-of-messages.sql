-- Of messages that came by mail; beside them, so distributed by subject.
alter table thread_messages
  -- What wrote it, if that was no person; `vacation` answers nothing.
  add column program text collate "C" check (program in ('program', 'vacation')),
  -- From which address, if it is none of its participant's.
  add column sender text,
  -- What else the mail said: quotes of others, signatures, what may be either.
  add column rest text,
  -- The whole mail as text, in the file store, for 30 days.
  add column mail_file text collate "C";

create index thread_messages_with_mail on thread_messages (mail_file) where mail_file is not null;

-- Of a file that could not be kept, its name and why.
alter table thread_files
  alter column file_key drop not null,
  add column left_out text collate "C",
  add check ((file_key is null) = (left_out is not null));
