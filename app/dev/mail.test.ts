import { expect, test } from 'vitest';

import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();
const MAIL = {
  to: 'pip@example.org',
  subject: 'Knock, knock',
  text: 'Type this:\n\n042137\n\nOr go here:\n\nhttp://localhost:8080/confirmation/0192.sig\n',
  html: '<!doctype html><p style="color:#1c1537">042137</p>',
  messageId: 'a-mail',
};

test('/dev/mail shows unsent mail with links and code, newest first', async () => {
  await site.parts.mailer.send({ ...MAIL, messageId: 'before', subject: 'The one before' });
  await site.parts.mailer.send(MAIL);
  const page = await (await site.ask(undefined, '/dev/mail')).text();
  expect(page).toContain('<a href="http://localhost:8080/confirmation/0192.sig"');
  expect(page).toMatch(/<strong [^>]*select-all[^>]*>042137<\/strong>/);
  expect(page).toContain('href="/dev/mail/a-mail.html"');
  expect(page.indexOf(MAIL.subject)).toBeLessThan(page.indexOf('The one before'));
});

test('the HTML of a mail is shown in a sandbox without scripts and requests', async () => {
  await site.parts.mailer.send(MAIL);
  const look = await site.ask(undefined, '/dev/mail/a-mail.html');
  expect(look.status).toBe(200);
  expect(await look.text()).toBe(MAIL.html);
  expect(look.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(look.headers.get('content-security-policy')).toMatch(
    /^sandbox .*default-src 'none'; style-src 'unsafe-inline'/,
  );
  expect(look.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await site.ask(undefined, '/dev/mail/no-such-mail.html')).status).toBe(404);
});

test.each(['dev', 'sandbox', 'beta', 'www'])('the %s stage shows no mail', async (stage) => {
  await site.parts.mailer.send(MAIL);
  const door = openTestApp(site, { STAGE: stage, PUBLIC_URL: `https://${stage}.rumpus.example` });
  for (const path of ['/dev/mail', '/dev/mail/a-mail.html']) {
    const response = await door.sendRequest(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('042137');
  }
});
