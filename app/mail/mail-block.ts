/** A provider that refuses our mails because of their sender or of what they are. */
export interface MailBlock {
  /** Empty where it is not known. */
  readonly domain: string;
  /** What it said last. */
  readonly words: string;
  readonly count: number;
  readonly lastAt: Date;
}
