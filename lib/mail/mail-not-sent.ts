/** A mail that no server took; the cause is what the server or the network said. */
export class MailNotSent extends Error {
  /** Whether the same mail will never be taken: the server refused it with a 5xx, or it is malformed. */
  readonly permanent: boolean;

  constructor(message: string, { permanent, cause }: { permanent: boolean; cause?: unknown }) {
    super(message, { cause });
    this.permanent = permanent;
  }
}
