-- Who wants nobody to see their likes shows them to nobody, whatever they are asked by.
update crates set policy = jsonb_set(policy, '{sets,likes,shownBy}', '"showsLikes"'), updated_at = now()
  where crate_id = 'levelhead' and policy -> 'sets' ? 'likes';
