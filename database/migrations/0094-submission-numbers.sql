-- The number of a message, which stands in the subjects of its mails, is the end of its id; the desk looks for it.
create index contact_submissions_number on contact_submissions (right(subject_id::text, 6));
