import { answer as answerCall } from '#lib/calls/answer.server.ts';
import type { Answer, CallSample, Input, Reply } from '#lib/calls/answer.server.ts';
import type { Call, ExactCall, Method } from '#lib/calls/call.ts';

import type { CallAudience } from './call.ts';
import type { Current } from './current.server.ts';

/** What the audit gets of a success: at least one of these actions; or why none. With both, why there may be none. */
export type AuditDeclaration =
  | { readonly audit: string | readonly string[]; readonly unaudited?: string }
  | { readonly audit?: never; readonly unaudited: string };

/** Why there may be no entry of what is so already. */
export const NO_CHANGE = 'Where it is so already, nothing is done.';

export interface SiteAnswer<Least extends CallAudience = CallAudience> extends Answer<Current> {
  readonly least: Least;
  readonly audit: string | readonly string[] | undefined;
  readonly unaudited: string | undefined;
}

/** The example of a call, and where staff change something by it, what the audit gets of that. */
export type CallDetails<Path, Query, Least, Verb> = [Least, Verb] extends ['staff' | 'admin' | 'super', WriteMethod]
  ? [details: CallSample<Path, Query> & AuditDeclaration]
  : [sample?: CallSample<Path, Query>];

type WriteMethod = Exclude<Method, 'GET'>;

export function answer<Path, Query, Headers, Body, Least extends CallAudience, Verb extends Method>(
  call: ExactCall<Path, Query, Headers, Body, Least, Verb>,
  run: (current: Current, input: Input<Path, Query, Headers, Body>) => Promise<Reply>,
  ...details: CallDetails<Path, Query, Least, Verb>
): SiteAnswer<Least> {
  const [given] = details as [(CallSample<Path, Query> & Partial<AuditDeclaration>)?];
  const { audit, unaudited, ...sample } = given ?? {};
  return { ...answerCall(call, run, sample), least: call.least, audit, unaudited };
}

/** A read of what everybody or a key may ask: whoever has its answer is told whether it is still the same. */
export function isKept({ method, least, byKey, byApp, isInternal = false, isEcho = false, success }: Call): boolean {
  const isShared = least === 'public' || byKey !== undefined || byApp !== undefined;
  return method === 'GET' && isShared && !isInternal && !isEcho && success.some(({ data }) => data !== undefined);
}

/** The rights of a form of staff that does what a call does, so that both are declared once. */
export function shareRights<Least extends CallAudience>({
  least,
  audit,
  unaudited = '',
}: SiteAnswer<Least>): AuditDeclaration & { readonly least: Least } {
  return audit === undefined ? { least, unaudited } : { least, audit, unaudited };
}
