import { expect, test } from 'vitest';

import { failureOfReply } from './refusal.ts';

test.each([
  '550 5.1.1 Mailbox is disabled',
  '550 5.1.1 unknown or illegal user: pip@example.org',
  '550-5.2.1 The email account that you tried to\n550 5.2.1 reach is inactive',
  '550 5.7.1 Unable to deliver, account is suspended',
  '550 user is no longer employed here',
  '550 Host does not accept mail',
  '550 unrouteable address',
  '550 RCPT_UserNotFound',
  "550 5.1.1 l'utilisateur n'existe pas",
  '550 Postfach existiert nicht',
  '550 该邮箱不存在',
])('a mailbox is gone of which a server says %s', (reply) => {
  expect(failureOfReply(reply).kind).toBe('hard');
});

test.each([
  '550-Verification failed for <bounce@in.example.com>\n550-No such user',
  '550 5.1.1 sender unknown',
  '550 5.1.1 <pip@example.org> rejected because of an SPF failure',
  '554 5.1.2 user unknown, or your IP 192.0.2.1 is on a blacklist',
  '550 The message was blocked as spam',
  '550 5.7.133 SenderNotAuthenticatedForGroup; authentication required',
  "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
  '552 5.1.1 Message size exceeds fixed limit',
  '550 5.1.1 too many messages from your network',
  '554 5.1.1 virus found',
])('of a mailbox says nothing who says %s', (reply) => {
  expect(failureOfReply(reply)).toMatchObject({ kind: 'soft', block: reply.replace('\n', ' ') });
});

test.each([
  '552 5.1.1 Recipient over quota',
  '550 Mailbox full, user unknown to have cleaned it',
  '550 mailbox temporarily disabled',
  '450 4.1.1 mailbox unavailable',
  '550 5.4.6 mail loop',
  '451 4.4.3 Host or domain name not found, try again',
  '550 You can find all addresses on our web site',
  '550 The user does not accept mail in that language',
])('a mailbox may be back of which a server says %s', (reply) => {
  expect(failureOfReply(reply)).toMatchObject({ kind: 'soft', block: undefined });
});
