-- To whom outside staff have passed a submission on. Distributed by subject, beside its thread.
create table contact_forwards (
  subject_id uuid not null references threads on delete cascade,
  -- From 1. With the subject it is the address to which they answer.
  number     smallint not null,
  -- The note with what staff wrote to them; what is older went along. It may be in another thread since.
  note_id    uuid not null,
  email      text not null,
  locale     text not null,
  sent_by    text not null,
  at         timestamptz not null,
  primary key (subject_id, number)
);
