interface MailDeliveryErrorOptions {
  permanent: boolean;
  isUncertain?: boolean;
  isServerAway?: boolean;
  code?: number | undefined;
  reply?: string | undefined;
  cause?: unknown;
}

export class MailDeliveryError extends Error {
  /** Whether a retry is pointless: the server answered 5xx to this mail, or it is malformed. */
  readonly permanent: boolean;
  /** Whether the server may have taken it all the same: the connection broke before it answered. */
  readonly isUncertain: boolean;
  /** Whether no server was there to be offered this mail, or none that lets this site in. */
  readonly isServerAway: boolean;
  /** The reply of the server, such as 550. */
  readonly code: number | undefined;
  /** What the server said of this receiver, or of the text, with its codes. */
  readonly reply: string | undefined;

  constructor(message: string, options: MailDeliveryErrorOptions) {
    const { permanent, isUncertain = false, isServerAway = false, code, reply, cause } = options;
    super(message, { cause });
    this.permanent = permanent;
    this.isUncertain = isUncertain;
    this.isServerAway = isServerAway;
    this.code = code;
    this.reply = reply;
  }
}
