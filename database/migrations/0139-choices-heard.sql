-- The theme and the language of somebody are asked for by each of their requests: every process hears when they choose anew.

create function notify_choices() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', 'choices:' || coalesce(new.user_id, old.user_id));
  return null;
end $$;

create trigger account_choices_change after insert or update or delete on account_choices
  for each row execute function notify_choices();
