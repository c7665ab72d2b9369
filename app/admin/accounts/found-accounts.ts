import type { AccountList, FoundAccount } from '#app/accounts/staff/staff.ts';

export interface FoundAccounts {
  /** Empty without a search. */
  readonly text: string;
  readonly list: AccountList;
  readonly accounts: FoundAccount[];
  readonly next: string | undefined;
}
