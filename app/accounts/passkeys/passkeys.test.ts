import { describe, expect, test } from 'vitest';

import { ACCOUNT_INTENTS } from '#app/account/account-forms.server.ts';
import { FormFields } from '#app/current/forms/form-fields.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { openSession, postAccount } from '#test/people/owners.ts';
import { passkeysAt } from '#test/people/passkeys.ts';
import { useTestSite } from '#test/site.ts';

import { MAX_PASSKEY_NAME, passkeyName } from './passkey.ts';
import { listPasskeys } from './passkeys.server.ts';

const site = useTestSite();
const passkeys = passkeysAt(site);

function currentAs(who: CastName | undefined, minutes = 0) {
  const current = systemCurrent(site.parts);
  const userId = who && CAST[who].userId;
  const provedAt = new Date(current.now().getTime() - minutes * 60_000);
  return { ...current, actor: { ...current.actor, userId, provedAt } };
}

async function send(current: ReturnType<typeof currentAs>, intent: string, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  await ACCOUNT_INTENTS[intent]?.run(current, new FormFields(form));
}

const namesOf = async (who: CastName) => (await listPasskeys(currentAs(who))).map(({ name }) => name);
const kindsOf = async (who: CastName) => {
  const events = await site.parts.db.query<{ kind: string }>(sql`select kind from security_events
    where user_id = ${CAST[who].userId} order by event_id`);
  return events.map(({ kind }) => kind);
};

describe('renaming a passkey', () => {
  test('is possible for its owner, and is logged', async () => {
    const { id: passkeyId } = await passkeys.addDevice('player');
    await send(currentAs('player', 60), 'passkeys.rename', { passkeyId, name: '  The phone\n in my  pocket ' });
    expect(await namesOf('player')).toEqual(['The phone in my pocket']);
    expect(await kindsOf('player')).toEqual(['passkeyAdded', 'passkeyRenamed']);
  });

  test('is refused for anyone else, and for an invalid name', async () => {
    const { id: passkeyId } = await passkeys.addDevice('creator');
    const rename = (who: CastName | undefined, name: string, id = passkeyId) =>
      send(currentAs(who), 'passkeys.rename', { passkeyId: id, name });
    await expect(rename(undefined, 'Mine')).rejects.toMatchObject({ status: 401 });
    await expect(rename('player', 'Mine')).rejects.toMatchObject({ status: 404, code: 'accounts.noPasskey' });
    await expect(rename('creator', 'Mine', 'none')).rejects.toMatchObject({ status: 404 });
    await expect(rename('creator', ' ')).rejects.toMatchObject({
      status: 400,
      code: 'accounts.invalidPasskeyName',
      details: { fields: { name: 'A name needs 1 to 60 characters.' } },
    });
    expect(await namesOf('creator')).not.toContain('Mine');
  });

  test.each([
    ['Jürgens Gerät', 'Jürgens Gerät'],
    ['Ju\u0308rgen', 'Jürgen'],
    ['🔑 one', '🔑 one'],
    ['', undefined],
    ['\t\n ', undefined],
    ['a\u0007b', undefined],
    ['\u202egnp.exe', undefined],
    ['\ud800', undefined],
    ['a'.repeat(MAX_PASSKEY_NAME), 'a'.repeat(MAX_PASSKEY_NAME)],
    ['a'.repeat(MAX_PASSKEY_NAME + 1), undefined],
  ])('turns %j into %j', (written, name) => {
    expect(passkeyName(written)).toBe(name);
  });
});

describe('removing a passkey', () => {
  const remove = (who: CastName | undefined, passkeyId: string, minutes = 0) =>
    send(currentAs(who, minutes), 'passkeys.remove', { passkeyId });

  test('is possible for its owner within 15 minutes of signing in', async () => {
    const { id } = await passkeys.addDevice('staff');
    await expect(remove('staff', id, 15)).rejects.toMatchObject({ code: 'current.proofRequired' });
    await expect(remove(undefined, id)).rejects.toMatchObject({ status: 401 });
    await expect(remove('player', id)).rejects.toMatchObject({ status: 404, code: 'accounts.noPasskey' });
    expect(await namesOf('staff')).toHaveLength(1);
    await remove('staff', id);
    expect(await namesOf('staff')).toEqual([]);
    expect(await kindsOf('staff')).toEqual(['passkeyAdded', 'passkeyRemoved']);
    await expect(remove('staff', id)).rejects.toMatchObject({ status: 404 });
  });

  test('is refused for the last sign-in method, also when the last two are removed at once', async () => {
    const devices = [await passkeys.addDevice('admin'), await passkeys.addDevice('admin')];
    await site.parts.db.query(sql`delete from account_emails where user_id = ${CAST.admin.userId}`);
    const removals = await Promise.allSettled(devices.map(({ id }) => remove('admin', id)));
    expect(removals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = removals.flatMap((one) => (one.status === 'rejected' ? [one.reason as object] : []));
    expect(reasons).toMatchObject([{ status: 409, code: 'accounts.lastWayIn' }]);
    expect(await namesOf('admin')).toHaveLength(1);
    expect((await kindsOf('admin')).filter((kind) => kind === 'passkeyRemoved')).toHaveLength(1);
  });
});

test('the forms of the account page rename and remove a passkey without scripts, and the page says why none is added', async () => {
  const { id: passkeyId } = await passkeys.addDevice('super');
  const { visitor } = await openSession(site, CAST.super.userId);
  const sectionIn = async (response: Response) =>
    /<section id="passkeys".*?<\/section>/s.exec(await response.text())?.[0] ?? '';
  const section = await sectionIn(await visitor.get('/account'));
  expect(section).toContain('Only your browser can make a passkey');
  const forms = [...section.matchAll(/<form (?=[^>]*method="post")[^>]*action="([^"]*)".*?<\/form>/gs)];
  expect(forms.map(([form, action]) => [action, /(?<=name="intent" value=")[^"]*/.exec(form)?.[0]])).toEqual([
    ['/account', 'passkeys.rename'],
    ['/account', 'passkeys.remove'],
  ]);
  for (const [form] of forms) expect(form).toContain(`name="passkeyId" value="${passkeyId}"`);
  const renamed = await sectionIn(await postAccount(visitor, 'passkeys.rename', { passkeyId, name: 'Plain new form' }));
  expect(renamed).toMatch(/Passkey renamed\..*<h3[^>]*>Plain new form</s);
  const removed = await sectionIn(await postAccount(visitor, 'passkeys.remove', { passkeyId }));
  expect(removed).toContain('Passkey removed.');
  expect(removed).not.toContain('<li');
});

test('listPasskeys lists the user’s own passkeys only', async () => {
  await passkeys.addDevice('collaborator');
  expect(await namesOf('collaborator')).toHaveLength(1);
  expect(await namesOf('super')).toEqual([]);
  await expect(listPasskeys(currentAs(undefined))).rejects.toMatchObject({ status: 401 });
});
