/** What waits for a decision of the studio: an entry, or something said in one. */
export interface WaitingWords {
  readonly kind: 'entry' | 'comment';
  readonly projectId: string;
  readonly subjectId: string;
  /** Of the comment. */
  readonly messageId: string;
  readonly title: string;
  readonly body: string;
  readonly name: string | undefined;
  readonly at: string;
}
