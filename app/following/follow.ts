export interface OfferedFollow {
  readonly subject: string;
  readonly title: string;
  /** Undefined for visitors, who sign in first. */
  readonly isFollowed: boolean | undefined;
  /** Of a game, which its subject stands for: what is followed of it. */
  readonly game?: OfferedGame;
}

export interface OfferedGame {
  readonly slug: string;
  readonly parts: readonly OfferedPart[];
}

interface OfferedPart {
  readonly subject: string;
  readonly label: string;
  readonly isFollowed: boolean;
  /** Followed by the button of the game. */
  readonly isAlways: boolean;
}

export const FOLLOW_BUTTON = 'follow';
