-- Ways back into an account, and what stops whoever came in by a theft.

-- Ten for each account, on paper. They go with a new set.
create table recovery_codes (
  user_id    text collate "C" not null references accounts,
  -- SHA-256 of 16 letters, which are 71 random bits.
  code_hash  bytea not null,
  created_at timestamptz not null,
  used_at    timestamptz,
  primary key (user_id, code_hash)
);

-- Since somebody has undone a change of its addresses: until its owner signs in by a mail, nothing else lets anybody in.
alter table accounts add column frozen_at timestamptz;

-- When its owner last proved it by a passkey.
alter table sessions add column passkey_at timestamptz;
