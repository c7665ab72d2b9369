/** What a page offers to follow. */
export interface OfferedFollow {
  readonly subject: string;
  readonly title: string;
  /** Undefined for visitors, who sign in first. */
  readonly isFollowed: boolean | undefined;
}

/** The id of the button, which has the focus after it was pressed. */
export const FOLLOW_BUTTON = 'follow';
