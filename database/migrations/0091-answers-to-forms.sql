-- What a form was answered, sealed, for a day: who sends it again gets the same answer. Without an answer its deed runs.
-- The digest is that of the key of the form, who sent it and what, and the distribution key.
create table form_answers (
  digest     bytea primary key,
  answer     text,
  created_at timestamptz not null
);

create index form_answers_by_age on form_answers (created_at);
