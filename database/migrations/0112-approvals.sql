-- Deeds of supers that wait for a second one, as they were shown to both.
create table approvals (
  approval_id uuid primary key,
  kind        text collate "C" not null,
  -- As in the audit.
  target      text not null,
  payload     jsonb not null,
  -- What it is about, as it was when it was asked.
  shown       jsonb not null,
  reason      text not null,
  state       text collate "C" not null default 'pending' check (state in ('pending', 'confirmed', 'declined', 'withdrawn')),
  asked_by    text collate "C" not null,
  asked_at    timestamptz not null,
  expires_at  timestamptz not null,
  decided_by  text collate "C",
  decided_at  timestamptz,
  -- Why it was declined.
  answer      text
);
create index approvals_pending on approvals (asked_by, expires_at) where state = 'pending';
