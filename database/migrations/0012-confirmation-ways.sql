-- A mail may have the link alone, and nobody gets one where another still works. Codes are tried and refused in all of
-- them alike, so that their answers tell nothing; only where a mail has a code do wrong ones end its link.
alter table confirmations
  add column has_code boolean not null default true,
  add column has_link boolean not null default true,
  -- Whose account it may open: the key of an address, '@' and a lookup code, or an identity. `subject` is what limits
  -- count, the same for addresses that may be one mailbox.
  add column owner_key text collate "C";
