import { beforeAll, expect, test } from 'vitest';

import { decideAlias } from '#app/aliases/moderation/decisions.server.ts';
import { api } from '#app/api.server.ts';
import { createAppKey } from '#app/apps/app-keys.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { KNOWN_LEVEL, KNOWN_PLAYLIST } from '#app/levelhead/world/known.ts';
import type { Call } from '#lib/calls/call.ts';
import { sql } from '#lib/database/sql.server.ts';

import { CAST } from '../cast.ts';
import type { CastName } from '../cast.ts';
import { seedSmallWorld } from '../levelhead.ts';
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
const NO_PASSKEY = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', attestationObject: 'AAAA' },
};

/** What well-meaning askers send, where it is more than an address. */
const SENT: Record<string, { path?: string; body?: unknown; headers?: Record<string, string> }> = {
  'accounts.addNote': { body: { text: 'A kind word.' } },
  'accounts.banAccount': { body: { reason: 'Rude words.' } },
  'accounts.liftBan': { path: '?reason=They+are+sorry' },
  'accounts.endSessions': { path: '?reason=To+be+sure' },
  'accounts.changeRole': { body: { role: 'authenticated', reason: 'As it was.' } },
  'aliases.changeAlias': { body: { alias: 'Sprocket of Rights' } },
  'aliases.reportAlias': { body: { reason: 'rude' } },
  'aliases.decideAlias': { body: { decision: 'approve', alias: 'Nobody At All' } },
  'apps.createAppKey': { body: { appId: 'rights', name: 'A', scopes: [{ crateId: '*', may: ['read'] }], days: 1 } },
  'apps.rotateAppKey': { body: { overlapHours: 1 } },
  'delegation.createKey': { body: { name: 'A', permissions: ['rce-lh-read'], days: 30 } },
  'editor.saveOwnDraft': { body: { etag: '"1"', fields: { title: 'Typed' } } },
  'editor.renderPreview': { body: { text: '*Hi*' } },
  'editor.countPreviewUse': { body: { token: 'preview_x' } },
  'feedbag.findSimilarEntries': { path: '?text=crash' },
  'feedbag.findKnownCrash': { body: { log: 'at main' } },
  'feedbag.enterFromGame': { body: { title: 'It crashes', body: 'On load.' } },
  'podcast.keepPlace': { body: { seconds: 9 } },
  'levelhead.findNames': { path: '?userIds=6h97ml' },
  'levelhead.publishLevel': {
    body: {
      userId: 'vfhy42',
      title: 'Rights',
      tags: ['ltag_boss'],
      requiredPlayers: 1,
      avatarId: 'a',
      creatorTime: 1,
      gameVersion: '1.0.0',
      locale: 'en-US',
      data: 'SGVsbG8=',
      content: { World: 1, Movement: 2, Puzzles: 3, Enemies: 4, Hazards: 5 },
    },
  },
  'levelhead.changeLevel': { body: { userId: 'vfhy42', title: 'Rights' } },
  'levelhead.deleteLevel': { path: '?userId=6h97ml' },
  'levelhead.submitAttempt': { body: { userId: 'pl4yer', outcome: 'lost', playTime: 9 } },
  'levelhead.tipLevel': { body: { userId: 'pl4yer', bucks: 5 } },
  'levelhead.exposeLevel': { body: { userId: 'pl4yer', bucks: 5 } },
  'login.addPasskey': { body: { credential: NO_PASSKEY } },
  'login.signInByPasskey': { body: { credential: NO_PASSKEY } },
  'login.proveByPasskey': { body: { credential: NO_PASSKEY } },
  'media.putSnippet': { body: 'hello', headers: { 'if-match': '*' } },
  'storage.createCrate': { body: { crateId: 'rights', policy: {} } },
  'storage.changeCrate': { body: { name: 'Rights' } },
  'storage.createItem': { body: 'hello', headers: { 'if-match': '*' } },
  'storage.updateItem': { body: 'hello' },
  'storage.updateMetadata': { body: { tags: ['fresh'] } },
  'storage.patchMetadata': { body: { map: { b: 1 } } },
  'storage.updateStats': { body: { changeStats: { likes: 1 } } },
  'storage.updateManyStats': { body: { updates: [{ name: 'a-name', changeStats: { likes: 1 } }] } },
  'storage.compareVersions': { path: '?from=1' },
  'storage.revertCrate': { body: { to: '2026-01-01T00:00:00Z', dryRun: true } },
  'storage.importCrate': { body: '{"format":1}\n', headers: { 'content-type': 'application/x-ndjson' } },
  'mails.showOffPage': { path: '?token=x' },
  'mails.turnOffMails': { path: '?token=x', body: 'List-Unsubscribe=One-Click' },
  'mails.takeArrivingMail': {
    body: 'Subject: Hello',
    headers: { 'rumpus-mail-to': 'x@y', 'rumpus-signature': `t=1,v1=${'0'.repeat(64)}` },
  },
  'telemetry.addPageViews': { body: { data: [{ url: '/', '@time': '2026-01-01T00:00:00Z' }] } },
  'telemetry.addErrors': { body: { data: [{ message: 'x', '@time': '2026-01-01T00:00:00Z' }] } },
};

/**
 * The status of every call for every role, asked about one's own thing, another's and none. What has no owner says the
 * same thrice. Who may not know that something is there gets 404; a change that would be refused anyway gets what it
 * would be refused with.
 */
const RIGHTS = `
                            | own                 | other               | none
                            | v   p   s   a   S   | v   p   s   a   S   | v   p   s   a   S
accounts.getAccount         | 401 200 200 200 200 | 401 403 403 200 200 | 401 403 403 404 404
aliases.getAliases          | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
aliases.getOwnAlias         | 401 200 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
aliases.changeAlias         | 401 200 409 409 409 | 401 403 403 403 403 | 401 403 403 403 403
aliases.reportAlias         | 401 403 403 403 403 | 401 204 204 204 204 | 401 404 404 404 404
aliases.findQueue           | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
aliases.decideAlias         | 401 403 403 403 403 | 401 403 201 409 409 | 401 403 404 404 404
aliases.undoDecision        | 401 403 403 403 403 | 401 403 204 204 204 | 401 403 404 404 404
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
levelhead.followPlayer      | 401 400 400 400 400 | 401 204 204 204 204 | 401 404 404 404 404
levelhead.unfollowPlayer    | 401 204 204 204 204 | 401 204 204 204 204 | 401 204 204 204 204
levelhead.findBookmarks     | 401 200 200 200 200 | 401 200 200 200 200 | 401 200 200 200 200
levelhead.addBookmarks      | 401 204 204 204 204 | 401 204 204 204 204 | 401 404 404 404 404
levelhead.removeBookmarks   | 401 204 204 204 204 | 401 204 204 204 204 | 401 204 204 204 204
levelhead.clearBookmarks    | 401 204 204 204 204 | 401 204 204 204 204 | 401 204 204 204 204
levelhead.findNames         | 200 200 200 200 200 | 200 200 200 200 200 | 200 200 200 200 200
levelhead.reportName        | 401 403 403 403 403 | 401 204 204 204 204 | 401 404 404 404 404
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
media.listSnippets          | 401 403 200 200 200 | 401 403 200 200 200 | 401 403 200 200 200
media.putSnippet            | 401 403 422 422 422 | 401 403 422 422 422 | 401 403 422 422 422
media.deleteSnippet         | 401 403 404 404 404 | 401 403 404 404 404 | 401 403 404 404 404
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
  const wanted = { appId: 'rights', name: 'A', scopes: [{ crateId: '*', may: ['read' as const] }], days: 1 };
  return (await createAppKey(raised(CAST[who].userId), wanted)).keyId;
}

/** A decision on somebody's name, by one who may judge everybody's. */
async function decideOn(who: CastName): Promise<string> {
  const decision = { decision: 'approve' as const, reason: '' };
  return (await decideAlias(raised('judge'), 'rumpus', CAST[who].userId, decision, '*')).decisionId;
}

async function ask(call: Call, who: CallerRole, relation: CallerRelation): Promise<number> {
  const values = await valuesFor(call, who, relation);
  const address = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? NO_ITEM);
  const { path = '', body, headers = {} } = SENT[call.id] ?? {};
  const signedIn = who === 'visitor' ? undefined : await door.signIn(who);
  const isJson = typeof body === 'object';
  const text = isJson ? JSON.stringify(body) : (body as string | undefined);
  const response = await door.sendRequest(address + path, {
    method: call.method,
    headers: {
      ...(isJson && { 'content-type': 'application/json' }),
      ...(signedIn && { cookie: signedIn.cookie, 'x-xsrf-token': signedIn.xsrf }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  });
  await response.body?.cancel();
  return response.status;
}

test.each(calls.map((call) => [call.id, call] as const))(
  '%s answers every role as the table says',
  async (id, call) => {
    const wanted = RIGHTS.split('\n').find((line) => line.startsWith(`${id} `));
    expect(wanted, `${id} is not in the table`).toBeDefined();
    const cells: string[] = [];
    for (const relation of RELATIONS) {
      const statuses: number[] = [];
      for (const who of ROLES) statuses.push(await ask(call, who, relation));
      cells.push(statuses.join(' '));
    }
    expect(cells.join(' | ')).toBe(wanted?.slice(wanted.indexOf('|') + 2));
  },
);

test('the table names no call that there is not', () => {
  const named = RIGHTS.trim()
    .split('\n')
    .slice(2)
    .map((line) => line.split(' ', 1).join());
  expect(named.toSorted()).toEqual(calls.map(({ id }) => id).toSorted());
});
