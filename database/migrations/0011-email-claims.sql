-- The one mail by which a claimed address can be proved: the latest.
alter table account_emails add column confirmation_id uuid;
