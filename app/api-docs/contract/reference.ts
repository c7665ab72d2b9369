import type { CallAudience } from '#app/current/call.ts';

export interface ParameterReference {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly isRequired: boolean;
  readonly type: string;
  readonly limits: string;
  readonly meaning: string;
}

export interface FieldReference extends Omit<ParameterReference, 'in'> {}

export interface ObjectField extends Omit<FieldReference, 'limits'> {
  /** JSON. */
  readonly sample: string | undefined;
}

/** What has a name in the types of answers. */
export interface ObjectReference {
  readonly name: string;
  readonly about: string;
  readonly fields: readonly ObjectField[];
}

export interface AnswerReference {
  readonly status: number;
  readonly description: string;
  /** A type of TypeScript. */
  readonly shape?: string | undefined;
  /** JSON. */
  readonly sample?: string | undefined;
  /** The names of all objects in it. */
  readonly objects?: readonly string[] | undefined;
  /** The type of a body that is no JSON. */
  readonly bytes?: string | undefined;
}

export interface ProblemReference {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** With what an example shows who asks. */
export type Credentials = 'none' | 'key' | 'app' | 'session';

/** What an example does first, so that it runs as it is: finds an item that all may read, or makes one, changes it, deletes it. */
export type SetupStep = 'find' | 'create' | 'update' | 'delete';

export interface RequestSample {
  readonly setup?: readonly SetupStep[] | undefined;
  readonly credentials: Credentials;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: unknown;
  /** Sent as they are, for a call that takes bytes. */
  readonly bytes?: string;
  readonly status: number;
}

/** Sanitised HTML, cut at the headings. */
export interface ReferenceGuide {
  readonly intro: string;
  readonly sections: readonly { readonly id: string; readonly title: string; readonly html: string }[];
}

/** Named by the server: a browser gets the texts that its scripts name, and these need none. */
export interface KeyOptions {
  readonly permissions: readonly { readonly id: string; readonly name: string }[];
  readonly maxName: number;
}

export interface ReleaseSummary {
  readonly version: string;
  readonly date: string;
  readonly notes: readonly string[];
}

/** What a list of calls needs, and a search in it. */
export interface CallSummary extends Pick<CallReference, 'id' | 'noun' | 'method' | 'path' | 'summary'> {
  /** Of parameters and fields of the body. */
  readonly names: readonly string[];
}

export interface CallReference {
  readonly id: string;
  readonly noun: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly audience: CallAudience;
  /** What a key needs; `true` for any key, undefined where a key counts as nobody. */
  readonly permission?: string | true | undefined;
  /** What the key of a game’s server needs, such as `levelhead:write`. */
  readonly appRight?: string | undefined;
  readonly parameters: readonly ParameterReference[];
  readonly takes?: 'json' | 'bytes' | undefined;
  readonly fields: readonly FieldReference[];
  readonly answers: readonly AnswerReference[];
  readonly problems: readonly ProblemReference[];
  readonly sample: RequestSample;
}
