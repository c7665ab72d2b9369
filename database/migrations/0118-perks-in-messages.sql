-- A message of the studio may bring a perk, which each of its readers takes out of it once; none is ever deleted.
alter table mailbox_messages add column perk_id text collate "C";
