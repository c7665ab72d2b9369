-- A release that is unlisted is read by whoever asks for its version, so the crate must not list it either.
update crates set policy = jsonb_set(policy, '{hide,unlisted}', '"direct"'), updated_at = now()
  where crate_id = 'changelogs' and policy ? 'hide' and not policy -> 'hide' ? 'unlisted';
