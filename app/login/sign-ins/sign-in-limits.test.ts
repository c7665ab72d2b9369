import { expect, test } from 'vitest';

import { addVerifiedEmail } from '#app/accounts/emails/emails.server.ts';
import { toConfirmationCode, toConfirmationToken } from '#app/confirmations/confirmations.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { mailFor, openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();

const askFor = (visitor: FormVisitor, who: string) => visitor.post('/login', { intent: 'ask', who, returnTo: '/' });
const typeCode = (visitor: FormVisitor, code: string) =>
  visitor.post('/login', { intent: 'code', code, returnTo: '/' });

async function statusesOf(visitor: FormVisitor, code: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1) statuses.push((await typeCode(visitor, code)).status);
  return statuses;
}

const mailsTo = (to: string) => site.parts.mailer.keptMails().filter((mail) => mail.to === to);
const pathIn = (text = '') => new URL(/https?:\/\/\S*\/confirmation\/[\w.-]+/.exec(text)?.[0] ?? 'x:').pathname;

/** Requests as many mails with codes as unknown browsers get in an hour. */
async function flood(to: string): Promise<void> {
  for (let time = 0; time < 20; time += 1) await askFor(openVisitor(site), to);
  await runJobs(site);
}

async function newest(subject: string): Promise<string> {
  const [row] = await site.parts.db.query<{ confirmation_id: string }>(sql`
    select confirmation_id from confirmations where subject = ${subject} order by confirmation_id desc limit 1`);
  return row?.confirmation_id ?? '';
}

test('unknown browsers get at most twenty codes an hour for one mailbox in all spellings, and see the same page after it', async () => {
  const spelled = (time: number) => (time % 2 === 0 ? 'flooded@rumpus.example' : `flooded+${time}@rumpus.example`);
  const answers = new Set<string>();
  for (let time = 0; time < 24; time += 1) {
    const response = await askFor(openVisitor(site), spelled(time));
    const page = (await response.text())
      .replaceAll(spelled(time), 'WHO')
      .replaceAll(/nonce="[^"]*"|"formKey" value="[^"]*"/g, '');
    answers.add(`${response.status} ${[...response.headers.keys()].join()} ${page}`);
    await runJobs(site);
  }
  expect(answers.size).toBe(1);
  const mails = site.parts.mailer.keptMails().filter(({ to }) => to.startsWith('flooded'));
  expect(mails.filter(({ subject }) => /\d{6}/.test(subject))).toHaveLength(20);
  // And one link; unverified spellings have none.
  expect(mails).toHaveLength(21);
});

test('mails beyond twenty codes an hour have a link alone, and no code signs in', async () => {
  const { secret } = site.parts;
  const to = 'beyond@rumpus.example';
  await flood(to);
  const last = openVisitor(site);
  await askFor(last, to);
  await runJobs(site);
  const [mail] = mailsTo(to);
  const code = toConfirmationCode({ secret }, await newest(to));
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain(code);
  // Five tries as of any mail, which else would tell that the account or the mailbox has had its codes.
  expect(await statusesOf(last, code)).toEqual([400, 400, 400, 400, 410, 410]);
  const path = pathIn(mail?.text);
  expect(await (await last.get(path)).text()).toContain('in this browser.');
  expect((await openVisitor(site).post(path, {})).headers.get('location')).toBe('/login/confirmation-required');
});

test('while requests go on, one link in the mailbox works, and no second one is sent', async () => {
  const { email: to, userId } = CAST.creator;
  await flood(to);
  const [was, start] = [site.clock.now, site.parts.now()];
  for (const [later, mails] of [
    [0, 21],
    [5, 21],
    [9, 21],
    [11, 22],
    [20, 22],
    [22, 23],
  ] as const) {
    site.clock.now = new Date(start.getTime() + later * 60_000);
    await askFor(openVisitor(site), to);
    await runJobs(site);
    expect([later, mailsTo(to).length]).toEqual([later, mails]);
  }
  const owner = openVisitor(site);
  expect((await owner.post(pathIn(mailsTo(to)[0]?.text), {})).headers.get('location')).toBe('/');
  expect(await (await owner.get('/api/auth/accounts/@me')).text()).toContain(userId);
  // Once it is used there is another.
  await askFor(openVisitor(site), to);
  await runJobs(site);
  expect(mailsTo(to).filter(({ subject }) => subject === 'Knock, knock')).toHaveLength(4);
  site.clock.now = was;
});

test('parallel requests draw the last codes and one link, as those one after the other', async () => {
  const to = 'at.once@rumpus.example';
  for (let time = 0; time < 18; time += 1) await askFor(openVisitor(site), to);
  await Promise.all(Array.from({ length: 8 }, () => askFor(openVisitor(site), to)));
  await runJobs(site);
  expect(mailsTo(to).filter(({ subject }) => /\d{6}/.test(subject))).toHaveLength(20);
  expect(mailsTo(to)).toHaveLength(21);
});

test('a request for another spelling of a mailbox does not replace the link of an address', async () => {
  const to = CAST.staff.email;
  const other = to.replace('@', '+other@');
  await flood(to);
  await askFor(openVisitor(site), other);
  await askFor(openVisitor(site), to.toUpperCase());
  await askFor(openVisitor(site), to);
  await runJobs(site);
  expect([mailsTo(to).length, mailsTo(other).length]).toEqual([21, 0]);
});

test('a request beyond the link has no effect', async () => {
  const { secret } = site.parts;
  const to = 'worthless@rumpus.example';
  await flood(to);
  const last = openVisitor(site);
  for (let time = 0; time < 2; time += 1) await askFor(last, to);
  const id = await newest(to);
  expect(await statusesOf(last, toConfirmationCode({ secret }, id))).toEqual([400, 400, 400, 400, 410, 410]);
  expect((await last.post(`/confirmation/${toConfirmationToken({ secret }, id)}`, {})).status).toBe(410);
});

test('a browser that the account has used before still gets a mail', async () => {
  const to = CAST.collaborator.email;
  const visitor = openVisitor(site);
  await askFor(visitor, to);
  await runJobs(site);
  await typeCode(visitor, mailFor(site, to)?.code ?? '');
  for (let time = 0; time < 23; time += 1) await askFor(openVisitor(site), to);
  await runJobs(site);
  const mails = () => mailsTo(to).length;
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

test('one account gets twenty codes an hour by all its addresses and its lookup code, then a link by each', async () => {
  const { email, userId } = CAST.admin;
  const second = 'second.of.admin@rumpus.example';
  await addVerifiedEmail(systemCurrent(site.parts), userId, second);
  const statuses = new Set<number>();
  for (const who of [email, `@${userId}`, second])
    for (let time = 0; time < 9; time += 1) statuses.add((await askFor(openVisitor(site), who)).status);
  await runJobs(site);
  const mails = [...mailsTo(email), ...mailsTo(second)];
  expect([...statuses]).toEqual([200]);
  expect(mails.filter(({ subject }) => /\d{6}/.test(subject))).toHaveLength(20);
  // Of the address seen last: the others still had codes when they were asked for.
  expect(mails).toHaveLength(21);
  const last = openVisitor(site);
  for (const who of [email, `@${userId}`, second]) await askFor(last, who);
  await runJobs(site);
  expect([...mailsTo(email), ...mailsTo(second)]).toHaveLength(23);
});

test('wrong codes are answered alike with and without an account, and when all codes are used up', async () => {
  const statuses: number[][] = [];
  for (const who of ['nobody.here@rumpus.example', 'zzzzzz', CAST.admin.email, `@${CAST.admin.userId}`]) {
    const visitor = openVisitor(site);
    await askFor(visitor, who);
    statuses.push(await statusesOf(visitor, '000000'));
  }
  expect(new Set(statuses.map(String))).toEqual(new Set(['400,400,400,400,410,410']));
});

test('a mailbox that nobody has proved gets one link for all its spellings', async () => {
  const spellings = ['new.comer', 'newcomer', 'n.e.w.comer', 'N.E.W.C.O.M.E.R'].map((local) => `${local}@dots.example`);
  const [first = ''] = spellings;
  await flood(first);
  for (const to of spellings) await askFor(openVisitor(site), to);
  await runJobs(site);
  const mails = site.parts.mailer.keptMails().filter(({ to }) => to.endsWith('@dots.example'));
  expect(mails).toHaveLength(21);
  expect(mails[0]?.to).toBe(first);
});
