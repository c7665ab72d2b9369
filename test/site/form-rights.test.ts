import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes } from 'react-router';
import type { RouteObject } from 'react-router';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createConfirmation, toConfirmationToken } from '#app/confirmations/confirmations.server.ts';
import * as forms from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { ROLES } from '#app/current/role.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { consoleParts } from '#app/nouns.server.ts';
import routes from '#app/routes.ts';
import { JOIN } from '#app/telegrams/join-confirmation.ts';

import { checkEntries } from '../audit-entries.ts';
import type { SentRequest } from '../audit-entries.ts';
import { useTestSite } from '../site.ts';
import { sendStaffForms } from '../staff-forms.ts';

const site = useTestSite();
const SENDERS = [undefined, 'player', 'staff', 'admin', 'super'] as const;

/**
 * How every form answers a visitor, a player, staff, an admin and a super who send it without a field, as scripts do: 202
 * leads to another page, and `no` says that there is no such page for them. A page stands above its forms; what several
 * pages offer has its row at the first of them.
 */
const RIGHTS = `
/
  signUp                   400 202 202 202 202
/account
  aliases.change           401 400 400 400 400
  aliases.undo             401 409 409 409 409
  blocks.lift              401 200 200 200 200
  aliases.suggest          401 200 200 200 200
  emails.add               401 400 400 400 400
  emails.prove             401 404 404 404 404
  emails.primary           401 404 404 404 404
  emails.remove            401 404 404 404 404
  connections.remove       401 404 404 404 404
  connections.show         401 404 404 404 404
  connections.hide         401 404 404 404 404
  passkeys.rename          401 400 400 400 400
  passkeys.remove          401 404 404 404 404
  recovery.make            401 200 200 200 200
  sessions.end             401 200 200 200 200
  sessions.endOthers       401 200 200 200 200
  keys.create              401 400 400 400 400
  keys.revoke              401 404 404 404 404
  choices.set              401 400 400 400 400
  choices.guess            401 400 400 400 400
/account/merge
  merges.begin             401 409 409 409 409
  merges.merge             401 400 400 400 400
/account/deletion
  deletions.ask            401 400 400 400 400
  deletions.undo           409 409 409 409 409
/account/deletion/address
  deletions.address        400 400 400 400 400
/login
  ask                      400 400 400 400 400
  prove                    401 200 200 200 200
  code                     410 410 410 410 410
/login/recovery
  recovery.signIn          400 400 400 400 400
/login/device
  devices.find             401 404 404 404 404
  devices.approve          401 404 404 404 404
  devices.deny             401 404 404 404 404
/welcome
  welcome.end              401 202 202 202 202
/login/confirmation-required
  register                 400 400 400 400 400
/confirmation/{link}
  confirm                  200 410 410 410 410
  again                    410 410 410 410 410
/notifications
  notify.open              401 404 404 404 404
  notify.see               401 200 200 200 200
  notify.read              401 404 404 404 404
  notify.unread            401 404 404 404 404
  notify.archive           401 404 404 404 404
  notify.unarchive         401 404 404 404 404
  notify.snooze            401 400 400 400 400
  notify.unsnooze          401 404 404 404 404
  notify.delete            401 404 404 404 404
  notify.readAll           401 200 200 200 200
  notify.unreadAll         401 400 400 400 400
/alerts
  following.follow         401 404 404 404 404
  following.unfollow       401 200 200 200 200
  following.chooseParts    401 404 404 404 404
  alerts.change            401 404 404 404 404
  alerts.mute              401 200 200 200 200
  alerts.unmute            401 200 200 200 200
  alerts.off               404 404 404 404 404
/redeem
  perks.redeem             202 404 404 404 404
/account/data
  exports.ask              401 200 200 200 200
/your-data
  exports.mailLink         400 400 400 400 400
/mailbox
  mailbox.open             401 404 404 404 404
  mailbox.takeGift         401 404 404 404 404
  mailbox.see              401 404 404 404 404
  mailbox.read             401 404 404 404 404
  mailbox.unread           401 404 404 404 404
  mailbox.archive          401 404 404 404 404
  mailbox.unarchive        401 404 404 404 404
/mailbox/none
  contact.reply            401 404 404 404 404
  contact.edit             404 404 404 404 404
  contact.close            404 404 404 404 404
  contact.reopen           404 404 404 404 404
  contact.read             200 404 404 404 404
  contact.link             404 404 404 404 404
/telegrams
  telegrams.link           400 400 400 400 400
  telegrams.leave          401 404 404 404 404
  telegrams.rejoin         401 404 404 404 404
  telegrams.leaveAll       401 200 200 200 200
  telegrams.change         401 404 404 404 404
  telegrams.move           401 404 404 404 404
  telegrams.block          401 200 200 200 200
  telegrams.unblock        401 200 200 200 200
  telegrams.erase          401 200 200 200 200
/telegrams/leave/none
  leave                    404 404 404 404 404
/blog
/podcast
/podcast/questions
  feedbag.vote             401 404 404 404 404
  feedbag.unvote           401 404 404 404 404
/podcast/questions/new
  podcast.ask              400 400 400 400 400
/podcast/questions/none
  feedbag.comment          401 404 404 404 404
  feedbag.edit             401 404 404 404 404
  feedbag.react            401 404 404 404 404
  feedbag.block            401 404 404 404 404
  feedbag.unblock          401 404 404 404 404
  feedbag.read             404 404 404 404 404
  feedbag.status           401 403 404 404 404
  feedbag.behalf           401 403 404 404 404
  feedbag.merge            401 403 404 404 404
  feedbag.unmerge          401 403 404 404 404
  feedbag.split            401 403 404 404 404
  feedbag.unsplit          401 403 404 404 404
  feedbag.moderate         401 403 400 400 400
  feedbag.moderateComment  401 403 400 400 400
  feedbag.decideVotes      401 403 400 400 400
  feedbag.undoVotes        401 403 404 404 404
  podcast.answer           401 403 404 404 404
  podcast.takeAnswerBack   401 403 404 404 404
  podcast.erase            401 404 404 404 404
/changelog
/games/crashlands
/games/crashlands-2
/games/levelhead
/games/levelhead/patchnotes
/games/levelhead/tower
  hall.saveSearch          401 404 404 404 404
  hall.openSearch          401 404 404 404 404
  hall.renameSearch        401 400 400 400 400
  hall.deleteSearch        401 404 404 404 404
  hall.restoreSearch       401 404 404 404 404
  hall.chooseDefault       401 404 404 404 404
  hall.dropDefault         401 404 404 404 404
  hall.followSearch        401 404 404 404 404
  hall.unfollowSearch      401 200 200 200 200
  hall.renewFeed           401 404 404 404 404
  hall.bookmarkAll         401 404 404 404 404
/games/levelhead/marketing
/games/levelhead/players/none
  player.follow            401 404 404 404 404
  player.unfollow          401 404 404 404 404
/games/levelhead/levels/none
  level.bookmark           401 404 404 404 404
  level.unbookmark         401 404 404 404 404
  level.like               401 404 404 404 404
  level.unlike             401 404 404 404 404
/report/level/none
  reports.send             401 404 404 404 404
/games/levelhead/playlists
  playlists.create         401 400 400 400 400
  playlists.delete         401 404 404 404 404
  playlists.restore        401 404 404 404 404
/games/levelhead/playlists/none
  playlist.fork            401 404 404 404 404
/games/levelhead/playlists/none/edit
  edit.describe            401 400 400 400 400
  edit.add                 401 404 404 404 404
  edit.putBack             401 404 404 404 404
  edit.remove              401 404 404 404 404
  edit.up                  401 404 404 404 404
  edit.down                401 404 404 404 404
/support
  support.miss             200 200 200 200 200
/support/saves/none
  support.helped           404 404 404 404 404
  support.missed           404 404 404 404 404
/contact/topics/other
  contact.send             400 400 400 400 400
/contact/submissions
  contact.preview          401 403 200 200 200
  contact.change           401 403 400 400 400
  contact.saveView         401 403 400 400 400
  contact.deleteView       401 403 200 200 200
  contact.undo             401 403 409 409 409
/contact/submissions/none
  contact.reply            404 404 404 404 404
  contact.answer           401 403 400 400 400
  contact.merge            401 403 404 404 404
  contact.unmerge          401 403 404 404 404
  contact.split            401 403 404 404 404
  contact.unsplit          401 403 404 404 404
  contact.forward          401 403 404 404 404
  contact.block            401 403 404 404 404
  contact.unblock          401 403 404 404 404
  contact.redact           401 403 404 404 404
  contact.fill             401 403 404 404 404
/contact/macros/new
  macro.save               401 403 400 400 400
/contact/macros/none
  macro.delete             401 403 404 404 404
/feedbag/settings
  feedbag.createProject    401 403 400 400 400
  feedbag.addStatus        401 403 400 400 400
  feedbag.changeStatus     401 403 400 400 400
  feedbag.deleteStatus     401 403 400 400 400
  feedbag.forgetDecision   401 403 200 200 200
/feedbag/none/settings
  feedbag.saveProject      401 403 404 404 404
/feedbag/none/webhooks
  feedbag.addWebhook       401 403 404 404 404
  feedbag.switchWebhook    401 403 404 404 404
  feedbag.deleteWebhook    401 403 404 404 404
  feedbag.tryWebhook       401 403 404 404 404
  feedbag.resend           401 403 404 404 404
/feedbag/none/entries
/feedbag/none/entries/new
  feedbag.enter            404 404 404 404 404
/feedbag/none/entries/none
/editor
  editor.undelete          no  no  404 404 404
  editor.discard           no  no  200 200 200
  editor.takeBack          no  no  200 200 200
  editor.save              no  no  400 400 400
  editor.publish           no  no  400 400 400
  editor.setApprovalRule   no  no  403 200 200
/editor/posts
  editor.delete            no  no  404 404 404
  editor.putBack           no  no  404 404 404
/editor/none
  editor.plan.publish      no  no  404 404 404
  editor.unplan.publish    no  no  404 404 404
  editor.undoPlan.publish  no  no  404 404 404
  editor.plan.unpublish    no  no  404 404 404
  editor.unplan.unpublish  no  no  404 404 404
  editor.undoPlan.unpublish no  no  404 404 404
  editor.createPreview     no  no  404 404 404
  editor.revokePreview     no  no  404 404 404
  editor.restorePreview    no  no  404 404 404
  editor.requestReview     no  no  404 404 404
  editor.verdict.approved  no  no  404 404 404
  editor.verdict.changes   no  no  404 404 404
  editor.saveLater         no  no  404 404 404
  editor.restore           no  no  404 404 404
  editor.unpublish         no  no  404 404 404
  editor.hide              no  no  404 404 404
  editor.delete            no  no  404 404 404
  editor.translate         no  no  404 404 404
/editor/none/versions
/editor/answers
/editor/answers/none
/editor/answers/none/versions
/editor/episodes
/editor/episodes/none
  editor.audio             no  no  404 404 404
  editor.transcript        no  no  404 404 404
  editor.dropTranscript    no  no  404 404 404
  editor.cover             no  no  404 404 404
/editor/episodes/none/versions
/editor/releases/levelhead
/editor/releases/levelhead/none
  editor.addLine           no  no  200 200 200
  editor.readPasted        no  no  200 200 200
  editor.takePasted        no  no  200 200 200
  editor.changeLine        no  no  200 200 200
/editor/releases/levelhead/none/versions
/admin/accounts/none
  note                     no  no  400 400 400
  ban                      no  no  400 400 400
  lift                     no  no  400 400 400
  role                     no  no  403 403 400
  sessions                 no  no  400 400 400
  recover                  no  no  403 400 400
  merge                    no  no  403 400 400
/admin/crates/none/items/none
  item.save                no  no  404 404 404
  item.addPerson           no  no  404 404 404
  item.removePerson        no  no  400 400 400
  item.makeOwner           no  no  400 400 400
  item.stats               no  no  400 400 400
  item.restore             no  no  404 404 404
  item.upload              no  no  400 400 400
  item.delete              no  no  404 404 404
  item.undelete            no  no  404 404 404
  item.view                no  no  404 404 404
/admin/crates
  crates.create            no  no  403 400 400
/admin/crates/none
  crates.save              no  no  403 400 400
  crates.delete            no  no  403 404 404
/admin/alias-moderation
  aliases.approve          no  no  404 404 404
  aliases.deny             no  no  404 404 404
  aliases.replace          no  no  404 404 404
  aliases.whitelist        no  no  404 404 404
  aliases.undo             no  no  404 404 404
/admin/reports
  reports.act              no  no  404 404 404
  reports.note             no  no  404 404 404
  reports.dismiss          no  no  404 404 404
  reports.undo             no  no  404 404 404
/admin/approvals
  approvals.confirm        no  no  403 403 409
  approvals.decline        no  no  403 403 400
  approvals.withdraw       no  no  403 409 409
/admin/api
  tester.open              no  no  400 400 400
  tester.close             no  no  200 200 200
/admin/crates/none/items
  items.create             no  no  404 404 404
  items.undelete           no  no  404 404 404
  items.saveView           no  no  404 404 404
  items.changeView         no  no  400 400 400
  items.updateView         no  no  404 404 404
  items.deleteView         no  no  404 404 404
/admin/crates/none/import
  bulk.import              no  no  403 400 400
/admin/crates/none/bulk
  bulk.preview             no  no  403 400 400
/admin/crates/none/bulk/none
  bulk.run                 no  no  403 404 404
  bulk.stop                no  no  403 404 404
  bulk.undo                no  no  403 404 404
/admin/perks
  perks.create             no  no  403 400 400
/admin/perks/none
  perks.change             no  no  403 400 400
  perks.archive            no  no  403 404 404
  perks.restore            no  no  403 404 404
  perks.makeCodes          no  no  403 400 400
  perks.voidCodes          no  no  404 404 404
  perks.give               no  no  400 400 400
  perks.revoke             no  no  400 400 400
  perks.addKeys            no  no  403 400 400
  perks.freeKey            no  no  403 404 404
  perks.spendKey           no  no  403 404 404
  perks.addRule            no  no  403 400 400
  perks.stopRule           no  no  403 404 404
/admin/game-announcements
  announcements.create     no  no  400 400 400
  announcements.stopMany   no  no  200 200 200
  announcements.publishMany no no  200 200 200
/admin/game-announcements/none
  announcements.save       no  no  400 400 400
  announcements.putBack    no  no  404 404 404
  announcements.publish    no  no  404 404 404
  announcements.stop       no  no  404 404 404
  announcements.duplicate  no  no  404 404 404
  announcements.delete     no  no  404 404 404
/admin/shortlinks
  shortlinks.create        no  no  400 400 400
  shortlinks.tagMany       no  no  200 200 200
  shortlinks.expireMany    no  no  200 200 200
  shortlinks.putBack       no  no  400 400 400
  shortlinks.deleteMany    no  no  200 200 200
  shortlinks.restoreMany   no  no  200 200 200
/admin/shortlinks/none
  shortlinks.lead          no  no  400 400 400
  shortlinks.change        no  no  404 404 404
  shortlinks.lock          no  no  400 400 400
  shortlinks.unlock        no  no  404 404 404
  shortlinks.restoreTarget no  no  404 404 404
  shortlinks.delete        no  no  404 404 404
  shortlinks.restore       no  no  404 404 404
/go/no-such-link
  go.unlock                404 404 404 404 404
/admin/apps
  apps.create              no  no  403 400 400
/admin/apps/none
  apps.createKey           no  no  403 400 400
  apps.revokeKey           no  no  403 404 404
  apps.rename              no  no  403 400 400
  apps.takeOver            no  no  403 404 404
  apps.addOrigin           no  no  403 400 400
  apps.removeOrigin        no  no  403 404 404
  apps.allowDevices        no  no  403 400 400
  apps.endDevices          no  no  403 404 404
  apps.archive             no  no  403 404 404
  apps.restore             no  no  403 404 404
  apps.delete              no  no  403 404 404
/admin/apps/none/keys/none
  apps.rotateKey           no  no  403 400 400
  apps.limitKey            no  no  403 404 404
/admin/apps/found-key
  apps.findKey             no  no  403 404 404
/admin/telemetry
  visits.addSpam           no  no  400 400 400
  visits.removeSpam        no  no  404 404 404
/admin/telemetry/errors
  issues.resolveMany       no  no  400 400 400
  issues.ignoreMany        no  no  200 200 200
  issues.reopenMany        no  no  200 200 200
/admin/telemetry/errors/none
  issues.resolve           no  no  400 400 400
  issues.ignore            no  no  404 404 404
  issues.reopen            no  no  404 404 404
  issues.assign            no  no  404 404 404
  issues.merge             no  no  400 400 400
  issues.split             no  no  404 404 404
  issues.link              no  no  400 400 400
  issues.unlink            no  no  404 404 404
/admin/telemetry/datasets
  datasets.create          no  no  403 400 400
/admin/telemetry/datasets/none
  datasets.delete          no  no  403 404 404
/admin/mailbox
  mailbox.create           no  no  400 400 400
/admin/mailbox/none
  mailbox.save             no  no  400 400 400
  mailbox.attach           no  no  400 400 400
  mailbox.detach           no  no  404 404 404
  mailbox.release          no  no  403 404 404
  mailbox.send             no  no  403 404 404
  mailbox.withdraw         no  no  403 404 404
/admin/telegrams
  telegrams.findReader     no  no  404 404 404
  telegrams.warmUp         no  no  403 400 400
  telegrams.endWarmUp      no  no  403 200 200
/admin/telegrams/templates
  templates.create         no  no  400 400 400
/admin/telegrams/templates/none
  templates.save           no  no  400 400 400
  templates.test           no  no  404 404 404
  templates.default        no  no  200 200 200
  templates.delete         no  no  404 404 404
/admin/telegrams/campaigns
  campaigns.create         no  no  400 400 400
/admin/telegrams/campaigns/none
  campaigns.save           no  no  400 400 400
  campaigns.attach         no  no  400 400 400
  campaigns.detach         no  no  404 404 404
  campaigns.test           no  no  404 404 404
  campaigns.duplicate      no  no  400 400 400
  campaigns.archive        no  no  400 400 400
  campaigns.release        no  no  403 404 404
  campaigns.start          no  no  403 404 404
  campaigns.schedule       no  no  403 400 400
  campaigns.cancel         no  no  403 404 404
  campaigns.pause          no  no  403 404 404
  campaigns.resume         no  no  403 404 404
  campaigns.choose         no  no  403 400 400
  campaigns.retry          no  no  403 400 400
  campaigns.skip           no  no  403 404 404
`;

interface Row {
  readonly page: string;
  readonly intent: string;
  readonly statuses: readonly string[];
}

/** The rows, and every page even without one. */
function readTable(table: string) {
  const pages: string[] = [];
  const rows: Row[] = [];
  for (const line of table.trim().split('\n')) {
    const [first = '', ...statuses] = line.trim().split(/ +/);
    if (statuses.length === 0) pages.push(first);
    else rows.push({ page: pages.at(-1) ?? '', intent: first, statuses });
  }
  return { pages, rows };
}

const { pages, rows } = readTable(RIGHTS);
/** What the code offers at each page. */
const offered = new Map<string, FormIntents>();
/** What had success. */
const sent: SentRequest[] = [];
let link = '';

beforeAll(async () => {
  const { answerForm } = forms;
  let latest: FormIntents = {};
  const spy = vi.spyOn(forms, 'answerForm').mockImplementation((current, form, intents, options) => {
    latest = intents;
    return answerForm(current, form, intents, options);
  });
  const system = systemCurrent(site.parts);
  const details = { email: 'form@rights.example', subscriptions: ['ballyhoo'], locale: 'en-US', from: '' };
  const wanted = { kind: JOIN, subject: details.email, details, minutes: 10 };
  link = toConfirmationToken(site.parts, await createConfirmation(system, wanted));
  for (const page of pages) {
    latest = {};
    await send('super', page, 'no.such');
    offered.set(page, latest);
  }
  spy.mockRestore();
});

afterAll(() => offered.clear());

/** To the data of the page: no page is rendered. */
async function send(who: (typeof SENDERS)[number], page: string, intent: string): Promise<string> {
  const path = page === '/' ? '/_.data' : `${page.replace('{link}', link)}.data`;
  const answer = await site.submit(who, path, { intent });
  const isOfForm = (await answer.text()).includes('"done"');
  if (answer.ok && who) sent.push({ who, name: intent, requestId: answer.headers.get('x-request-id') ?? '' });
  return answer.status === 404 && !isOfForm && isStaffArea(page) ? 'no' : String(answer.status);
}

const isStaffArea = (page: string) => /^\/(?:admin|editor)/.test(page);

test('every screen that answers forms has a page in the table', () => {
  const screens = import.meta.glob<string>('#app/**/screens/*.tsx', { query: '?raw', import: 'default', eager: true });
  const answering = Object.entries(screens).flatMap(([path, code]) =>
    /answer(?:Form|HallForm|Editor)\(/.test(code) ? [path.slice(path.indexOf('app/') + 'app/'.length)] : [],
  );
  const files = new Set(pages.map((page) => matchRoutes(SCREENS, page.replace('{link}', 'none'))?.at(-1)?.route.id));
  expect(answering.filter((file) => !files.has(file))).toEqual([]);
});

test('every form has a row', () => {
  const known = new Set(rows.map(({ intent }) => intent));
  const missing = [...offered].flatMap(([page, intents]) =>
    Object.keys(intents)
      .filter((intent) => !known.has(intent))
      .map((intent) => `${page}: ${intent}`),
  );
  expect(missing, 'add a row to RIGHTS in test/site/form-rights.test.ts').toEqual([]);
  const gone = rows.filter(({ page, intent }) => !Object.hasOwn(offered.get(page) ?? {}, intent));
  expect(gone).toEqual([]);
});

test('the lowest role of a form is the first that the table lets in', () => {
  for (const { page, intent, statuses } of rows) {
    const first = statuses.findIndex((status) => !['401', '403', 'no'].includes(status));
    const wanted = ROLES[first];
    const { least } = offered.get(page)?.[intent] ?? {};
    // Somebody without an account is known by a link.
    if (isByLink(intent)) expect([least, wanted], intent).toEqual(['public', 'authenticated']);
    else expect(least, `${page}: ${intent}`).toBe(wanted);
  }
});

const isByLink = (intent: string) => /^telegrams\.(?!link|findReader|warmUp|endWarmUp)/.test(intent);

test('what a form of staff records is a word of the audit', () => {
  for (const [page, intents] of offered) {
    for (const [intent, declared] of Object.entries(intents)) {
      for (const action of [declared.audit ?? []].flat())
        expect([...consoleParts.auditKinds.keys()], `${page}: ${intent}`).toContain(action);
    }
  }
});

test('every form answers each role as the table says', async () => {
  const lines: string[] = [];
  for (const { page, intent } of rows) {
    const statuses: string[] = [];
    for (const who of SENDERS) statuses.push(await send(who, page, intent));
    lines.push(`${page} ${intent} ${statuses.join(' ')}`);
  }
  expect(lines).toEqual(rows.map(({ page, intent, statuses }) => `${page} ${intent} ${statuses.join(' ')}`));
}, 120_000);

test('a form of staff writes into the audit what it declares, nothing else, and in the name of who sent it', async () => {
  const declarations = [...offered.values()].flatMap((intents) =>
    Object.entries(intents).map(([name, { audit, unaudited }]) => ({ name, audit, unaudited })),
  );
  const all = sent.concat(await sendStaffForms(site));
  const { wrong, silent } = await checkEntries(site, all, declarations);
  expect(wrong).toEqual([]);
  expect(silent, 'send it with success in test/staff-forms.ts').toEqual([]);
}, 120_000);

const SCREENS = screensIn(routes);

function screensIn(entries: RouteConfigEntry[]): RouteObject[] {
  return entries.flatMap(({ path, index, file, children }) =>
    index ? [{ index, id: file }] : path === undefined ? screensIn(children ?? []) : [{ path, id: file }],
  );
}
