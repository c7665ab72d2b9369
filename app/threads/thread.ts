import type { MailProgram } from '#lib/mail/inbound/automatic-mail.ts';

export const MESSAGE_KINDS = ['public', 'internal', 'update'] as const;
/** `internal` is a note of the studio, or feedback for it alone; `update` is one of the studio that stands out. */
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export type ThreadAudience = 'everyone' | 'participants';

/** Characters. */
export const MAX_MESSAGE = 10_000;
/** Characters of what else a mail said. */
export const MAX_REST = 100_000;
/** For which a whole mail is kept. */
export const MAIL_DAYS = 30;
/** In which who wrote a message may change it. */
export const EDIT_MINUTES = 15;
export const MAX_FILES = 4;
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
export const MAX_FILE_NAME = 100;
/** Of a form with a message and its files, and of one without: encoded as for an address, a letter takes up to nine bytes. */
export const MAX_MESSAGE_FORM_BYTES = 12 * 1024 * 1024;

export interface ThreadFile {
  readonly fileId: string;
  readonly messageId: string;
  readonly subjectId: string;
  readonly name: string;
  readonly bytes: number;
  /** Of a picture, made anew. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** Why it was not kept. */
  readonly leftOut: LeftOutReason | undefined;
}

/** `long` is said of words. */
export type LeftOutReason = 'unreadable' | 'empty' | 'large' | 'many' | 'long';

export interface ThreadMessage {
  readonly subjectId: string;
  readonly messageId: string;
  readonly kind: MessageKind;
  readonly side: 'player' | 'studio';
  readonly participantId: string;
  readonly userId: string | undefined;
  readonly body: string;
  /** Out of sight, but for its writer and the studio. */
  readonly isHeld: boolean;
  readonly isRedacted: boolean;
  readonly masked: number;
  /** Of a mail that no person wrote. */
  readonly program: MailProgram | undefined;
  /** Of a mail, from which address it came, if it is none of its participant's. */
  readonly sender: string | undefined;
  /** What else its mail said: quotes and signatures. */
  readonly rest: string;
  /** The whole mail is still here. */
  readonly hasMail: boolean;
  readonly createdAt: string;
  readonly editedAt: string | undefined;
  readonly files: readonly ThreadFile[];
  readonly reactions: readonly MessageReaction[];
}

/** Of one message. */
export interface MessageKey extends Pick<ThreadMessage, 'subjectId' | 'messageId'> {
  /** The conversation in which it has to be read, if that is another one. */
  readonly within?: string;
}

export const REACTIONS = ['like', 'love', 'laugh', 'party', 'puzzled'] as const;
type ReactionId = (typeof REACTIONS)[number];

export function isReaction(text: string): text is ReactionId {
  return REACTIONS.some((one) => one === text);
}

export interface MessageReaction {
  readonly reaction: ReactionId;
  readonly count: number;
  readonly isOwn: boolean;
}

/** A message as one reader sees it: without the ids of people. */
export interface PageMessage extends Pick<
  ThreadMessage,
  | 'subjectId'
  | 'messageId'
  | 'kind'
  | 'side'
  | 'body'
  | 'masked'
  | 'files'
  | 'reactions'
  | 'isHeld'
  | 'isRedacted'
  | 'program'
  | 'sender'
  | 'rest'
  | 'hasMail'
> {
  /** Undefined of who has no account and gave none. */
  readonly name: string | undefined;
  /** The path of the page about its writer, where one is shown. */
  readonly profile: string | undefined;
  readonly at: string;
  readonly isEdited: boolean;
  readonly isOwn: boolean;
  readonly mayEdit: boolean;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** What is none names nothing, rather than being an error of the database. */
export function isSubjectId(text: string): boolean {
  return UUID.test(text);
}
