-- What has the words of a search in its title comes first at the desk. The job that looks at old words fills it.
alter table contact_submissions add title_search tsvector not null default '';
create index contact_submissions_title_search on contact_submissions using gin (title_search);

-- A process that does not know of this leaves its rows to that job: who has looked at the words of a row says so.
alter table contact_submissions drop has_old_words;
alter table contact_submissions add has_old_words boolean not null default true;
create index contact_submissions_old_words on contact_submissions (subject_id) where has_old_words;
alter table feedbag_entries alter has_old_words set default true;
