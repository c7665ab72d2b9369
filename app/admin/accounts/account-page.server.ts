import { listUserEvents } from '#app/accounts/staff/staff-account.server.ts';
import { getStaffAccount } from '#app/accounts/staff/staff-account.server.ts';
import { listUserNames } from '#app/aliases/naming/lookup.server.ts';
import { needsSecondPerson } from '#app/approvals/approvals.server.ts';
import type { AuditSentence } from '#app/audit/audit-sentence.ts';
import type { Current } from '#app/current/current.server.ts';
import { hasProof, requireUser } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import { countUserKeys } from '#app/delegation/keys.server.ts';
import { serviceFor } from '#app/login/providers/providers.server.ts';
import { previewStaffMerge } from '#app/merges/staff-merge.server.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';

import { findAuditSentences } from '../audit/audit-sentences.server.ts';
import { contextName, findPeople } from '../names.server.ts';
import type { AccountViewer } from './account-actions.ts';

const EVENTS = 20;
const MAX_AUDIT_ENTRIES = 20;

export async function loadAccountPage(current: Current, { auditKinds }: ConsoleParts, userId: string) {
  const [account, names, keys, events, auditSentences] = await Promise.all([
    getStaffAccount(current, userId),
    listUserNames(current, userId),
    countUserKeys(current, userId),
    listUserEvents(current, userId, EVENTS),
    findAuditSentencesAbout(current, auditKinds, userId),
  ]);
  const authors = await findPeople(
    current,
    account.notes.map(({ authorId }) => authorId),
  );
  return {
    account: {
      ...account,
      connections: account.connections.map((one) => ({ ...one, service: serviceName(current, one) })),
    },
    keys,
    events,
    auditSentences,
    viewer: accountViewer(current),
    now: current.now().getTime(),
    names: names.map(({ alias, isFormer, context }) => ({ alias, isFormer, context: contextName(current, context) })),
    notes: account.notes.map(({ noteId, at, text, authorId }) => ({ noteId, at, text, author: authors(authorId) })),
  };
}

/** What a merge into an account would do, for admins who have typed its Lookup Code. */
export async function findWantedMerge(current: Current, userId: string, into: string | null) {
  if (into === null || !isAdmin(current.actor.role)) return undefined;
  return { into, plan: await previewStaffMerge(current, userId, into) };
}

function serviceName({ config }: Current, { platform }: { platform: string }): string {
  const setting = config.providers.find((one) => one.platform === platform);
  return setting === undefined ? platform : serviceFor(setting);
}

function accountViewer(current: Current): AccountViewer {
  return {
    userId: requireUser(current),
    role: current.actor.role,
    isProved: hasProof(current),
    needsSecond: needsSecondPerson(current),
  };
}

/** Only admins read the log. */
async function findAuditSentencesAbout(
  current: Current,
  kinds: ConsoleParts['auditKinds'],
  userId: string,
): Promise<AuditSentence[] | undefined> {
  if (!isAdmin(current.actor.role)) return undefined;
  return findAuditSentences(current, kinds, { target: `account/${userId}`, limit: MAX_AUDIT_ENTRIES });
}
