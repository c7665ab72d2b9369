import { expect, test } from 'vitest';

import { linkIdentity } from '#app/accounts/identities/identities.server.ts';
import { addPasskey } from '#app/accounts/passkeys/passkeys.server.ts';
import { RECOVERY } from '#app/accounts/recovery/recovery.ts';
import { PERMISSION_FIELD } from '#app/delegation/key.ts';
import { createKey } from '#app/delegation/keys.server.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { currentAs } from '#test/people/form-rights.ts';
import { openOwner, openSession, postAccount } from '#test/people/owners.ts';
import { mailFor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

import { ACCOUNT_INTENTS } from './account-forms.server.ts';

const site = useTestSite();
const MAY = `${PERMISSION_FIELD}rce-lh-read`;

/** Somebody with one more of everything that can be removed. */
async function openRich(name: string) {
  const [first, second] = [`${name}@rich.example`, `${name}-2@rich.example`];
  const owner = await openOwner(site, first, second);
  const current = currentAs(site, owner.userId);
  const key = { publicKey: new Uint8Array(8), counter: 0, transports: [], name: 'A', isSynced: false };
  const { passkeyId } = await addPasskey(current, { passkeyId: name, ...key });
  const identity = { issuer: 'https://steam.example', subject: name, platform: 'steam', service: 'Steam' };
  await linkIdentity(current, owner.userId, identity);
  const { passId } = await createKey(current, { name: 'A', permissions: ['rce-lh-read'], days: 30 });
  const { loginId } = await openSession(site, owner.userId);
  await openSession(site, owner.userId);
  return { ...owner, first, second, passkeyId, passId, loginId };
}

/** What gets the focus without scripts: the first that asks for it. */
async function focusAfter(response: Response): Promise<string> {
  const [tag = ''] = /<[a-z0-9]+ [^>]*autofocus=""[^>]*>/.exec(await response.text()) ?? [];
  if (tag.includes('tabindex="-1" class="scroll-my-24"')) return 'notice';
  return /(?<= (?:id|name)=")(?!_)[^"]+/.exec(tag)?.[0] ?? '';
}

test('the focus goes to what comes next after each form of the account page', async () => {
  const { visitor, first, second, passkeyId, passId, loginId } = await openRich('focus');
  const answered = new Set<string>();
  const act = async (intent: string, fields: Record<string, string>) => {
    answered.add(intent);
    return focusAfter(await postAccount(visitor, intent, fields));
  };
  const third = 'focus-3@rich.example';
  expect(await act('emails.add', { email: 'nowhere' })).toBe('email');
  expect(await act('emails.add', { email: third })).toBe(`email-code-${third}`);
  expect(await act('emails.prove', { key: third, code: 'none' })).toBe(`email-code-${third}`);
  await runJobs(site);
  const code = mailFor(site, third)?.code ?? '';
  expect(await act('emails.prove', { key: third, code })).toBe(`email-${third}`);
  expect(await act('emails.primary', { key: second })).toBe(`email-${second}`);
  expect(await act('emails.remove', { key: first })).toBe('emails-heading');
  expect(await act('emails.remove', { key: first })).toBe('notice');

  expect(await act('connections.show', { platform: 'steam' })).toBe('connection-toggle-steam');
  expect(await act('connections.hide', { platform: 'steam' })).toBe('connection-toggle-steam');
  expect(await act('connections.remove', { platform: 'steam' })).toBe('connections-title');
  expect(await act('passkeys.rename', { passkeyId, name: 'B' })).toBe(`passkey-${passkeyId}`);
  expect(await act('passkeys.remove', { passkeyId })).toBe('passkeys-title');
  expect(await act('recovery.make', {})).toBe(RECOVERY);
  expect(await act('blocks.lift', { userId: 'nobody' })).toBe('blocked-title');
  expect(await act('sessions.end', { loginId })).toBe('sessions-heading');
  expect(await act('sessions.endOthers', {})).toBe('sessions-heading');

  expect(await act('keys.create', { name: ' ', [MAY]: 'on', days: '30' })).toBe('name');
  expect(await act('keys.create', { name: 'B', days: '30' })).toMatch(PERMISSION_FIELD);
  expect(await act('keys.create', { name: 'B', [MAY]: 'on', days: '30' })).toBe('new-key');
  expect(await act('keys.revoke', { passId })).toBe('keys-title');

  expect(await act('aliases.suggest', {})).toBe('suggest-alias');
  expect(await act('aliases.change', { alias: 'x' })).toBe('alias');
  expect(await act('aliases.change', { alias: 'Focus Comet' })).toBe('notice');
  expect(await act('aliases.undo', {})).toBe('notice');
  expect([...answered].toSorted()).toEqual(Object.keys(ACCOUNT_INTENTS).toSorted());
});

test('the account page asks before each removal, and has what adds to a list above the list', async () => {
  const { visitor } = await openRich('asking');
  const page = await (await visitor.get('/account')).text();
  const sent = [...page.matchAll(/<(?:input|button)(?=[^>]* name="intent")[^>]* value="([^"]+)"/g)];
  const removals = sent.filter(([, intent = '']) => isRemoval(intent));
  for (const { 1: intent, index } of removals) {
    const before = page.slice(0, index);
    // In its section, which folds, too.
    expect(before.split('<details').length - before.split('</details>').length, intent).toBe(2);
  }
  const wanted = Object.keys(ACCOUNT_INTENTS).filter(isRemoval).toSorted();
  expect([...new Set(removals.map(([, intent = '']) => intent))].toSorted()).toEqual(wanted);

  const places = ['value="emails.add"', 'value="emails.remove"', 'Add a passkey', 'value="passkeys.remove"'];
  const found = places.map((words) => page.indexOf(words));
  expect(found).not.toContain(-1);
  expect(found[0]).toBeLessThan(found[1] ?? 0);
  expect(found[2]).toBeLessThan(found[3] ?? 0);
});

const isRemoval = (intent: string) => /\.(?:remove|end|endOthers|revoke)$/.test(intent);
