import { expect, test } from 'vitest';

import { codeOf, tokenOf } from '#app/confirmations/confirmations.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import type { Visitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();

const askFor = (visitor: Visitor, who: string) => visitor.post('/login', { intent: 'ask', who, returnTo: '/' });
const typeCode = (visitor: Visitor, code: string) => visitor.post('/login', { intent: 'code', code, returnTo: '/' });

test('strangers get at most twenty mails an hour out of one mailbox, however it is spelled, and are told the same', async () => {
  const spelled = (time: number) => (time % 2 === 0 ? 'flooded@rumpus.example' : `flooded+${time}@rumpus.example`);
  for (let time = 0; time < 23; time += 1) {
    expect((await askFor(openVisitor(site), spelled(time))).status).toBe(200);
    await runJobs(site);
  }
  expect(site.parts.mailer.kept().filter(({ to }) => to.startsWith('flooded'))).toHaveLength(20);
});

test('what is asked for beyond that is worth nothing: no guess of its code can be right', async () => {
  const { db, secret } = site.parts;
  const last = openVisitor(site);
  await askFor(last, 'flooded@rumpus.example');
  const [row] = await db.run<{ confirmation_id: string }>(
    `select confirmation_id from confirmations where subject = 'flooded@rumpus.example' order by created_at desc limit 1`,
  );
  const code = codeOf({ secret }, row?.confirmation_id ?? '');
  expect((await typeCode(last, code)).status).toBe(410);
  expect((await last.post(`/confirmation/${tokenOf({ secret }, row?.confirmation_id ?? '')}`, {})).status).toBe(410);
});

test('nobody is kept out by that: a browser that its owner has used before still gets a mail', async () => {
  const to = CAST.collaborator.email;
  const visitor = openVisitor(site);
  await askFor(visitor, to);
  await runJobs(site);
  await typeCode(visitor, mailFor(site, to)?.code ?? '');
  for (let time = 0; time < 23; time += 1) await askFor(openVisitor(site), to);
  await runJobs(site);
  const mails = () => site.parts.mailer.kept().filter((mail) => mail.to === to).length;
  const before = mails();
  await askFor(openVisitor(site), to);
  await runJobs(site);
  expect(mails()).toBe(before);
  const own = openVisitor(site);
  own.cookies.set('device', visitor.cookies.get('device') ?? '');
  await askFor(own, to);
  await runJobs(site);
  expect(mails()).toBe(before + 1);
  expect((await typeCode(own, mailFor(site, to)?.code ?? '')).status).toBe(302);
});
