import { unblockPerson } from '#app/accounts/blocks/blocks.server.ts';
import { makeEmailPrimary, removeEmail } from '#app/accounts/emails/email-changes.server.ts';
import { claimEmail, verifyEmailByCode } from '#app/accounts/emails/email-claims.server.ts';
import { emailCodeId, emailKey, emailRowId } from '#app/accounts/emails/email.ts';
import { passkeyRowId } from '#app/accounts/passkeys/passkey.ts';
import { removePasskey, renamePasskey } from '#app/accounts/passkeys/passkeys.server.ts';
import { makeRecoveryCodes } from '#app/accounts/recovery/recovery-codes.server.ts';
import { RECOVERY } from '#app/accounts/recovery/recovery.ts';
import { changeAliasAndNote, undoAliasAndNote } from '#app/accounts/security-log/alias-changes.server.ts';
import { DEFAULT_CONTEXT, SUGGEST } from '#app/aliases/alias.ts';
import { changeAlias } from '#app/aliases/calls.ts';
import { suggestAlias } from '#app/aliases/naming/random-names.server.ts';
import { atField } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import * as keyCalls from '#app/delegation/calls.ts';
import { NEW_KEY, NewKey, PERMISSION_FIELD } from '#app/delegation/key.ts';
import { createKey, revokeKey } from '#app/delegation/keys.server.ts';
import { PERMISSION_IDS } from '#app/delegation/permissions.ts';
import { connectionToggleId } from '#app/login/providers/connection.ts';
import { disconnect, showConnection } from '#app/login/providers/connections.server.ts';
import { endOtherSessions, endOwnSession } from '#app/login/sessions/sessions.server.ts';

export const ALIAS_INTENTS: FormIntents = {
  'aliases.change': {
    least: changeAlias.least,
    run: async (current, fields) => {
      const { alias } = await atField(
        'alias',
        changeAliasAndNote(current, DEFAULT_CONTEXT, '@me', fields.raw('alias')),
      );
      return { text: 'aliases.form.changed', values: { alias: alias ?? '' } };
    },
  },
  'aliases.undo': {
    least: changeAlias.least,
    run: async (current) => {
      const { alias } = await undoAliasAndNote(current, DEFAULT_CONTEXT);
      return { text: 'aliases.form.changed', values: { alias: alias ?? '' } };
    },
  },
  'aliases.suggest': {
    least: 'authenticated',
    run: async (current) => ({ result: await suggestAlias(current), next: SUGGEST }),
  },
};

const emails: FormIntents = {
  'emails.add': {
    least: 'authenticated',
    run: async (current, fields) => {
      const address = await claimEmail(current, fields.raw('email'));
      return { text: 'account.email.sent', values: { address }, next: emailCodeId(emailKey(address) ?? '') };
    },
  },
  'emails.prove': {
    least: 'authenticated',
    run: async (current, fields) => {
      const address = await verifyEmailByCode(current, fields.raw('key'), fields.raw('code'));
      return { text: 'account.email.proved', values: { address }, next: emailRowId(fields.raw('key')) };
    },
  },
  'emails.primary': {
    least: 'authenticated',
    run: async (current, fields) => {
      const address = await makeEmailPrimary(current, fields.raw('key'));
      return { text: 'account.email.nowPrimary', values: { address }, next: emailRowId(fields.raw('key')) };
    },
  },
  'emails.remove': {
    least: 'authenticated',
    run: async (current, fields) => {
      const address = await removeEmail(current, fields.raw('key'));
      return { text: 'account.email.removed', values: { address }, next: 'emails-heading' };
    },
  },
};

/** The connection itself begins on the provider's page. */
const connections: FormIntents = {
  'connections.remove': {
    least: 'authenticated',
    run: async (current, fields) => {
      await disconnect(current, fields.raw('platform'));
      return { text: 'login.connections.removed', next: 'connections-title' };
    },
  },
  'connections.show': {
    least: 'authenticated',
    run: async (current, fields) => {
      await showConnection(current, fields.raw('platform'), true);
      return { text: 'login.connections.shown', next: connectionToggleId(fields.raw('platform')) };
    },
  },
  'connections.hide': {
    least: 'authenticated',
    run: async (current, fields) => {
      await showConnection(current, fields.raw('platform'), false);
      return { text: 'login.connections.hidden', next: connectionToggleId(fields.raw('platform')) };
    },
  },
};

const passkeys: FormIntents = {
  'passkeys.rename': {
    least: 'authenticated',
    run: async (current, fields) => {
      await renamePasskey(current, fields.raw('passkeyId'), fields.raw('name'));
      return { text: 'login.passkeys.renamed', next: passkeyRowId(fields.raw('passkeyId')) };
    },
  },
  'passkeys.remove': {
    least: 'authenticated',
    run: async (current, fields) => {
      await removePasskey(current, fields.raw('passkeyId'));
      return { text: 'login.passkeys.removed', next: 'passkeys-title' };
    },
  },
};

const recovery: FormIntents = {
  'recovery.make': {
    least: 'authenticated',
    run: async (current) => ({ result: await makeRecoveryCodes(current), next: RECOVERY }),
  },
};

const blocks: FormIntents = {
  'blocks.lift': {
    least: 'authenticated',
    run: async (current, fields) => {
      await unblockPerson(current, fields.raw('userId'));
      return { text: 'blocks.list.ended', next: 'blocked-title' };
    },
  },
};

const sessions: FormIntents = {
  'sessions.end': {
    least: 'authenticated',
    run: async (current, fields) => {
      const hasEnded = await endOwnSession(current, fields.raw('loginId'));
      return { text: 'login.session.ended', values: { count: hasEnded ? 1 : 0 }, next: 'sessions-heading' };
    },
  },
  'sessions.endOthers': {
    least: 'authenticated',
    run: async (current) => ({
      text: 'login.session.ended',
      values: { count: await endOtherSessions(current) },
      next: 'sessions-heading',
    }),
  },
};

const keys: FormIntents = {
  'keys.create': {
    least: keyCalls.createKey.least,
    run: async (current, fields) => ({ result: await createKey(current, readNewKey(fields)), next: NEW_KEY }),
  },
  'keys.revoke': {
    least: keyCalls.revokeKey.least,
    run: async (current, fields) => ({
      text: 'keys.list.revoked',
      values: { name: await revokeKey(current, fields.raw('passId')) },
      next: 'keys-title',
    }),
  },
};

export const ACCOUNT_INTENTS: FormIntents = {
  ...ALIAS_INTENTS,
  ...emails,
  ...connections,
  ...passkeys,
  ...recovery,
  ...blocks,
  ...sessions,
  ...keys,
};

function readNewKey(fields: FormFields): NewKey {
  const days = fields.raw('days');
  return fields.parse(NewKey, {
    name: fields.raw('name'),
    permissions: PERMISSION_IDS.filter((id) => fields.has(`${PERMISSION_FIELD}${id}`)),
    days: days === 'forever' ? null : Number(days),
  });
}
