-- What of its reader's own a message to one is about, as `noun.what:id`. Whether it is there, and still theirs, is asked when
-- the message is read.
alter table mailbox_messages add column about text collate "C" check (octet_length(about) between 3 and 210);
