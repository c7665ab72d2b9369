import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { ownOrigins } from '#app/current/stage.ts';
import { crossSite } from '#lib/calls/problems.ts';
import { isSameOrigin } from '#lib/csrf/csrf.server.ts';
import { Problem } from '#lib/problem.ts';

import { completePasskeyAddition, beginPasskeyAddition } from './additions.server.ts';
import * as calls from './calls.ts';
import * as signIns from './passkey-sign-ins.server.ts';

/** What no device has made: an example cannot have one. */
const CEREMONY = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' },
};

export const passkeyAnswers: SiteAnswer[] = [
  answer(calls.beginPasskey, async (current: Current) => ({ data: await beginPasskeyAddition(current) })),
  answer(
    calls.addPasskey,
    async (current: Current, { body }) => ({
      status: 201,
      data: await completePasskeyAddition(current, body.credential),
    }),
    {
      body: { credential: { ...CEREMONY, response: { clientDataJSON: 'e30', attestationObject: 'AQID' } } },
      status: 403,
    },
  ),
  answer(calls.beginPasskeySignIn, async (current: Current, { request }) => {
    requireOwnPage(current, request);
    const { options, cookies } = await signIns.beginPasskeySignIn(current);
    return { data: options, cookies };
  }),
  answer(
    calls.signInByPasskey,
    async (current: Current, { request, body }) => {
      requireOwnPage(current, request);
      const { to, cookies } = await signIns.signInByPasskey(current, body.credential, body.returnTo ?? '/');
      return { data: { to }, cookies: [...cookies] };
    },
    { body: { credential: CEREMONY }, status: 403 },
  ),
  answer(calls.beginPasskeyProof, async (current: Current) => ({ data: await signIns.beginPasskeyProof(current) })),
  answer(
    calls.proveByPasskey,
    async (current: Current, { body }) => {
      await signIns.proveByPasskey(current, body.credential);
      return { status: 204 };
    },
    { body: { credential: CEREMONY }, status: 403 },
  ),
];

/** Without a session there is no XSRF token yet. @throws Problem 403 for a request from another site's page */
function requireOwnPage({ config }: Current, request: Request): void {
  if (!isSameOrigin(request, ownOrigins(config.publicUrl), true)) throw new Problem(crossSite);
}
