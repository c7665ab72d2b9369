-- When the studio last answered in the conversation about a message, which makes the message new again.
alter table mailbox_marks add column answered_at timestamptz;
