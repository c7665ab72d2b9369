import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { unknownPage } from '#app/current/problems.ts';
import { isStaff } from '#app/current/role.ts';
import { isProduction } from '#app/current/stage.ts';
import type { Answer } from '#lib/calls/answer.server.ts';
import type { Meanings } from '#lib/calls/meanings.server.ts';
import type { CallDefaults } from '#lib/calls/openapi.server.ts';
import { memoize } from '#lib/memoize.ts';
import { Problem } from '#lib/problem.ts';

import { cutDocument } from './contract/editions.server.ts';
import { typeText } from './contract/json-schema.ts';
import { describeApi } from './contract/reference.server.ts';
import type { ApiDescription } from './contract/reference.server.ts';
import type { CallReference, ObjectReference } from './contract/reference.ts';

/** That of the community is for everyone; the whole one too, except on production, where it is for staff. @throws Problem 401 or 403 */
export function getDocument(current: Current, edition?: 'community'): string {
  if (edition === undefined && isProduction(current.stage)) requireRole(current, 'staff');
  return description().write(current.config.publicUrl, edition);
}

/** Of all calls. For staff, and for nobody on production (specification §6). @throws Problem 404 */
export function getFullReference({ actor, stage }: Pick<Current, 'actor' | 'stage'>): readonly CallReference[] {
  if (isProduction(stage) || !isStaff(actor.role)) throw new Problem(unknownPage);
  return description().calls;
}

/** The objects that stand in the answers of some calls, by name. */
export function listObjects(calls: readonly CallReference[]): ObjectReference[] {
  const names = new Set(calls.flatMap(({ answers }) => answers.flatMap(({ objects = [] }) => objects)));
  return [...description().objects.values()].filter(({ name }) => names.has(name));
}

/** As a type of TypeScript, with what its fields mean. */
export function getObjectType(name: string): string {
  return typeText(description().document.components.schemas[name] ?? {}, '', true);
}

/** Of what everyone and keys may ask. */
export function getCommunityReference(): readonly CallReference[] {
  const { calls, community } = description();
  return calls.filter(({ id }) => community.has(id));
}

/** Of what the typed client asks: also what servers of games ask by their keys. */
export function getClientReference(): readonly CallReference[] {
  const { calls, community } = description();
  return calls.filter(({ id, appRight }) => community.has(id) || appRight !== undefined);
}

interface DocumentedApi {
  readonly answers: readonly Answer<Current>[];
  readonly meanings: readonly Meanings[];
  readonly title: string;
  readonly version: string;
  readonly defaults: CallDefaults;
}

/** The list of all calls stands above this folder, and tells them when it is loaded. */
export function setDocumentedApi({ answers, meanings, title, version, defaults }: DocumentedApi): void {
  description = memoize(() => {
    const described = describeApi(answers, meanings, { title, version }, defaults);
    return { ...described, write: memoize(writeDocument.bind(undefined, described), KEPT_DOCUMENTS) };
  });
}

/** One process answers for one address; tests have more. */
const KEPT_DOCUMENTS = 4;

function writeDocument({ document, community }: ApiDescription, url: string, edition: string | undefined): string {
  const servers = [{ url }];
  if (edition === undefined) return JSON.stringify({ ...document, servers });
  const info = { ...document.info, title: `${document.info.title}, Community Edition` };
  return JSON.stringify({ ...cutDocument(document, (id) => community.has(id)), info, servers });
}

interface WrittenDescription extends ApiDescription {
  readonly write: (url: string, edition: string | undefined) => string;
}

let description = (): WrittenDescription => {
  throw new Error('no list of calls is loaded');
};
