import { expect, test } from 'vitest';

import { signIn } from '../sign-in.ts';
import type { JourneyCastName } from '../sign-in.ts';
import { BASE_URL } from '../visitor.ts';
import { answered, lookOverAll } from './every-screen.ts';

test('the mailbox, notifications and alerts of a player pass axe', async () => {
  const message = await writeMessage();
  await lookOverAll(answered([`/admin${message}`]), [], { as: 'staff' });
  expect((await sendForm('admin', `/admin${message}`, { intent: 'mailbox.send', rev: '2' })).status).toBe(200);
  const own = ['/mailbox', message, '/mailbox?tab=archived', '/notifications', '/alerts'];
  await lookOverAll(answered(own), [], { as: 'player' });
});

test('the form of a report, its answer and what waits at the desk pass axe', async () => {
  const path = '/report/player/vfhy42';
  await lookOverAll(answered([path]), [], { as: 'player' });
  const fields = { intent: 'reports.send', reason: 'other', words: 'They left a duck in my level.' };
  expect((await sendForm('player', path, fields)).status).toBe(200);
  await lookOverAll(answered([path]), [], { as: 'player' });
  await lookOverAll(answered(['/admin/reports']), [], { as: 'staff' });
  const decided = { kind: 'player', thingId: 'vfhy42', rev: '1', note: 'A duck is no harm.' };
  // Of a walk that is tried again the first try has decided.
  expect([200, 409]).toContain(
    (await sendForm('staff', '/admin/reports', { intent: 'reports.dismiss', ...decided })).status,
  );
  await lookOverAll(answered(['/admin/reports?state=decided']), [], { as: 'staff' });
});

/** To a player, with a link and a file. @returns its path in their mailbox */
async function writeMessage(): Promise<string> {
  const fields = {
    audience: 'user',
    of: 'pl4yer',
    locale: 'en-US',
    title: 'A gift',
    body: 'For you.',
    path: '/account',
  };
  const written = await sendForm('staff', '/admin/mailbox', { intent: 'mailbox.create', ...fields });
  const path = written.headers.get('location') ?? '';
  const file = new File(['{}'], 'a-gift.json');
  expect((await sendForm('staff', path, { intent: 'mailbox.attach', rev: '1', files: file })).status).toBe(200);
  return path.replace('/admin', '');
}

function sendForm(who: JourneyCastName, path: string, fields: Record<string, string | File>): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const headers = { cookie: signIn(who).cookie, origin: new URL(BASE_URL).origin };
  const isPlain = !Object.values(fields).some((value) => value instanceof File);
  const sent = isPlain ? new URLSearchParams(fields as Record<string, string>) : body;
  return fetch(`${BASE_URL}${path}`, { method: 'POST', headers, body: sent, redirect: 'manual' });
}
