import type { AccountList, FoundAccount } from '#app/accounts/staff/staff.ts';

/** What the search for accounts has found, as its page and the palette read it. */
export interface FoundAccounts {
  /** What was searched for; empty for a list. */
  readonly text: string;
  readonly list: AccountList;
  readonly accounts: FoundAccount[];
  /** The query of the next page. */
  readonly next: string | undefined;
}
