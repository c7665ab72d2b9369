/** How much of an item's history stays where the policy of its crate does not say. */
export const DEFAULT_KEEP = { versions: 64, days: 365 };
/** Days that a deleted item can be taken out of the trash. */
export const TRASH_DAYS = 30;
