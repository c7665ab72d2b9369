/** A session of one's own, as the account page shows it. */
export interface OwnSession {
  readonly loginId: string;
  readonly isThis: boolean;
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}
