import { describe, expect, test } from 'vitest';

import { ACCOUNT_INTENTS } from '#app/account/account-forms.server.ts';
import { confirmationKinds } from '#app/account/confirmations.server.ts';
import { linkIdentity } from '#app/accounts/identities/identities.server.ts';
import { addPasskey } from '#app/accounts/passkeys/passkeys.server.ts';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { changeAlias, claimAlias } from '#app/aliases/naming/changes.server.ts';
import {
  toConfirmationCode,
  findById,
  createConfirmation,
  toConfirmationToken,
} from '#app/confirmations/confirmations.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { PERMISSION_FIELD } from '#app/delegation/key.ts';
import { createKey } from '#app/delegation/keys.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { FORM_ROLES, aliasOf, currentAs, formsIn, openFormPerson, rowsOf, stateOf } from '../people/form-rights.ts';
import type { FormPerson } from '../people/form-rights.ts';
import { openSession, postAccount } from '../people/owners.ts';
import { openVisitor } from '../people/visitor.ts';
import { useTestSite } from '../site.ts';

const site = useTestSite();

/**
 * The status of every form of the account page for every role, with what it names being one's own or another's. A form
 * that names nothing is about oneself alone, and says the same twice; so does the end of a session, which tells how many
 * it has ended.
 */
const RIGHTS = `
                   | own                 | other
                   | v   p   s   a   S   | v   p   s   a   S
aliases.change     | 401 200 200 200 200 | 401 409 409 409 409
aliases.undo       | 401 200 200 200 200 | 401 409 409 409 409
aliases.suggest    | 401 200 200 200 200 | 401 200 200 200 200
emails.add         | 401 409 409 409 409 | 401 200 200 200 200
emails.prove       | 401 200 200 200 200 | 401 404 404 404 404
emails.primary     | 401 200 200 200 200 | 401 404 404 404 404
emails.remove      | 401 200 200 200 200 | 401 404 404 404 404
emails.remove claim | 401 200 200 200 200 | 401 404 404 404 404
connections.remove | 401 200 200 200 200 | 401 404 404 404 404
connections.show   | 401 200 200 200 200 | 401 404 404 404 404
connections.hide   | 401 200 200 200 200 | 401 404 404 404 404
passkeys.rename    | 401 200 200 200 200 | 401 404 404 404 404
blocks.lift        | 401 200 200 200 200 | 401 200 200 200 200
recovery.make      | 401 200 200 200 200 | 401 200 200 200 200
passkeys.remove    | 401 200 200 200 200 | 401 404 404 404 404
sessions.end       | 401 200 200 200 200 | 401 200 200 200 200
sessions.endOthers | 401 200 200 200 200 | 401 200 200 200 200
keys.create        | 401 200 200 200 200 | 401 200 200 200 200
keys.revoke        | 401 200 200 200 200 | 401 404 404 404 404
`;

test('every form of the account page has a row', () => {
  expect(formsIn(RIGHTS)).toEqual(Object.keys(ACCOUNT_INTENTS).toSorted());
});

type Thing = (owner: FormPerson) => Promise<Record<string, string>> | Record<string, string>;

const passkey: Thing = async ({ userId, word }) => {
  const key = { publicKey: new Uint8Array(8), counter: 0, transports: [], name: 'A', isSynced: false };
  const { passkeyId } = await addPasskey(currentAs(site, userId), { passkeyId: word, ...key });
  return { passkeyId, name: 'Mine now' };
};
const connection: Thing = async ({ userId, word }) => {
  const identity = { issuer: 'https://steam.example', subject: word, platform: 'steam', service: 'Steam' };
  await linkIdentity(currentAs(site, userId), userId, identity);
  return { platform: 'steam' };
};
const claim: Thing = async ({ visitor, word }) => {
  const email = `${word}@claim.example`;
  expect((await postAccount(visitor, 'emails.add', { email })).status).toBe(200);
  const [row] = await site.parts.db.query<{ id: string }>(
    sql`select confirmation_id as id from account_emails where address_key = ${email}`,
  );
  return { key: email, code: toConfirmationCode(site.parts, row?.id ?? '') };
};
const session: Thing = async ({ userId }) => ({ loginId: (await openSession(site, userId)).loginId });
const second: Thing = ({ word }) => ({ key: `${word}@form2.example` });

/** What somebody has that a form of this row names. */
const THINGS: Record<string, Thing> = {
  'aliases.change': ({ word }) => ({ alias: aliasOf(word) }),
  'aliases.undo': async ({ userId, word }) => {
    const current = currentAs(site, userId);
    await inTransaction(current, (current) => claimAlias(current, DEFAULT_CONTEXT, userId, aliasOf(word)));
    await changeAlias(current, DEFAULT_CONTEXT, '@me', `${aliasOf(word)} too`);
    return {};
  },
  'emails.add': ({ word }) => ({ email: `${word}@form.example` }),
  'emails.prove': claim,
  'emails.primary': second,
  'emails.remove': second,
  'emails.remove claim': claim,
  'connections.remove': connection,
  'connections.show': connection,
  'connections.hide': connection,
  'passkeys.rename': passkey,
  'passkeys.remove': passkey,
  'sessions.end': session,
  'sessions.endOthers': session,
  'keys.create': () => ({ name: 'A', days: '30', [`${PERMISSION_FIELD}rce-lh-read`]: 'on' }),
  'keys.revoke': async ({ userId }) => {
    const { passId } = await createKey(currentAs(site, userId), { name: 'A', permissions: ['rce-lh-read'], days: 30 });
    return { passId };
  },
};

test.each(rowsOf(RIGHTS))('%s is answered as the table says', async (row, wanted) => {
  const [intent = ''] = row.split(' ', 1);
  const cells: string[] = [];
  for (const relation of ['own', 'other']) {
    const statuses: number[] = [];
    for (const who of FORM_ROLES) {
      const person = await openFormPerson(site, who);
      const owner = relation === 'own' ? person : await openFormPerson(site, 'player');
      const fields = (await THINGS[row]?.(owner)) ?? {};
      const before = await stateOf(site, owner.userId);
      const visitor = who === 'visitor' ? openVisitor(site) : person.visitor;
      statuses.push((await postAccount(visitor, intent, fields)).status);
      if (relation === 'other' || who === 'visitor') expect(await stateOf(site, owner.userId)).toEqual(before);
    }
    cells.push(statuses.join(' '));
  }
  expect(cells.join(' | ')).toBe(wanted);
});

describe.each(confirmationKinds.map(({ kind }) => kind))('the page of a confirmation of %s', (kind) => {
  /** One that waits, of somebody else, with what any kind may tell. */
  async function keep() {
    const { userId, word } = await openFormPerson(site, 'player');
    const email = `${word}@form.example`;
    const newsletters = { subscriptions: ['ballyhoo'], locale: 'en-US', from: '' };
    const device = { browser: 'Firefox', system: 'Linux' };
    const details = { email, address: email, change: 'removed', returnTo: '/', ...device, ...newsletters };
    const wanted = { kind, userId, subject: email, details, minutes: 10 };
    return createConfirmation(systemCurrent(site.parts), wanted);
  }
  const stateNow = async (id: string) => (await findById(systemCurrent(site.parts), id))?.state;

  test('opens for whoever has its link, and does nothing by that', async () => {
    const id = await keep();
    for (const who of FORM_ROLES) {
      const { visitor } = who === 'visitor' ? { visitor: openVisitor(site) } : await openFormPerson(site, who);
      expect((await visitor.get(`/confirmation/${toConfirmationToken(site.parts, id)}`)).status, who).toBe(200);
    }
    expect(await stateNow(id)).toBe('open');
  });

  test('has no button for who knows its id alone, whatever their role', async () => {
    const [id, other] = [await keep(), await keep()];
    const [name = ''] = toConfirmationToken(site.parts, id).split('.');
    const [, signature = ''] = toConfirmationToken(site.parts, other).split('.');
    const forged = [
      id,
      name,
      `${name}.`,
      `${name}.${signature}`,
      toConfirmationToken({ secret: 'another secret' }, id),
    ];
    for (const who of FORM_ROLES) {
      const { visitor } = who === 'visitor' ? { visitor: openVisitor(site) } : await openFormPerson(site, who);
      for (const token of forged) expect((await visitor.post(`/confirmation/${token}`, {})).status, who).toBe(404);
    }
    expect([await stateNow(id), await stateNow(other)]).toEqual(['open', 'open']);
  });
});
