export class MailDeliveryError extends Error {
  /** Whether a retry is pointless: the server answered 5xx to this mail, or it is malformed. */
  readonly permanent: boolean;

  constructor(message: string, { permanent, cause }: { permanent: boolean; cause?: unknown }) {
    super(message, { cause });
    this.permanent = permanent;
  }
}
