-- Likes and favorites are of levels: who may not list one does not find it in the sets of others.
update crates set updated_at = now(),
    policy = jsonb_set(jsonb_set(policy, '{sets,likes,items}', 'true'), '{sets,favorites,items}', 'true')
  where crate_id = 'levelhead' and policy -> 'sets' ?& array['likes', 'favorites'];
