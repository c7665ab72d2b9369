/** One kind of refusal: its HTTP status, its stable code `noun.reason`, and the sentence people read. */
export interface ProblemKind {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export interface ProblemDetails {
  /** What is wrong, by the name of the parameter or field. */
  fields?: Record<string, string>;
  /** Further members of the answer, such as the current etag of a 412. */
  members?: Record<string, string | number | boolean | null | readonly string[]>;
  headers?: Record<string, string>;
  /** What the sentence names, for who says it in another language. No member of the answer. */
  values?: Record<string, string | number>;
}

/**
 * A refusal, thrown by a deed and rendered once: RFC 9457 in a call, the error page in a screen.
 * It is no `Error`: React Router hides the message of every `Error` in production, which is right for bugs only.
 */
export class Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: ProblemDetails;

  constructor(kind: ProblemKind, details: ProblemDetails = {}) {
    this.status = kind.status;
    this.code = kind.code;
    this.message = kind.message;
    this.details = details;
  }

  /** The members of `application/problem+json`; `message`, `code` and `requestId` extend RFC 9457. */
  body(requestId?: string): ProblemBody {
    return {
      type: 'about:blank',
      title: this.message,
      status: this.status,
      message: this.message,
      code: this.code,
      ...(requestId === undefined ? {} : { requestId }),
      ...(this.details.fields === undefined ? {} : { fields: this.details.fields }),
      ...this.details.members,
    };
  }
}

export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  message: string;
  code: string;
  requestId?: string;
  fields?: Record<string, string>;
  [member: string]: unknown;
}

/** Declares a kind of refusal; a noun lists its kinds in its `problems.ts`. */
export function problem(status: number, code: string, message: string): ProblemKind {
  return { status, code, message };
}
