-- What becomes of a vote. One of a new account counts when that has come of age; of many at once the studio decides.
alter table feedbag_votes add state text collate "C" not null default 'counted'
  check (state in ('counted', 'young', 'held', 'void'));
-- From when it counts, also one that does not yet; null of one that waits for the studio, or never counts.
alter table feedbag_votes add counts_from timestamptz;
update feedbag_votes set counts_from = created_at;
-- What the studio has decided about it, together with others.
alter table feedbag_votes add decision_id uuid;

-- All of these are small: next to no votes are of new accounts.
create index feedbag_votes_young on feedbag_votes (counts_from) where state = 'young';
create index feedbag_votes_uncounted on feedbag_votes (subject_id, created_at) where state <> 'counted';
create index feedbag_votes_held on feedbag_votes (subject_id) where state = 'held';
create index feedbag_votes_decided on feedbag_votes (subject_id, decision_id) where decision_id is not null;
