-- What staff tell each other about an account.
create table account_notes (
  note_id   uuid primary key,
  user_id   text collate "C" not null references accounts,
  author_id text collate "C" not null,
  at        timestamptz not null,
  text      text not null
);

create index account_notes_of_user on account_notes (user_id, note_id desc);

-- Staff find an account by an address that it only claims, too, and by the beginning of one.
create index account_emails_by_key on account_emails (address_key, user_id);
create index accounts_by_age on accounts (created_at desc, user_id desc);
create index accounts_with_role on accounts (role, user_id) where role <> 'authenticated';
create index accounts_banned on accounts (banned_at desc, user_id desc) where banned_at is not null;
