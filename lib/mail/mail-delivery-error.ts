interface MailDeliveryErrorOptions {
  permanent: boolean;
  isUncertain?: boolean;
  code?: number | undefined;
  cause?: unknown;
}

export class MailDeliveryError extends Error {
  /** Whether a retry is pointless: the server answered 5xx to this mail, or it is malformed. */
  readonly permanent: boolean;
  /** Whether the server may have taken it all the same: the connection broke before it answered. */
  readonly isUncertain: boolean;
  /** The reply of the server, such as 550. */
  readonly code: number | undefined;

  constructor(message: string, { permanent, isUncertain = false, code, cause }: MailDeliveryErrorOptions) {
    super(message, { cause });
    this.permanent = permanent;
    this.isUncertain = isUncertain;
    this.code = code;
  }
}
