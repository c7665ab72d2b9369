export interface OfferedFollow {
  readonly subject: string;
  readonly title: string;
  /** Undefined for visitors, who sign in first. */
  readonly isFollowed: boolean | undefined;
}

export const FOLLOW_BUTTON = 'follow';
