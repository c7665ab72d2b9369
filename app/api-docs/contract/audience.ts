import { badCredentials, notAllowed } from '#app/current/problems.ts';
import type { Role } from '#app/current/role.ts';
import type { Call } from '#lib/calls/call.ts';

import type { CallAudience } from './reference.ts';

/** What a deed asks for and no contract says; a test asks each call as those below. */
const LEAST: Readonly<Record<string, Role>> = {
  'accounts.addNote': 'staff',
  'accounts.banAccount': 'staff',
  'accounts.changeRole': 'super',
  'accounts.endSessions': 'staff',
  'accounts.findAccounts': 'staff',
  'accounts.getStaffAccount': 'staff',
  'accounts.liftBan': 'staff',
  'aliases.decideAlias': 'staff',
  'aliases.findQueue': 'staff',
  'aliases.undoDecision': 'staff',
  'api-docs.getOpenApi': 'public',
  'apps.createAppKey': 'admin',
  'apps.listAppKeys': 'admin',
  'apps.revokeAppKey': 'admin',
  'apps.rotateAppKey': 'admin',
  'audit.findDeeds': 'admin',
  'levelhead.changeLevel': 'staff',
  'levelhead.deleteLevel': 'staff',
  'levelhead.exposeLevel': 'staff',
  'levelhead.publishLevel': 'staff',
  'levelhead.submitAttempt': 'staff',
  'levelhead.tipLevel': 'staff',
  'storage.changeCrate': 'admin',
  'storage.createCrate': 'admin',
  'storage.deleteCrate': 'admin',
  'storage.explainAccess': 'staff',
  'storage.exportCrate': 'admin',
  'storage.importCrate': 'admin',
  'storage.listCrates': 'admin',
  'storage.readCrate': 'admin',
  'storage.revertCrate': 'admin',
  // By a key alone, which is somebody's.
  'delegation.getOwnKey': 'authenticated',
  'editor.countPreviewUse': 'public',
  'telemetry.findErrors': 'staff',
  'telemetry.findPageViews': 'staff',
};

const STAFF_NOUNS: ReadonlySet<string> = new Set(['contact', 'editor', 'media']);
/** What only the pages of this site ask; and the document, which is for staff on production. */
const NOT_FOR_TOOLS: ReadonlySet<string> = new Set([
  'login',
  'telemetry',
  'contact',
  'editor',
  'api-docs',
  'notifications',
]);

/** The lowest role that is answered. */
export function audienceOf(call: Call): CallAudience {
  const noun = nounOf(call);
  const named = LEAST[call.id];
  if (named !== undefined) return named;
  if (STAFF_NOUNS.has(noun)) return 'staff';
  if (noun === 'storage') return 'policy';
  // They name the refusals of a key, which nobody needs to read what all see.
  if (noun === 'levelhead' && call.method === 'GET' && call.byKey === 'rce-lh-read') return 'public';
  const isRefusing = [badCredentials, notAllowed].some((problem) => call.problems.includes(problem));
  // Without a key a read answers what everyone sees.
  return isRefusing && !(call.method === 'GET' && call.byKey === true) ? 'authenticated' : 'public';
}

/** For the Community Edition: what the public and keys may ask. */
export function isForCommunity(call: Call): boolean {
  const audience = audienceOf(call);
  return !NOT_FOR_TOOLS.has(nounOf(call)) && (call.byKey !== undefined || audience === 'public');
}

export function nounOf({ id }: Pick<Call, 'id'>): string {
  return id.split('.', 1)[0] ?? id;
}
