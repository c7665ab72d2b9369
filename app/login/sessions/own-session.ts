export interface OwnSession {
  readonly loginId: string;
  readonly isThis: boolean;
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}
