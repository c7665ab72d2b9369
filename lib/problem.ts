/** A kind of refusal: HTTP status, stable code `noun.reason`, and the sentence people read. */
export interface ProblemKind {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

interface ProblemDetails {
  fields?: Record<string, string>;
  /** Further members of the answer, such as the current etag of a 412. */
  members?: Record<string, string | number | boolean | null | readonly string[]>;
  headers?: Record<string, string>;
  /** The path of a page of ours that says more: forms and screens lead there instead of showing the refusal. */
  page?: string;
  /** For translations of the sentence; not sent. */
  values?: Record<string, string | number>;
}

/**
 * Thrown by deeds, rendered once: RFC 9457 in a call, the error page in a screen. No `Error`: in production React Router
 * hides the message of every `Error`, which is right for bugs only.
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

  /** `application/problem+json`; `message`, `code` and `requestId` extend RFC 9457. */
  body(requestId?: string): ProblemBody {
    return {
      type: 'about:blank',
      title: this.message,
      status: this.status,
      message: this.message,
      code: this.code,
      ...(requestId === undefined ? {} : { requestId }),
      ...(this.details.fields === undefined ? {} : { fields: this.details.fields }),
      ...(this.details.page === undefined ? {} : { page: this.details.page }),
      ...this.details.members,
    };
  }
}

/** A refusal of what somebody typed into a field: its sentence stands there. */
export function problemAt(field: string, kind: ProblemKind): Problem {
  return new Problem(kind, { fields: { [field]: kind.message } });
}

export function isProblem(thrown: unknown, ...kinds: readonly ProblemKind[]): thrown is Problem {
  return thrown instanceof Problem && kinds.some(({ code }) => code === thrown.code);
}

export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  message: string;
  code: string;
  requestId?: string;
  fields?: Record<string, string>;
  page?: string;
  [member: string]: unknown;
}

export function problem(status: number, code: string, message: string): ProblemKind {
  return { status, code, message };
}
