-- Who asked for a newsletter. An address counts only once it is confirmed; who is signed in is known without one.
create table newsletter_signups (
  subscription_id text not null,
  email text,
  user_id text,
  locale text not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  check ((email is null) <> (user_id is null))
);
create unique index newsletter_signup on newsletter_signups (subscription_id, lower(email), user_id) nulls not distinct;
create index newsletter_signups_unconfirmed on newsletter_signups (asked_at) where confirmed_at is null;
