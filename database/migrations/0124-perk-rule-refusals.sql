-- Why a rule gave no more, as the code of a refusal; null when somebody stopped it.
alter table perk_rules add column refusal text collate "C";

-- Who redeemed a code, the latest first.
create index perk_grants_by_code on perk_grants (perk_id, origin, granted_at desc, grant_id desc) where way = 'code';
drop index perk_grants_of_code;
