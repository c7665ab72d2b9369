import { findRole } from '#app/accounts/accounts.server.ts';
import { listBlockedPeople } from '#app/accounts/blocks/blocks.server.ts';
import { listEmails } from '#app/accounts/emails/emails.server.ts';
import { listPasskeys } from '#app/accounts/passkeys/passkeys.server.ts';
import { findRecoveryCodes } from '#app/accounts/recovery/recovery-codes.server.ts';
import { findSecurityEvents } from '#app/accounts/security-log/security-log.server.ts';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findFormerAlias, getOwnAlias } from '#app/aliases/naming/changes.server.ts';
import type { ChoiceCatalog } from '#app/choices/choice.server.ts';
import { findShownChoices } from '#app/choices/choices.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { hasProof, requireUser } from '#app/current/permission.ts';
import { readKeyRequest } from '#app/delegation/form/key-request.ts';
import { listKeys } from '#app/delegation/keys.server.ts';
import { listConnections } from '#app/login/providers/connections.server.ts';
import { listOwnSessions } from '#app/login/sessions/sessions.server.ts';
import { findAlertChoices } from '#app/notifications/alerts/settings.server.ts';
import type { EventCatalog } from '#app/notifications/event-kind.server.ts';
import { listOwnPerks } from '#app/perks/own/own-perks.server.ts';
import { SUBSCRIPTIONS } from '#app/telegrams/newsletter.ts';
import { getPreferences } from '#app/telegrams/preferences.server.ts';

interface AccountCatalogs {
  readonly choices: ChoiceCatalog;
  readonly events: EventCatalog;
}

export async function readAccount(current: Current, catalogs: AccountCatalogs, query: URLSearchParams) {
  const userId = requireUser(current);
  const now = current.now();
  const [emails, connections, passkeys, recoveryCodes, sessions, keys, perks, log, names, settings] = await Promise.all(
    [
      listEmails(current, userId),
      listConnections(current),
      listPasskeys(current),
      findRecoveryCodes(current),
      listOwnSessions(current),
      listKeys(current),
      listOwnPerks(current),
      readLog(current, query.get('before')),
      readNames(current),
      readChosen(current, catalogs),
    ],
  );
  const role = await findRole(current.db, current.rowCache, userId);
  return {
    // Its role wants a passkey, which this session was not proved by.
    roleToProve: role === current.actor.ownRole ? undefined : role,
    userId,
    now,
    hasProof: hasProof(current),
    ...names,
    emails,
    connections,
    passkeys,
    recoveryCodes,
    sessions,
    keys,
    perks,
    ...settings,
    log,
    keyRequest: readKeyRequest(query),
    from: query.get('from') ?? undefined,
    typed: query.get('email') ?? '',
  };
}

async function readNames(current: Current) {
  const [alias, formerAlias] = await Promise.all([
    getOwnAlias(current, DEFAULT_CONTEXT, '@me'),
    findFormerAlias(current, DEFAULT_CONTEXT),
  ]);
  return { alias, formerAlias };
}

async function readChosen(current: Current, { choices: catalog, events }: AccountCatalogs) {
  const [choices, reach, blocked] = await Promise.all([
    findShownChoices(current, catalog, '/account/settings'),
    readReach(current, events),
    listBlockedPeople(current),
  ]);
  return { choices, reach, blocked };
}

async function readLog(current: Current, beforeParameter: string | null) {
  const before = /^\d{1,15}$/.test(beforeParameter ?? '') ? Number(beforeParameter) : undefined;
  const { events, next } = await findSecurityEvents(current, before);
  return { events, next, isPast: before !== undefined };
}

/** By what the studio reaches the actor: newsletters, and the kinds of alerts that come as mails. */
async function readReach(current: Current, events: EventCatalog) {
  const [{ subscriptions }, alerts] = await Promise.all([
    getPreferences(current, undefined),
    findAlertChoices(current, events),
  ]);
  return {
    newsletters: SUBSCRIPTIONS.filter((id) => subscriptions[id] === 'confirmed'),
    mails: alerts.filter(({ mail }) => mail !== 'off').length,
    alerts: alerts.length,
  };
}
