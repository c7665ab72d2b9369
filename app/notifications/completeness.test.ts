import { expect, test, describe } from 'vitest';

import { indexItems } from '#app/articles/search/index-items.server.ts';
import { sendSubmission } from '#app/contact/sending.server.ts';
import { LOCALES, getText } from '#app/current/locale.ts';
import type { Role } from '#app/current/role.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { enter } from '#app/feedbag/entries/entering.server.ts';
import { comment } from '#app/feedbag/entries/talk.server.ts';
import { saveProject } from '#app/feedbag/projects.server.ts';
import { createPlaylist } from '#app/levelhead/playlists/own-playlists.server.ts';
import { renderMail } from '#app/mail/render.server.tsx';
import { catalog } from '#app/nouns.server.ts';
import { giveToPeople } from '#app/perks/giving/holders.server.ts';
import { addKeys } from '#app/perks/keys.server.ts';
import { createPerk } from '#app/perks/perks.server.ts';
import { SEARCHED_POSTS } from '#app/posts/jobs.server.ts';
import { getThread } from '#app/threads/messages.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { useTestSite } from '#test/site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '#test/storage.ts';

import type { AnyEventKind, EventKind, NotificationEvent } from './event-kind.server.ts';
import { notifyLater } from './events.server.ts';
import { findNotifications } from './list/list.server.ts';
import { sendDueDigests } from './mails/digests.server.ts';
import { notificationMails } from './mails/notification.mail.tsx';
import { TABS } from './notification.ts';
import type { NotificationCount } from './notification.ts';

const site = useTestSite();
const system = () => systemCurrent(site.parts);

let world: ReturnType<typeof seedSmallWorld> | undefined;
const listedLevel = async () => {
  const { levels } = await (world ??= seedSmallWorld(site));
  return levels.find(({ states }) => !states.includes('unlisted'))?.levelId;
};
const actorOf = (userId: string) => ({ ...system(), actor: { ...system().actor, userId } });
const staff = () => actorOf(CAST.staff.userId);
const sendContact = () =>
  sendSubmission(actorOf(CAST.player.userId), {
    topic: 'other',
    title: 'A <i>title</i>',
    body: 'Hello',
    email: '',
    name: '',
    facts: {},
    files: [],
    diagnostics: {},
  });

const enterFeedback = async () => {
  const project = {
    projectId: 'told',
    name: 'Told',
    about: '',
    welcome: '',
    template: '',
    game: undefined,
    stages: [],
  };
  const rules = { leastRole: 'public', isModerated: false, takesAnonymous: false } as const;
  await saveProject(system(), { ...project, ...rules }, 0);
  const typed = { projectId: 'told', title: 'A <i>title</i>', body: 'Hello', platform: '', version: '', tags: [] };
  return (await enter(actorOf(CAST.player.userId), { ...typed, files: [], isInternal: false })).subjectId;
};

const commentFeedback = async () => {
  const subjectId = await enterFeedback();
  const messageId = await comment(staff(), subjectId, { kind: 'public', body: 'A comment', files: [] });
  return { subjectId, of: subjectId, messageId };
};

const givePerk = async () => {
  const staff = raisedStaff();
  await createPerk(staff, { ...PERK, details: { store: 'Steam' } });
  await addKeys(staff, PERK.perkId, 'KEY-1');
  await giveToPeople(staff, PERK.perkId, CAST.player.userId);
  const [row] = await site.parts.db.query<{ id: string }>(sql`select grant_id as id from perk_grants`);
  return { perkId: PERK.perkId, grantId: row?.id };
};
const PERK = {
  perkId: 'told',
  kind: 'key',
  name: 'A <i>title</i>',
  about: '',
  appId: null,
  perPerson: 1,
  most: null,
  startsAt: null,
  endsAt: null,
  lowAt: 1,
} as const;
const raisedStaff = () => ({ ...staff(), actor: { ...staff().actor, provedAt: site.parts.now() } });

/** Of a level that the player made and reported: each is told. */
const decideReport = async () => {
  const decisionId = crypto.randomUUID();
  const { userId } = CAST.player;
  await site.parts.db.query(sql`insert into report_decisions
      (decision_id, kind, thing_id, author_id, title, decision, note, done, decided_by, decided_at)
    values (${decisionId}, 'level', ${decisionId}, ${userId}, 'A <i>title</i>', 'act', '', '', 'x', now())`);
  await site.parts.db.query(sql`insert into reports (kind, thing_id, reporter_id, reason, words, at, decision_id)
    values ('level', ${decisionId}, ${userId}, 'spam', '', now(), ${decisionId})`);
  return { decisionId };
};
const undoReport = ({ decisionId = '' }: Ids) =>
  update(sql`report_decisions set undone_at = now() where decision_id = ${decisionId}`);

/** Events that are really there, for kinds whose details name something. */
const REAL: Readonly<Record<string, () => Promise<object>>> = {
  'posts.published': async () => {
    const crate = await createCrate(site, 'posts', OPEN_POLICY);
    const { itemId } = await createItem(site, crate, 'creator', { map: { title: 'A <i>title</i>' } });
    await indexItems(system(), SEARCHED_POSTS);
    return { itemId };
  },
  'levelhead.published': async () => ({ levelId: await listedLevel() }),
  'levelhead.recordBeaten': async () => ({
    levelId: await listedLevel(),
    name: 'HighScore',
    userId: CAST.creator.userId,
  }),
  'levelhead.found': async () => {
    const searchId = '01890000-0000-7000-8000-000000000002';
    await site.parts.db.query(sql`
      insert into levelhead_searches (user_id, slot, hall, name, query, feed_id, search_id, created_at, seen_at)
      values (${CAST.player.userId}, 1, 'tower', 'My <i>bosses</i>', 'q=', gen_random_uuid(), ${searchId}, now(), now())`);
    return { searchId, levelIds: [await listedLevel()] };
  },
  'levelhead.added': async () => {
    const levelId = (await listedLevel()) ?? '';
    const playlistId = await createPlaylist(
      actorOf(CAST.creator.userId),
      { name: 'My <i>list</i>', note: '' },
      { levelIds: [levelId] },
    );
    return { playlistId, levelId };
  },
  'changelogs.published': async () => {
    const crate = await createCrate(site, 'changelogs', OPEN_POLICY);
    const tags = ['app:levelhead', 'stream:stable'];
    const { itemId } = await createItem(site, crate, 'staff', { map: { version: '9.1.0', date: '2026-11-01' }, tags });
    return { itemId };
  },
  'podcast.published': async () => {
    const crate = await createCrate(site, 'podcast', OPEN_POLICY);
    const map = { title: 'A <i>title</i>', audio: '01890000-0000-7000-8000-000000000000' };
    const { itemId } = await createItem(site, crate, 'staff', { map });
    return { itemId };
  },
  'mailbox.sent': async () => {
    const messageId = '01890000-0000-7000-8000-000000000001';
    await site.parts.db
      .query(sql`insert into mailbox_messages (message_id, state, segment, texts, created_by, created_at, sent_at)
      values (${messageId}, 'sent', ${`user:${CAST.player.userId}`}, '{}', 'x', now(), now())`);
    return { messageId };
  },
  'perks.given': givePerk,
  'perks.lowStock': () => detailsOf('perks.given'),
  'contact.answered': async () => {
    const subjectId = await sendContact();
    const { messages } = await getThread(staff(), threadReader(staff(), subjectId, undefined), subjectId);
    return { subjectId, messageId: messages[0]?.messageId };
  },
  'feedbag.settled': async () => ({ subjectId: await enterFeedback(), status: 'completed' }),
  'feedbag.entered': async () => ({ subjectId: await enterFeedback() }),
  'feedbag.added': async () => ({ subjectId: await enterFeedback() }),
  'feedbag.commented': commentFeedback,
  'feedbag.mentioned': commentFeedback,
  'contact.returned': async () => ({ subjectId: await sendContact() }),
  'reports.decided': () => decideReport(),
  'reports.removed': () => decideReport(),
  'telemetry.newIssue': addIssue,
  'telemetry.regressed': addIssue,
  'telemetry.spike': addIssue,
  'telemetry.slow': async () => {
    await site.parts.db
      .query(sql`insert into telemetry_vital_days (day, route, device, version, metric, bucket, samples)
      values (now(), '/', 'mobile', '1.0.0', 'LCP', 60, 1) on conflict do nothing`);
    return { version: '1.0.0' };
  },
  'approvals.decided': async () => {
    const approvalId = '01890000-0000-7000-8000-000000000003';
    await site.parts.db.query(sql`insert into approvals
        (approval_id, kind, target, payload, shown, reason, state, asked_by, asked_at, expires_at, decided_by, decided_at)
      values (${approvalId}, 'accounts.role', 'account/x', '{}', '{}', '', 'confirmed', ${CAST.admin.userId}, now(), now(),
        'x', now())`);
    return { approvalId };
  },
  'exports.finished': async () => {
    const exportId = '01890000-0000-7000-8000-000000000005';
    await site.parts.db.query(sql`insert into data_exports
        (owner, export_id, user_id, locale, state, asked_at, expires_at, file_key, bytes)
      values (${`user ${CAST.player.userId}`}, ${exportId}, ${CAST.player.userId}, 'en-US', 'ready', now(), '2099-01-01', 'x', 1)`);
    return { exportId };
  },
  'aliases.decided': async () => {
    const path = `/api/aliases/contexts/rumpus/users/${CAST.player.userId}/decisions`;
    const body = { decision: 'replace', reason: 'A test', alias: 'Another Name' };
    const answer = await site.ask('admin', path, { method: 'POST', body, headers: { 'if-match': '*' } });
    const { data } = (await answer.json()) as { data: { decisionId: string } };
    return { decisionId: data.decisionId };
  },
};

async function addIssue(): Promise<object> {
  const issueId = crypto.randomUUID();
  await site.parts.db.query(sql`with issue as (
      insert into telemetry_issues (issue_id, state, first_seen_at, last_seen_at) values (${issueId}, 'open', now(), now()))
    insert into telemetry_issue_stacks (stack_hash, issue_id, found_as, message, place, frames, version)
    values (${issueId}::text::bytea, ${issueId}, ${issueId}, 'A <i>message</i>', '', '[]', '1.0.0')`);
  return { issueId, regressions: 1, most: null };
}

const made = new Map<string, Promise<object>>();
const detailsOf = (id: string): Promise<object> => {
  const details =
    made.get(id) ?? REAL[id]?.() ?? Promise.resolve(catalog.events.find((one) => one.id === id)?.sample ?? {});
  made.set(id, details);
  return details;
};

const update = (change: Sql) => site.parts.db.query(sql`update ${change}`);
/** Of the level that is told of, which is in no list then. */
const banCreator = (at: Date | null) =>
  update(sql`accounts set banned_at = ${at}::timestamptz where user_id in (select user_id from levelhead_levels)`);
const deleteItem = async (crateId: string, { itemId = '' }: Ids) => {
  const path = `/api/storage/crates/${crateId}/items/${itemId}`;
  expect((await site.ask('admin', path, { method: 'DELETE' })).status).toBe(204);
};
const deleteIssues = () => site.parts.db.query(sql`delete from telemetry_issues`);
const deleteSubmission = ({ subjectId = '' }: Ids) =>
  site.parts.db.query(sql`delete from contact_submissions where subject_id = ${subjectId}`);
const closeProject = () => update(sql`feedbag_projects set least_role = 'super'`);

type Ids = Readonly<Record<string, string>>;

/** Ends or forbids what an event is about, without a word of its noun. */
const END: Readonly<Record<string, (details: Ids) => Promise<unknown>>> = {
  'posts.published': (details) => deleteItem('posts', details),
  'changelogs.published': (details) => deleteItem('changelogs', details),
  'podcast.published': (details) => deleteItem('podcast', details),
  'levelhead.published': () => banCreator(site.parts.now()),
  'levelhead.recordBeaten': () => banCreator(site.parts.now()),
  'levelhead.found': () => banCreator(site.parts.now()),
  'levelhead.added': () => banCreator(site.parts.now()),
  'aliases.decided': ({ decisionId = '' }) =>
    update(sql`alias_decisions set undone_at = now() where decision_id = ${decisionId}`),
  'telemetry.slow': () => site.parts.db.query(sql`delete from telemetry_vital_days`),
  'telemetry.newIssue': deleteIssues,
  'telemetry.regressed': deleteIssues,
  'telemetry.spike': deleteIssues,
  'exports.finished': () => site.parts.db.query(sql`delete from data_exports`),
  'approvals.decided': () => update(sql`approvals set state = 'withdrawn'`),
  'reports.decided': undoReport,
  'reports.removed': undoReport,
  'mailbox.sent': () => update(sql`mailbox_messages set state = 'withdrawn'`),
  'perks.given': () => update(sql`perk_grants set revoked_at = now()`),
  'perks.lowStock': () => update(sql`perks set is_low = false`),
  'contact.answered': deleteSubmission,
  'contact.returned': deleteSubmission,
  'feedbag.settled': closeProject,
  'feedbag.commented': closeProject,
  'feedbag.added': closeProject,
  'feedbag.entered': closeProject,
  'feedbag.mentioned': closeProject,
};

/** Of what has happened to one's own account somebody is told whatever becomes of it. */
const ENDLESS = new Set(['accounts.security']);

const notifyAlone = async (kind: AnyEventKind, reader: CastName, details: Ids) => {
  const { userId } = CAST[reader];
  await runJobs(site);
  await site.parts.db.query(sql`truncate notification_events, notification_deliveries, notifications`);
  await site.parts.db.query(sql`
    insert into notification_settings (user_id, kind, on_site, mail) values (${userId}, ${kind.id}, true, 'daily')`);
  const event = { key: `alone ${kind.id}`, details: details as never, userIds: [userId] };
  await notifyLater(system(), kind as EventKind<never>, event);
  await runJobs(site);
};

const countedAndListed = async (reader: CastName, role: Role) => {
  const { userId } = CAST[reader];
  const { unread, unseen } = await dataOf<NotificationCount>(await site.ask(reader, '/api/notifications/count'));
  const of = { ...system(), actor: { ...system().actor, userId, role } };
  const tabs = await Promise.all(TABS.map((tab) => findNotifications(of, catalog, { tab })));
  return [unread, unseen, ...tabs.map(({ notifications }) => notifications.length)];
};

const readerOf = ({ least }: AnyEventKind) =>
  least === 'admin' || least === 'staff' ? ([least, least] as const) : (['player', 'authenticated'] as const);

describe.each(catalog.events.map(({ id }) => id))('%s', (id) => {
  test('is told in every locale, on the site, at once and in digests', async () => {
    const kind = catalog.events.find((one) => one.id === id);
    const details = await detailsOf(id);
    const event = { key: 'key', details } as NotificationEvent<never>;
    if (kind === undefined) throw new Error(`${id} is no kind`);
    const [who, role] = readerOf(kind);
    const shown = await kind.show(system(), { userId: CAST[who].userId, role }, [event]);
    const words = shown.get('key');
    if (words === undefined) throw new Error(`${id} tells nothing`);
    const [atOnce, digest] = notificationMails(catalog);
    if (atOnce === undefined || digest === undefined) throw new Error('there are two mails');
    const events = [{ ...words, kind: id, subject: null }];
    const props = { title: kind.title, events, off: '/alerts' };
    for (const locale of LOCALES) {
      const text = await getText(locale);
      const said = text(words.text, { ...words.values, count: 2 });
      expect([text(kind.title), text(kind.about), said].filter((one) => one.trim() === '')).toEqual([]);
      const one = await renderMail(system(), atOnce, props, locale);
      expect(one.text.replaceAll(/\s+/g, ' '), locale).toContain(
        text(words.text, { ...words.values, count: 1 }).replaceAll(/\s+/g, ' '),
      );
      expect(one.html).not.toContain('<i>');
      for (const pace of ['daily', 'weekly'] as const) {
        const mail = await renderMail(system(), digest, { ...props, title: `notify.letter.${pace}`, pace }, locale);
        expect([mail.subject, mail.text].filter((part) => part.trim() === '')).toEqual([]);
      }
    }
  });

  if (ENDLESS.has(id)) return;

  test('is in no count, no list and no mail once it is gone or forbidden', async () => {
    const kind = catalog.events.find((one) => one.id === id);
    const end = END[id];
    if (kind === undefined || end === undefined) throw new Error(`nothing says how ${id} ends`);
    await banCreator(null);
    const [reader, role] = readerOf(kind);
    const details = (await detailsOf(id)) as Ids;
    await notifyAlone(kind, reader, details);
    expect(await countedAndListed(reader, role)).toEqual([1, 1, 1, 1, 0, 0]);
    await end(details);
    expect(await countedAndListed(reader, role)).toEqual([0, 0, 0, 0, 0, 0]);
    const before = site.parts.mailer.keptMails().length;
    const later = { ...system(), now: () => new Date(Date.now() + 2 * 86_400_000) };
    await sendDueDigests(later);
    await runJobs(site);
    expect(site.parts.mailer.keptMails().length).toBe(before);
    const logged = await site.parts.db.query(sql`select mail_state from notification_deliveries`);
    expect(logged).toEqual([{ mail_state: kind.mail === 'own' ? null : 'gone' }]);
    await banCreator(null);
  });
});
