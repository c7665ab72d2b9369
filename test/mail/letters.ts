import { emailChangeMail } from '#app/accounts/emails/email-change.mail.tsx';
import { verifyEmailMail } from '#app/accounts/emails/verify-email.mail.tsx';
import { noticeMail } from '#app/accounts/notice.mail.tsx';
import { recoveryMail } from '#app/accounts/recovery/recovery.mail.tsx';
import { SECURITY_EVENTS } from '#app/accounts/security-log/security-event.ts';
import type { SecurityEventKind } from '#app/accounts/security-log/security-event.ts';
import { aliasReplacedMail } from '#app/aliases/alias-replaced.mail.tsx';
import { answerMail } from '#app/contact/answer.mail.tsx';
import { forwardMail } from '#app/contact/forwarding/forward.mail.tsx';
import { linkMail } from '#app/contact/link.mail.tsx';
import { receivedMail } from '#app/contact/received.mail.tsx';
import { deletionLinkMail } from '#app/deletions/link.mail.tsx';
import { linkMail as exportLinkMail } from '#app/exports/by-mail/link.mail.tsx';
import { readyMail } from '#app/exports/by-mail/ready.mail.tsx';
import { newDeviceMail } from '#app/login/new-device.mail.tsx';
import { signInMail } from '#app/login/sign-in.mail.tsx';
import type { AnyMail, MailKind } from '#app/mail/mail-kind.server.ts';
import { mergeMail } from '#app/merges/merge.mail.tsx';
import { joinMail } from '#app/telegrams/join.mail.tsx';
import { moveMail } from '#app/telegrams/move.mail.tsx';

/** A mail with something to say. */
interface SampleLetter {
  readonly name: string;
  readonly mail: AnyMail;
  readonly props: unknown;
}

const AT = new Date('2026-11-21T16:45:00Z');
const DEVICE = { browser: 'Firefox', system: 'Linux' };
const NO_DEVICE = { browser: '', system: '' };
const link = `https://www.rumpus.example/confirmation/${'0192c3f4-8d6e-7c10-9b2a'.repeat(3)}`;
const undo = { link, hours: 72 };
const change = {
  account: '@pl4yer',
  address: 'pip@example.org',
  primary: 'pop@example.org',
  at: AT,
  undo,
  dropped: undefined,
};
const proof = { link, code: '042137', hours: 24 };
const signIn = { link, code: '042137', minutes: 10, until: AT, ...DEVICE, isProof: false };

const RECEIVED = { number: 'A1B2C3', topic: 'bug', link } as const;

/** Every kind of mail, in every form that it has. */
export const LETTERS: readonly SampleLetter[] = [
  letter('sign-in', signInMail, signIn),
  letter('sign-in of a browser without a name', signInMail, { ...signIn, ...NO_DEVICE }),
  letter('sign-in by the link alone', signInMail, { ...signIn, code: undefined }),
  letter('proof', signInMail, { ...signIn, isProof: true }),
  letter('two accounts are one', mergeMail, { gone: '@a1b2c3', kept: '@d4e5f6' }),
  letter('deletion of an address', deletionLinkMail, { address: 'pip@example.org', link, hours: 24 }),
  letter('new device', newDeviceMail, { link, until: AT, ...DEVICE, at: AT }),
  letter('verify', verifyEmailMail, { account: '@pl4yer', address: 'pip@example.org', proof }),
  letter('taken', verifyEmailMail, { account: '@pl4yer', address: 'pip@example.org', proof: undefined }),
  letter('added', emailChangeMail, { ...change, change: 'added', undo: undefined }),
  letter('added, with a way to undo it', emailChangeMail, { ...change, change: 'added' }),
  letter('recovery', recoveryMail, { account: '@pl4yer', link, until: AT }),
  letter('removed', emailChangeMail, { ...change, change: 'removed' }),
  letter('primary', emailChangeMail, { ...change, change: 'primary' }),
  letter('undone', emailChangeMail, { ...change, change: 'undone', undo: undefined }),
  letter('undone with others', emailChangeMail, {
    ...change,
    change: 'undone',
    undo: undefined,
    dropped: { addresses: 1, passkeys: 2, connections: 0, keys: 3 },
  }),
  letter('alias', aliasReplacedMail, {
    was: 'Rude Word',
    alias: 'Pickle Comet',
    reason: 'It is rude.',
  }),
  letter('contact received', receivedMail, { ...RECEIVED, title: undefined, isLinked: true, from: undefined }),
  letter('contact received by an account', receivedMail, {
    ...RECEIVED,
    title: 'It crashes',
    isLinked: false,
    from: undefined,
  }),
  letter('contact split', receivedMail, { ...RECEIVED, title: 'The shop', isLinked: false, from: '4F09A2' }),
  letter('contact forward', forwardMail, {
    number: 'A1B2C3',
    title: 'It crashes',
    words: 'Is this known?\n\nThanks!',
    mayReply: true,
    messages: [
      { messageId: '1', side: 'player', body: 'On load.', at: AT, files: 2 },
      { messageId: '2', side: 'studio', body: 'We ask.', at: AT, files: 0 },
    ],
  }),
  letter('contact link', linkMail, { number: 'A1B2C3', link }),
  letter('contact answer', answerMail, {
    number: 'A1B2C3',
    link,
    body: 'Hello!\n\nTry it again.\nIt is fixed.',
    files: 2,
    isLinked: true,
    mayReply: true,
  }),
  letter('export of an address', exportLinkMail, { link }),
  letter('export is ready', readyMail, { link }),
  letter('newsletters', joinMail, { state: 'new', link, subscriptions: ['ballyhoo', 'playtests'] }),
  letter('newsletters of a member', joinMail, { state: 'member', link, subscriptions: [] }),
  letter('newsletters at another address', moveMail, { link }),
  ...(Object.keys(SECURITY_EVENTS) as SecurityEventKind[]).map((kind) =>
    letter(`notice ${kind}`, noticeMail, {
      userId: 'pl4yer',
      kind,
      at: AT.toISOString(),
      ...DEVICE,
      details: {
        name: 'Sofa',
        alias: 'Pickle Comet',
        address: 'pip@example.org',
        reason: 'Botting.',
        until: AT.toISOString(),
        way: 'email',
      },
    }),
  ),
];

function letter<Payload, Props>(name: string, mail: MailKind<Payload, Props>, props: Props): SampleLetter {
  return { name, mail, props };
}
