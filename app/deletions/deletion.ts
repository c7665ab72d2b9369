import { HELD_DAYS } from '#app/aliases/alias.ts';

/** Days between the wish and its deed, in which one who signs in may take it back. */
export const WAIT_DAYS = 14;
/** The page that tells what will happen, takes the wish, and takes it back. */
export const DELETION_PATH = '/account/deletion';
/** Days for which the list of deletions is kept: no backup may be older. */
export const LIST_DAYS = 400;
/** Hours for which the link of a mail works. */
export const LINK_HOURS = 24;
/** Days for which nobody else is called as they were. */
export const ALIAS_DAYS = HELD_DAYS;
/** Days after which no backup holds them any more, as operations.md asks of whoever keeps them. */
export const BACKUP_DAYS = 90;
/** Years for which the law has a purchase kept. */
export const PURCHASE_YEARS = 10;
