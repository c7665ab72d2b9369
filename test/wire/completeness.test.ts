import { expect, test } from 'vitest';

import { operations, sentencesOf } from './document.ts';
import { wasAnswered } from './record.ts';

/** What the document tells and this suite cannot bring about from outside. */
const OUT_OF_REACH: [what: RegExp, why: string][] = [
  [/ 500 Server Error\. Everything is on fire\.$/, 'would be a bug, and none is known'],
  [/ 503 Something went wrong\. Please try again!$/, 'needs a database that is gone'],
  [/ 503 Somebody else is changing that right now\. Try again in a moment\?$/, 'needs a transaction that stays open'],
  [/ 507 There’s no room left to store that right now\. Try again later\.$/, 'needs a disk that is full'],
  [/ 507 There is no room left for a body of that size\.$/, 'needs a disk that is full'],
  [/^storage\.revertCrate 409 Another item/, 'needs a name that is taken while a revert runs'],
  [/ 503 Too many pictures are being made\. Try again in a moment\.$/, 'needs more pictures than the suite uploads'],
  [/ 503 Others are writing there for long\. Try again in a moment\.$/, 'needs a transaction that stays open'],
  [/ 503 That search takes too long\. Narrow it down\.$/, 'needs a crate of millions'],
  [
    / 400 The body ended before it was complete\.$/,
    'who cuts a body off has hung up; that nothing is stored is tested',
  ],
  [
    /^(?!storage\.createItem ).* (?:415 A body is read as it is|400 The body ended early)/,
    'the door decodes all bodies',
  ],
  [/^(?!storage\.updateMetadata ).* 412 If-Match takes strong etags/, 'the door explains all of them'],
  [/^(?:storage\.(?:find|list|compare)\w+|feedbag\.\w+) 304$/, 'the door answers all reads so'],
  [/^storage\.updateStats 400 crate and item ids required$/, 'an address without both is that of no call'],
  [/ 403 This changes who gets in, so show us it’s you first\.$/, 'needs a sign-in of 15 minutes ago'],
  [/ 409 Passkeys need an address with a name,/, 'the site that this suite asks has one'],
  [/^levelhead\.\w+ 404 We don't have what you're looking for\.$/, 'the localhost stage has the crate'],
  [/^levelhead\.\w+ 507 The set is full/, 'needs ten thousand bookmarks'],
  [/^feedbag\.enterFromGame 403 You can read here/, 'needs a player whom the studio has blocked'],
  [/^following\.followSubject 409 You follow a thousand/, 'needs a thousand follows'],
  [/^mails\.(?:showOffPage 302|turnOffMails 200)/, 'needs the link of a mail'],
  [/^announcements\.\w+ 409 /, 'needs a million players'],
  [/^announcements\.\w+ 403 This did not come/, 'reads no session, so that no page is refused'],
  [/^telemetry\.fillDataset (?:202|429 This data set)/, 'needs a data set, which is declared in the console'],
  [/^telemetry\.add\w+ 429 There is no room left/, 'needs sixty million rows'],
  [/^devices\.redeemCode (?:403 This account|409 )/, 'needs a ban of one of the cast, and twenty keys'],
  [/^mails\.takeArrivingMail (?:204|404|413|422|429)/, 'needs the key of a mail provider'],
  [/^login\.\w+ 409 Twenty passkeys are the most\./, 'needs twenty passkeys of one account'],
  [/^levelhead\.\w+ 403 This account can’t come in/, 'needs a ban of one of the cast'],
  [/^levelhead\.\w+ 429 That is enough for one day\./, 'needs a day of play'],
  [/^levelhead\.\w+ 409 A request with this Idempotency-Key/, 'is asked of other calls'],
  [/^login\.signInByPasskey 403 This account can’t come in/, 'needs a ban of one of the cast'],
  [
    /^(?:login\.watchSession|editor\.joinDocument|contact\.joinSubmission|notifications\.countNotifications) 503 /,
    'needs twenty streams that stay open',
  ],
  [/ 503 We couldn't send you an email! Try again\?$/, 'needs a database that takes no jobs'],
  [/^accounts\.(?:banAccount 200|liftBan 204)/, 'would end the sessions of one of the cast'],
  [
    /^(?:accounts\.changeRole|storage\.deleteCrate|apps\.(?:create|rotate)AppKey) (?:202|403 This changes|409 (?:Then fewer|You have 20))/,
    'needs a site where two persons are the rule',
  ],
  [/^api-docs\.getOpenApi 40[13] /, 'the localhost stage shows the description to everyone'],
];

const isOutOfReach = (what: string) => OUT_OF_REACH.some(([pattern]) => pattern.test(what));

test('every documented success and refusal of every call was asked for in this run', () => {
  const missing = operations.flatMap((operation) =>
    Object.keys(operation.responses).flatMap((status) =>
      sentencesOf(operation, status)
        .filter((sentence) => !wasAnswered(operation.id, status, sentence))
        .map((sentence) => `${operation.id} ${status} ${sentence}`.trim()),
    ),
  );
  const todo =
    'Each wants a request in test/wire, or a line in OUT_OF_REACH of test/wire/completeness.test.ts that says why not';
  expect(
    missing.filter((what) => !isOutOfReach(what)),
    todo,
  ).toEqual([]);
});
