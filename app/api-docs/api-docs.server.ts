import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { unknownPage } from '#app/current/problems.ts';
import { isStaff } from '#app/current/role.ts';
import { isProduction } from '#app/current/stage.ts';
import type { Answer } from '#lib/calls/answer.server.ts';
import type { CallDefaults } from '#lib/calls/openapi.server.ts';
import { memoize } from '#lib/memoize.ts';
import { Problem } from '#lib/problem.ts';

import { describeApi } from './contract/reference.server.ts';
import type { ApiDescription } from './contract/reference.server.ts';
import type { CallReference } from './contract/reference.ts';

/** The document is for everyone, except on production, where it is for staff. @throws Problem 401 or 403 */
export function getDocument(current: Current): string {
  if (isProduction(current.stage)) requireRole(current, 'staff');
  return description().document;
}

/** Of all calls. For staff, and for nobody on production (specification §6). @throws Problem 404 */
export function getFullReference({ actor, stage }: Pick<Current, 'actor' | 'stage'>): readonly CallReference[] {
  if (isProduction(stage) || !isStaff(actor.role)) throw new Problem(unknownPage);
  return description().calls;
}

/** Of what everyone and keys may ask. */
export function getCommunityReference(): readonly CallReference[] {
  const { calls, community } = description();
  return calls.filter(({ id }) => community.has(id));
}

interface DocumentedApi {
  readonly answers: readonly Answer<Current>[];
  readonly title: string;
  readonly version: string;
  readonly defaults: CallDefaults;
}

/** The list of all calls stands above this folder, and tells them when it is loaded. */
export function setDocumentedApi({ answers, title, version, defaults }: DocumentedApi): void {
  description = memoize(() => describeApi(answers, { title, version }, defaults));
}

let description = (): ApiDescription => {
  throw new Error('no list of calls is loaded');
};
