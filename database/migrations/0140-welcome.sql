-- When somebody has had their welcome, or has skipped it: they see it no more. Who was here before needs none.
alter table accounts add column welcomed_at timestamptz default now();
alter table accounts alter column welcomed_at drop default;
