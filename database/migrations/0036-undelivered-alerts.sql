-- An alert whose mail never leaves the site, or comes to nobody, is no longer taken by a mail: that is its end.
alter table notification_deliveries drop constraint notification_deliveries_mail_state_check;
alter table notification_deliveries add constraint notification_deliveries_mail_state_check
  check (mail_state in ('due', 'taken', 'sent', 'off', 'gone', 'undelivered'));
