import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';

import { decideAlias } from '#app/aliases/moderation/decisions.server.ts';
import { createAppKey } from '#app/apps/new-keys.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { createProject } from '#app/feedbag/projects.server.ts';
import { KNOWN_LEVEL, KNOWN_PLAYLIST } from '#app/levelhead/world/known.ts';
import { api } from '#app/nouns.server.ts';
import { seedPerks } from '#app/perks/seed-perks.server.ts';
import { NewShortlink } from '#app/shortlinks/shortlink.ts';
import { createShortlink } from '#app/shortlinks/shortlinks.server.ts';
import type { Call } from '#lib/calls/call.ts';
import { sql } from '#lib/database/sql.server.ts';

import { checkEntries } from '../audit-entries.ts';
import type { SentRequest } from '../audit-entries.ts';
import { CAST } from '../cast.ts';
import type { CastName } from '../cast.ts';
import { seedSmallWorld } from '../levelhead.ts';
import { findSampleRequests } from '../sample-requests.ts';
import type { SampleRequest } from '../sample-requests.ts';
import { useTestSite } from '../site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '../storage.ts';
import { openTestApp } from '../test-app.ts';
import type { TestApp } from '../test-app.ts';

const site = useTestSite();
const ROLES = ['visitor', 'player', 'staff', 'admin', 'super'] as const;
type CallerRole = (typeof ROLES)[number];
/** Whose the thing is that a call is about. */
const RELATIONS = ['own', 'other', 'none'] as const;
type CallerRelation = (typeof RELATIONS)[number];

const calls = api.map(({ call }) => call);
const OTHER: CastName = 'creator';
/** Whom staff may well ban: nobody else is asked for. */
const VICTIM: CastName = 'collaborator';
const NO_ITEM = '0190a0b0-0000-7000-8000-000000000000';

/** Where this world needs another request than the example of the call, which is about the demo. */
const SENT: Record<string, Partial<SampleRequest>> = {
  'aliases.decideAlias': { body: { decision: 'approve', alias: 'Nobody At All' }, headers: {} },
  'levelhead.changeLevel': { body: { userId: 'vfhy42', title: 'Rights' } },
  'storage.createCrate': { body: { crateId: 'rights', policy: {} } },
};
const samples = findSampleRequests();

/**
 * The status of every call for every role, asked about one's own thing, another's and none. What has no owner says the
 * same thrice. Who may not know that something is there gets 404; a change that would be refused anyway gets what it
 * would be refused with.
 */
const RIGHTS = `
                            | own                 | other               | none
                            | v   p   s   a   S   | v   p   s   a   S   | v   p   s   a   S
accounts.getAccount         | 401 200 200 200 200 | 401 403 403 200 200 | 401 403 403 404 404
admin.lookAround            | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
admin.findThings            | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
aliases.getAliases          | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
aliases.getOwnAlias         | 401 200 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
aliases.changeAlias         | 401 200 409 409 409 | 401 403 403 403 403 | 401 403 403 403 403
aliases.reportAlias         | 401 403 403 403 403 | 401 204 204 204 204 | 401 404 404 404 404
aliases.findQueue           | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
aliases.decideAlias         | 401 403 403 403 403 | 401 403 201 409 409 | 401 403 404 404 404
aliases.undoDecision        | 401 403 403 403 403 | 401 403 204 204 204 | 401 403 404 404 404
announcements.findAnnouncements | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
announcements.acknowledgeAnnouncement | 404 404 404 404 404 | 404 404 404 404 404 | 404 404 404 404 404
apps.listAppKeys            | 401 403 403 200 200 | 401 403 403 200 200 | 401 403 403 200 200
apps.createAppKey           | 401 403 403 201 201 | 401 403 403 201 201 | 401 403 403 201 201
apps.rotateAppKey           | 401 403 403 201 201 | 401 403 403 201 201 | 401 403 403 404 404
apps.revokeAppKey           | 401 403 403 204 204 | 401 403 403 204 204 | 401 403 403 404 404
audit.findDeeds             | 401 403 403 200 200 | 401 403 403 200 200 | 401 403 403 200 200
delegation.getOwnKey        | 403 403 403 403 403 | 403 403 403 403 403 | 403 403 403 403 403
delegation.listOptions      | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
delegation.listKeys         | 401 200 200 200 200 | 401 200 200 200 200 | 401 200 200 200 200
delegation.createKey        | 401 201 201 201 201 | 401 201 201 201 201 | 401 201 201 201 201
delegation.revokeKey        | 401 204 204 204 204 | 401 404 404 404 404 | 401 404 404 404 404
levelhead.findLevels        | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.findLevelLikes    | 200 200 200 200 200 | 200 200 200 200 200 | 404 404 404 404 404
levelhead.findLevelFavorites | 200 200 200 200 200 | 200 200 200 200 200 | 404 404 404 404 404
levelhead.countLevelTags    | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.findRecentRecords | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.findPlayers       | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.findProfiles      | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.findFollowers     | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.findFollowing     | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.findPlayerLikes   | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.findPlayerFavorites | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.followPlayer      | 403 400 400 400 400 | 403 204 204 204 204 | 403 404 404 404 404
levelhead.unfollowPlayer    | 403 204 204 204 204 | 403 204 204 204 204 | 403 204 204 204 204
levelhead.findBookmarks     | 403 200 200 200 200 | 403 200 200 200 200 | 403 200 200 200 200
levelhead.addBookmarks      | 403 204 204 204 204 | 403 204 204 204 204 | 403 404 404 404 404
levelhead.removeBookmarks   | 403 204 204 204 204 | 403 204 204 204 204 | 403 204 204 204 204
levelhead.clearBookmarks    | 403 204 204 204 204 | 403 204 204 204 204 | 403 204 204 204 204
levelhead.findNames         | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.reportName        | 403 403 403 403 403 | 403 204 204 204 204 | 403 404 404 404 404
levelhead.findTrials        | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.findDailyBuild    | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.publishLevel      | 401 403 201 201 201 | 401 403 201 201 201 | 401 403 201 201 201
levelhead.changeLevel       | 401 403 204 204 204 | 401 403 204 204 204 | 401 403 404 404 404
levelhead.deleteLevel       | 401 403 403 403 403 | 401 403 403 403 403 | 401 403 404 404 404
levelhead.submitAttempt     | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 404 404 404
levelhead.tipLevel          | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 404 404 404
levelhead.exposeLevel       | 401 403 409 409 409 | 401 403 409 409 409 | 401 403 404 404 404
levelhead.getPlaylist       | 200 200 200 200 200 | 200 200 200 200 200 | 404 404 404 404 404
feedbag.findSimilarEntries  | 404 404 404 404 404 | 404 404 404 404 404 | 404 404 404 404 404
feedbag.findKnownCrash      | 401 403 404 404 404 | 401 403 404 404 404 | 401 403 404 404 404
feedbag.enterFromGame       | 401 403 404 404 404 | 401 403 404 404 404 | 401 403 404 404 404
perks.findHeldPerks         | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
perks.tellPurchase          | 401 403 404 404 404 | 401 403 404 404 404 | 401 403 404 404 404
perks.tellRefund            | 401 403 404 404 404 | 401 403 404 404 404 | 401 403 404 404 404
following.findFollows       | 401 200 200 200 200 | 401 200 200 200 200 | 401 200 200 200 200
following.followSubject     | 401 404 404 404 404 | 401 404 404 404 404 | 401 404 404 404 404
following.unfollowSubject   | 401 204 204 204 204 | 401 204 204 204 204 | 401 204 204 204 204
podcast.keepPlace           | 401 404 404 404 404 | 401 404 404 404 404 | 401 404 404 404 404
notifications.countNotifications | 401 200 200 200 200 | 401 200 200 200 200 | 401 200 200 200 200
mails.showOffPage   | 404 404 404 404 404 | 404 404 404 404 404 | 404 404 404 404 404
mails.turnOffMails  | 404 404 404 404 404 | 404 404 404 404 404 | 404 404 404 404 404
mails.takeArrivingMail       | 403 403 403 403 403 | 403 403 403 403 403 | 403 403 403 403 403
login.logout                | 204 204 204 204 204 | 204 204 204 204 204 | 204 204 204 204 204
login.watchSession          | 401 406 406 406 406 | 401 406 406 406 406 | 401 406 406 406 406
dummy.getText               | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.getBinary             | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.getJson               | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.echoGet               | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.echoPost              | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.echoPut               | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.echoPatch             | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.echoDelete            | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.headersGet            | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.headersPost           | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.headersPut            | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.headersPatch          | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.headersDelete         | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
dummy.statusGet             | 204 204 204 204 204 | 204 204 204 204 204 | 204 204 204 204 204
dummy.statusPost            | 204 204 204 204 204 | 204 204 204 204 204 | 204 204 204 204 204
dummy.statusPut             | 204 204 204 204 204 | 204 204 204 204 204 | 204 204 204 204 204
devices.requestCode         | 404 404 404 404 404 | 404 404 404 404 404 | 404 404 404 404 404
devices.redeemCode          | 410 410 410 410 410 | 410 410 410 410 410 | 410 410 410 410 410
dummy.statusPatch           | 204 204 204 204 204 | 204 204 204 204 204 | 204 204 204 204 204
dummy.statusDelete          | 204 204 204 204 204 | 204 204 204 204 204 | 204 204 204 204 204
editor.saveOwnDraft         | 401 403 204 204 204 | 401 403 204 204 204 | 401 403 404 404 404
editor.deleteOwnDraft       | 401 403 204 204 204 | 401 403 204 204 204 | 401 403 204 204 204
editor.renderPreview        | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
editor.joinDocument         | 401 403 406 406 406 | 401 403 406 406 406 | 401 403 404 404 404
editor.countPreviewUse      | 204 204 204 204 204 | 204 204 204 204 204 | 204 204 204 204 204
contact.joinSubmission      | 401 403 404 404 404 | 401 403 404 404 404 | 401 403 404 404 404
login.beginPasskey          | 401 200 200 200 200 | 401 200 200 200 200 | 401 200 200 200 200
login.addPasskey            | 401 403 403 403 403 | 401 403 403 403 403 | 401 403 403 403 403
login.beginPasskeySignIn    | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
login.signInByPasskey       | 403 403 403 403 403 | 403 403 403 403 403 | 403 403 403 403 403
login.beginPasskeyProof     | 401 200 200 200 200 | 401 200 200 200 200 | 401 200 200 200 200
login.proveByPasskey        | 401 403 403 403 403 | 401 403 403 403 403 | 401 403 403 403 403
login.findUnlicensedPage    | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
media.listSnippets          | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
media.putSnippet            | 401 403 422 422 422 | 401 403 422 422 422 | 401 403 422 422 422
media.deleteSnippet         | 401 403 404 404 404 | 401 403 404 404 404 | 401 403 404 404 404
shortlinks.findShortlinks   | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
shortlinks.getShortlink     | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 404 404 404
shortlinks.getVisits        | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 404 404 404
shortlinks.createShortlink  | 401 403 201 201 201 | 401 403 201 201 201 | 401 403 201 201 201
shortlinks.changeShortlink  | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 404 404 404
shortlinks.deleteShortlink  | 401 403 204 204 204 | 401 403 204 204 204 | 401 403 404 404 404
site.getVersion             | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
accounts.findAccounts       | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
accounts.getStaffAccount    | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 404 404 404
accounts.addNote            | 401 403 403 403 403 | 401 403 201 201 201 | 401 403 404 404 404
accounts.banAccount         | 401 403 403 403 403 | 401 403 200 200 200 | 401 403 404 404 404
accounts.liftBan            | 401 403 403 403 403 | 401 403 204 409 409 | 401 403 404 404 404
accounts.changeRole         | 401 403 403 403 409 | 401 403 403 403 204 | 401 403 403 403 404
accounts.endSessions        | 401 403 403 403 403 | 401 403 204 204 204 | 401 403 404 404 404
storage.findItems           | 200 200 200 200 200 | 200 200 200 200 200 | 404 404 404 404 404
storage.getItem             | 404 200 200 200 200 | 200 200 200 200 200 | 404 404 404 404 404
storage.createItem          | 401 201 201 201 201 | 401 201 201 201 201 | 404 404 404 404 404
storage.updateItem          | 401 200 200 200 200 | 401 403 200 200 200 | 401 404 404 404 404
storage.deleteItem          | 401 204 204 204 204 | 401 403 204 204 204 | 401 404 404 404 404
storage.updateMetadata      | 401 200 200 200 200 | 401 403 200 200 200 | 401 404 404 404 404
storage.patchMetadata       | 401 200 200 200 200 | 401 403 200 200 200 | 401 404 404 404 404
storage.updateStats         | 401 200 200 200 200 | 401 200 200 200 200 | 401 404 404 404 404
storage.updateManyStats     | 401 200 200 200 200 | 401 200 200 200 200 | 404 404 404 404 404
storage.listCrates          | 401 403 403 200 200 | 401 403 403 200 200 | 401 403 403 200 200
storage.createCrate         | 401 403 403 409 409 | 401 403 403 409 409 | 401 403 403 409 409
storage.readCrate           | 401 403 403 200 200 | 401 403 403 200 200 | 401 403 403 404 404
storage.changeCrate         | 401 403 403 200 200 | 401 403 403 200 200 | 401 403 403 404 404
storage.deleteCrate         | 401 403 403 409 409 | 401 403 403 409 409 | 401 403 403 404 404
storage.explainAccess       | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 404 404 404
storage.findChanges         | 200 200 200 200 200 | 200 200 200 200 200 | 404 404 404 404 404
storage.getUsage            | 401 200 200 200 200 | 401 200 200 200 200 | 404 404 404 404 404
storage.findMembers         | 200 200 200 200 200 | 200 200 200 200 200 | 404 404 404 404 404
storage.findHolders         | 200 200 200 200 200 | 200 200 200 200 200 | 404 404 404 404 404
storage.addMembers          | 401 204 204 204 204 | 401 403 204 204 204 | 404 404 404 404 404
storage.removeMembers       | 401 204 204 204 204 | 401 403 204 204 204 | 404 404 404 404 404
storage.clearSet            | 401 204 204 204 204 | 401 403 204 204 204 | 404 404 404 404 404
storage.listSetHistory      | 401 200 200 200 200 | 401 403 200 200 200 | 404 404 404 404 404
storage.listVersions        | 401 403 403 200 200 | 401 403 403 200 200 | 401 403 403 404 404
storage.getVersion          | 401 403 403 200 200 | 401 403 403 200 200 | 401 403 403 404 404
storage.compareVersions     | 401 403 403 404 404 | 401 403 403 404 404 | 401 403 403 404 404
storage.restoreVersion      | 401 403 403 200 200 | 401 403 403 200 200 | 401 403 403 404 404
storage.listTrash           | 401 200 200 200 200 | 401 200 200 200 200 | 404 404 404 404 404
storage.undeleteItem        | 401 404 404 404 404 | 401 404 404 404 404 | 401 404 404 404 404
storage.purgeItem           | 401 404 404 404 404 | 401 404 404 404 404 | 401 404 404 404 404
storage.revertCrate         | 401 403 403 200 200 | 401 403 403 200 200 | 401 403 403 404 404
storage.exportCrate         | 401 403 403 200 200 | 401 403 403 200 200 | 401 403 403 404 404
storage.importCrate         | 401 403 403 200 200 | 401 403 403 200 200 | 401 403 403 404 404
telemetry.addPageViews      | 202 202 202 202 202 | 202 202 202 202 202 | 202 202 202 202 202
telemetry.addErrors         | 202 202 202 202 202 | 202 202 202 202 202 | 202 202 202 202 202
telemetry.addVitals         | 202 202 202 202 202 | 202 202 202 202 202 | 202 202 202 202 202
telemetry.fillDataset       | 401 403 404 404 404 | 401 403 404 404 404 | 401 403 404 404 404
telemetry.findPageViews     | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
telemetry.findErrors        | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
api-docs.getOpenApi         | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
`;

let door: TestApp;
beforeAll(async () => {
  door = openTestApp(site);
  const sets = { likes: { read: ['public' as const], write: ['owner' as const, 'staff' as const] } };
  await createCrate(site, 'rights', { ...OPEN_POLICY, sets });
  await seedSmallWorld(site);
});

const userIdOf = (who: CallerRole) => (who === 'visitor' ? 'n0body' : CAST[who].userId);

/** The values of the parameters in a call's address. */
async function valuesFor(call: Call, who: CallerRole, relation: CallerRelation): Promise<Record<string, string>> {
  const owner = relation === 'own' ? who : OTHER;
  const userId = {
    own: userIdOf(who),
    other: CAST[call.id.startsWith('accounts.') ? VICTIM : OTHER].userId,
    none: 'zzzzzz',
  }[relation];
  const crateId = relation === 'none' && !call.path.includes('{itemId}') ? 'no-such-crate' : 'rights';
  const inSet = { set: 'likes', owner: userId, member: 'a', members: 'a,b' };
  const isThere = relation !== 'none';
  const levelId = isThere ? KNOWN_LEVEL.levelId : 'n0thing';
  const inGame = { levelId, levelIds: levelId, record: 'HighScore', playlistId: isThere ? KNOWN_PLAYLIST : levelId };
  const values = {
    userId,
    crateId,
    context: 'rumpus',
    name: 'no-such-snippet',
    rev: '1',
    code: '204',
    subjectId: NO_ITEM,
    dataset: 'no-such-set',
    slug: isThere && call.path.includes('{slug}') ? await makeShortlink() : 'no-such-link',
    ...inSet,
    ...inGame,
  };
  if (relation !== 'none' && owner !== 'visitor') {
    if (call.path.includes('{passId}')) return { ...values, passId: await makeKey(owner) };
    if (call.path.includes('{keyId}')) return { ...values, keyId: await makeAppKey(owner) };
    if (call.path.includes('{decisionId}')) return { ...values, decisionId: await decideOn(owner) };
  }
  if (!call.path.includes('{itemId}')) return values;
  if (relation === 'none' || owner === 'visitor') return { ...values, itemId: NO_ITEM };
  const { itemId, etag } = await createItem(site, '/api/storage/crates/rights', owner);
  return { ...values, itemId, rev: etag.slice(1, -1) };
}

async function makeKey(who: CastName): Promise<string> {
  const body = { name: 'A', permissions: ['rce-lh-read'], days: 30 };
  const { passId } = await dataOf<{ passId: string }>(
    await site.ask(who, '/api/delegation/keys', { method: 'POST', body }),
  );
  const { db } = site.parts;
  // However many somebody has.
  await db.query(sql`delete from delegation_keys where user_id = ${CAST[who].userId} and key_id <> ${passId}`);
  return passId;
}

/** Somebody with rights that they have for a moment only. */
function raised(userId: string): Current {
  const current = systemCurrent(site.parts);
  return { ...current, actor: { ...current.actor, userId, provedAt: current.now() } };
}

/** A key that was made by somebody, who may be an admin no more. */
async function makeAppKey(who: CastName): Promise<string> {
  const wanted = {
    appId: 'rights',
    name: 'A',
    scopes: [{ crateId: '*', may: ['read' as const] }],
    days: 1,
    callsPerMinute: null,
  };
  const made = await createAppKey(raised(CAST[who].userId), wanted);
  return 'keyId' in made ? made.keyId : '';
}

/** A decision on somebody's name, by one who may judge everybody's. */
async function decideOn(who: CastName): Promise<string> {
  const decision = { decision: 'approve' as const, reason: '' };
  return (await decideAlias(raised('judge'), 'rumpus', CAST[who].userId, decision, '*')).decisionId;
}

async function makeShortlink(): Promise<string> {
  const wanted = NewShortlink.parse({ target: 'https://www.example.com/' });
  return (await createShortlink(systemCurrent(site.parts), wanted)).slug;
}

/** What had success. */
const sent: SentRequest[] = [];

function record(who: CastName, name: string, { ok, headers }: Response): void {
  if (ok) sent.push({ who, name, requestId: headers.get('x-request-id') ?? '' });
}

async function ask(call: Call, who: CallerRole, relation: CallerRelation): Promise<number> {
  const values = await valuesFor(call, who, relation);
  const address = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? NO_ITEM);
  const { search = '', body, headers = {} } = { ...samples[call.id], ...SENT[call.id] };
  const signedIn = who === 'visitor' ? undefined : await door.signIn(who);
  const isJson = typeof body === 'object';
  const text = isJson ? JSON.stringify(body) : (body as string | undefined);
  const response = await door.sendRequest(address + search, {
    method: call.method,
    headers: {
      ...(isJson && { 'content-type': 'application/json' }),
      ...(signedIn && { cookie: signedIn.cookie, 'x-xsrf-token': signedIn.xsrf }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  });
  // What is streamed is done when it is read.
  await response.text();
  if (who !== 'visitor') record(who, call.id, response);
  return response.status;
}

const ROWS = new Map(
  RIGHTS.trim()
    .split('\n')
    .slice(2)
    .map((line) => [line.split(' ', 1).join(), line.slice(line.indexOf('|') + 2)] as const),
);

test.each(calls.map((call) => [call.id, call] as const))(
  '%s answers every role as the table says',
  async (id, call) => {
    const cells: string[] = [];
    for (const relation of RELATIONS) {
      const statuses: number[] = [];
      for (const who of ROLES) statuses.push(await ask(call, who, relation));
      cells.push(statuses.join(' '));
    }
    const missing = `RIGHTS of test/site/call-rights.test.ts lacks a line "${id} | …" with what each role is to be answered`;
    expect(ROWS.has(id), missing).toBe(true);
    expect(cells.join(' | ')).toBe(ROWS.get(id));
  },
);

/** Those changes of staff that have no success in the table. */
async function askRest(): Promise<void> {
  const change = async (who: CastName, id: string, method: string, path: string, body?: unknown) => {
    const response = await site.ask(who, `/api/${path}`, { method, body });
    expect(response.ok, `${id} ${await response.clone().text()}`).toBe(true);
    record(who, id, response);
    return response;
  };
  const role = { role: 'staff', reason: 'They help.' };
  await change('super', 'accounts.changeRole', 'PUT', `auth/accounts/${CAST[VICTIM].userId}/role`, role);
  await change('admin', 'storage.createCrate', 'POST', 'storage/crates', { crateId: 'audited' });
  const to = site.parts.now().toISOString();
  await change('admin', 'storage.revertCrate', 'POST', 'storage/crates/audited/revert', { to, dryRun: false });
  await change('admin', 'storage.deleteCrate', 'DELETE', 'storage/crates/audited');
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#ff5d62' } });
  await change('staff', 'media.putSnippet', 'PUT', 'media/snippets/audited', await picture.png().toBuffer());
  await change('staff', 'media.deleteSnippet', 'DELETE', 'media/snippets/audited');
  await createProject(systemCurrent(site.parts), { projectId: 'audited', name: 'Audited' });
  const entry = { title: 'It jumps', body: 'By itself.', version: '1' };
  await change('staff', 'feedbag.enterFromGame', 'POST', 'feedbag/projects/audited/entries', entry);
  await seedPerks(raised(CAST.admin.userId), (name) => CAST[name as CastName].userId);
  const purchase = 'perks/golden-hat/purchases/audited';
  await change('staff', 'perks.tellPurchase', 'PUT', purchase, { userId: CAST.player.userId });
  await change('staff', 'perks.tellRefund', 'DELETE', purchase);
  const userId = 'vfhy42';
  const level = { ...(samples['levelhead.publishLevel']?.body as object), userId };
  const published = await change('staff', 'levelhead.publishLevel', 'POST', 'levelhead/levels', level);
  const { levelId } = await dataOf<{ levelId: string }>(published);
  await change('staff', 'levelhead.exposeLevel', 'POST', `levelhead/levels/${levelId}/exposures`, { userId, bucks: 5 });
  await change('staff', 'levelhead.deleteLevel', 'DELETE', `levelhead/levels/${levelId}?userId=${userId}`);
}

test('a call of staff writes into the audit what it declares, nothing else, and in the name of who asked it', async () => {
  await askRest();
  const changes = api.filter(({ call }) => ['staff', 'admin', 'super'].includes(call.least) && call.method !== 'GET');
  const declarations = changes.map(({ call, audit, unaudited }) => ({ name: call.id, audit, unaudited }));
  const ids = new Set(changes.map(({ call }) => call.id));
  const ofStaff = sent.filter(({ name }) => ids.has(name));
  expect(await checkEntries(site, ofStaff, declarations)).toEqual({ wrong: [], silent: [] });
});

test('the table names no call that there is not', () => {
  expect([...ROWS.keys()].toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
});

test('whoever a call is for by its contract is answered, and whoever is below is refused', () => {
  const wrong = calls.flatMap(({ id, least }) => {
    const at = ['public', 'authenticated', 'staff', 'admin', 'super'].indexOf(least);
    const cells = (ROWS.get(id) ?? '').split(' | ').map((cell) => cell.split(' '));
    const isRefused = cells.every((cell) =>
      cell.slice(0, at).every((status) => ['401', '403', '404'].includes(status)),
    );
    const isAnswered = cells.some((cell) => !['401', '403'].includes(cell[at] ?? ''));
    // Such as those by a key alone: they refuse everyone alike.
    const isForNoRole = cells.every((cell) => cell[at] === cell.at(-1));
    return least === 'policy' || (isRefused && (isAnswered || isForNoRole))
      ? []
      : [`${id}: calls.ts has least: '${least}', and RIGHTS has ${ROWS.get(id)}`];
  });
  expect(wrong).toEqual([]);
});
