-- Pictures that staff has uploaded; the bodies lie in the file store.
create table media_snippets (
  name        text collate "C" primary key,
  sha256      text collate "C" not null,
  type        text not null,
  width       integer not null,
  height      integer not null,
  bytes       bigint not null,
  file_key    text collate "C" not null,
  uploaded_by text collate "C" not null,
  updated_at  timestamptz not null
);

create index media_snippets_of_file on media_snippets (file_key);
create index media_snippets_of_user on media_snippets (uploaded_by);

-- Pictures of other hosts, as they were when they were fetched.
create table media_sources (
  url        text collate "C" primary key,
  sha256     text collate "C" not null,
  file_key   text collate "C" not null,
  fetched_at timestamptz not null
);

create index media_sources_of_file on media_sources (file_key);
create index media_sources_by_time on media_sources (fetched_at);

-- Pictures that were made of others: what they were made of, how large and how is what `key` is a hash of.
create table media_made (
  key      text collate "C" primary key,
  sha256   text collate "C" not null,
  type     text not null,
  bytes    bigint not null,
  file_key text collate "C" not null,
  made_at  timestamptz not null
);

create index media_made_of_file on media_made (file_key);
create index media_made_by_time on media_made (made_at);
