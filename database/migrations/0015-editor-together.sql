-- Addresses at which somebody without rights reads an item that is not out. Distributed by crate, as items are.
create table editor_previews (
  crate_id text collate "C" not null,
  preview_id uuid not null,
  item_id uuid not null,
  -- SHA-256; the token itself is shown once.
  token_hash bytea not null,
  -- For whom it is, in the words of its maker.
  label text not null,
  -- It shows what they may see, as long as they may.
  created_by text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  uses bigint not null default 0,
  last_used_at timestamptz,
  primary key (crate_id, preview_id)
);
create unique index editor_previews_by_token on editor_previews (crate_id, token_hash);
create index editor_previews_by_item on editor_previews (crate_id, item_id, preview_id desc);

-- Who has an item open, a row for each tab, which is true while it is seen. After a crash nobody is there. Distributed by crate.
create unlogged table editor_presence (
  crate_id text collate "C" not null,
  item_id uuid not null,
  tab_id uuid not null,
  user_id text collate "C" not null,
  since timestamptz not null,
  -- Since when there is something that they have typed and not saved.
  writing_since timestamptz,
  seen_at timestamptz not null,
  primary key (crate_id, item_id, tab_id)
);

-- What was asked and said about a state of an item: one row for each person. Distributed by crate.
create table editor_reviews (
  crate_id text collate "C" not null,
  item_id uuid not null,
  etag text not null,
  user_id text collate "C" not null,
  -- 'request', 'approved' or 'changes'
  kind text not null,
  note text not null,
  at timestamptz not null,
  primary key (crate_id, item_id, etag, user_id)
);
create index editor_reviews_by_time on editor_reviews (crate_id, item_id, at desc);

-- What a crate's editors have to do before something comes out. A row for each crate that has a rule; a reference table.
create table editor_rules (
  crate_id text collate "C" primary key,
  needs_approval boolean not null
);
