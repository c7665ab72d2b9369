-- Files that each mail of a campaign carries. Distribution key: campaign_id.
create table telegram_files (
  campaign_id uuid not null references telegram_campaigns on delete cascade,
  file_id     uuid not null,
  name        text not null,
  type        text collate "C" not null,
  bytes       bigint not null,
  file_key    text collate "C" not null,
  primary key (campaign_id, file_id)
);

create index telegram_files_by_key on telegram_files (file_key);
