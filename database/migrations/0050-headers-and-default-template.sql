-- What each mail of a campaign says to mail programs beside the headers of the site.
alter table telegram_campaigns add column headers jsonb not null default '{}';

-- What new campaigns begin as, unless somebody chooses another.
alter table telegram_templates add column is_default boolean not null default false;
