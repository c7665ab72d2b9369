import { expect } from 'vitest';

import { createAccount, setAccount } from '#app/accounts/accounts.server.ts';
import { roleApproval } from '#app/accounts/staff/roles.server.ts';
import { findStaffIds } from '#app/accounts/staff/staff-ids.server.ts';
import { ALL_SESSIONS } from '#app/admin/accounts/account-actions.ts';
import { writeState } from '#app/admin/crates/crate-document.server.ts';
import { askApproval } from '#app/approvals/approvals.server.ts';
import { asPerson } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { BURST } from '#app/feedbag/entries/damping.server.ts';
import { voteFor } from '#app/feedbag/entries/votes.server.ts';
import { seedEpisodes } from '#app/podcast/seed-episodes.server.ts';
import type { Crate } from '#app/storage/crates/crate.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import { groupErrors } from '#app/telemetry/issues/grouping.server.ts';
import { PATHS } from '#app/telemetry/limits.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { wallTimeAt } from '#lib/locale/zone-time.ts';

import type { SentRequest } from './audit-entries.ts';
import { CAST } from './cast.ts';
import type { CastName } from './cast.ts';
import { openEditor } from './posts/editor-page.ts';
import type { TestSite } from './site.ts';
import { OPEN_POLICY, createCrate, createItem } from './storage.ts';

/** Sends every form of staff in a world in which it has success, and those that this takes. Once for a site. */
export async function sendStaffForms(site: TestSite): Promise<SentRequest[]> {
  const sent: SentRequest[] = [];
  const record = async (who: CastName | undefined, intent: string, answer: Response) => {
    expect(answer.status, `${intent} ${await answer.clone().text()}`).toBeLessThan(400);
    if (who !== undefined) sent.push({ who, name: intent, requestId: answer.headers.get('x-request-id') ?? '' });
    return answer;
  };
  const world: TestSite = {
    ...site,
    submit: async (who, path, fields) =>
      record(who, new URLSearchParams(fields).get('intent') ?? '', await site.submit(who, path, fields)),
    submitFiles: async (who, path, fields) => {
      const { intent } = fields;
      return record(who, typeof intent === 'string' ? intent : '', await site.submitFiles(who, path, fields));
    },
  };
  for (const { crateId, policy } of crates) await createCrate(site, crateId, policy as Policy);
  for (const part of [
    sendFeedback,
    sendReports,
    sendQuestions,
    sendContact,
    sendPosts,
    sendAccounts,
    sendApprovals,
    sendItems,
    sendCrates,
    sendAnnouncements,
    sendApps,
    sendPerks,
    sendShortlinks,
    sendIssues,
    sendMessages,
    sendNewsletters,
    sendBulk,
  ])
    await part(world);
  return sent;
}

/** A deed alone, as a browser with scripts sends it: nothing is rendered. */
const act = (world: TestSite, who: CastName, path: string, intent: string, fields: Record<string, string> = {}) =>
  world.submit(who, `${path}.data`, { intent, ...fields });

async function find({ parts }: TestSite, query: Sql): Promise<string> {
  const [row] = await parts.db.query<{ found: string }>(query);
  return row?.found ?? '';
}

const last = (path = '') => path.split('/').at(-1) ?? '';

async function sendFeedback(world: TestSite): Promise<void> {
  const system = systemCurrent(world.parts);
  await act(world, 'staff', '/feedbag/settings', 'feedbag.createProject', { projectId: 'walked', name: 'Walked' });
  await act(world, 'staff', '/feedbag/walked/settings', 'feedbag.saveProject', {
    name: 'Walked on',
    rev: await find(world, sql`select rev::text as found from feedbag_projects where project_id = 'walked'`),
    leastRole: 'public',
  });
  const enter = async (who: CastName, title: string) => {
    const fields = { intent: 'feedbag.enter', title, body: `All about ${title}.` };
    return (await world.submit(who, '/feedbag/walked/entries/new', fields)).headers.get('location') ?? '';
  };
  const [path, from] = [await enter('creator', 'A hat for the cat'), last(await enter('player', 'A cap for the cat'))];
  const subjectId = last(path);
  const newest = (column: 'subject_id' | 'message_id', table: 'feedbag_entries' | 'thread_messages') =>
    find(world, sql`select max(${sql.raw(column)}::text) as found from ${sql.raw(table)}`);
  const on = (intent: string, fields: Record<string, string>) => act(world, 'staff', path, intent, fields);
  await on('feedbag.status', { status: 'planned' });
  await on('feedbag.behalf', { who: 'pip@example.org', source: 'By chat' });
  await on('feedbag.merge', { from });
  await on('feedbag.unmerge', { from });
  await act(world, 'player', path, 'feedbag.comment', { body: 'And a coat.' });
  const messageId = await newest('message_id', 'thread_messages');
  await on('feedbag.split', { subjectId, messageId, title: 'A coat for the cat' });
  await on('feedbag.unsplit', { from: await newest('subject_id', 'feedbag_entries') });
  await on('feedbag.moderateComment', { subjectId, messageId, decision: 'block' });
  await act(world, 'staff', '/feedbag/settings', 'feedbag.forgetDecision', { userId: CAST.player.userId });
  await on('feedbag.moderate', { decision: 'trust' });
  for (let count = 0; count <= BURST; count += 1) {
    const userId = await createAccount(system, { locale: 'en-US', terms: '1' });
    await voteFor(asPerson(system, { userId, role: 'authenticated' }, new Date()), subjectId);
  }
  await on('feedbag.decideVotes', { subjectId, decision: 'count' });
  const decisionId = await find(world, sql`select max(decision_id::text) as found from feedbag_votes`);
  await on('feedbag.undoVotes', { subjectId, decisionId });
  const status = { name: 'Napping', colour: 'teal' };
  await act(world, 'staff', '/feedbag/settings', 'feedbag.addStatus', status);
  const statusId = await find(world, sql`select status_id as found from feedbag_statuses where name = 'Napping'`);
  await act(world, 'staff', '/feedbag/settings', 'feedbag.changeStatus', { ...status, statusId, isOpen: 'on' });
  await act(world, 'staff', '/feedbag/settings', 'feedbag.deleteStatus', { statusId });
  const hooks = '/feedbag/walked/webhooks';
  await act(world, 'staff', hooks, 'feedbag.addWebhook', { url: 'https://example.com/', events: 'entry.added' });
  const webhookId = await find(world, sql`select webhook_id as found from feedbag_webhooks`);
  await act(world, 'staff', hooks, 'feedbag.tryWebhook', { webhookId });
  const deliveryId = await find(world, sql`select delivery_id as found from feedbag_webhook_deliveries`);
  await act(world, 'staff', hooks, 'feedbag.resend', { webhookId, deliveryId });
  await act(world, 'staff', hooks, 'feedbag.switchWebhook', { webhookId, on: 'off' });
  await act(world, 'staff', hooks, 'feedbag.deleteWebhook', { webhookId });
}

async function sendItems(world: TestSite): Promise<void> {
  const crate = await createCrate(world, 'formed', { ...OPEN_POLICY, history: ['staff'], stats: { plays: {} } });
  const { itemId } = await createItem(world, crate, 'creator', { name: 'formed' });
  const path = `/admin/crates/formed/items/${itemId}`;
  const revision = () => find(world, sql`select rev::text as found from items where item_id = ${itemId}`);
  const on = (intent: string, fields: Record<string, string> = {}) => act(world, 'admin', path, intent, fields);
  const first = await revision();
  await on('item.save', { rev: first, name: 'formed', tags: 'spring', note: '', map: '{}' });
  await on('item.addPerson', { who: CAST.player.userId });
  await on('item.makeOwner', { userId: CAST.player.userId });
  await on('item.removePerson', { userId: CAST.creator.userId });
  await on('item.stats', { name: 'plays', how: 'add', value: '1' });
  await on('item.restore', { from: first, rev: await revision() });
  const file = new File(['PNG'], 'a.png', { type: 'image/png' });
  await world.submitFiles('admin', `${path}.data`, { intent: 'item.upload', rev: await revision(), file });
  await on('item.view', { who: CAST.player.userId });
  await on('item.delete', { rev: await revision() });
  await on('item.undelete');
}

async function sendCrates(world: TestSite): Promise<void> {
  await act(world, 'admin', '/admin/crates', 'crates.create', { crateId: 'sent', start: 'players' });
  const { data } = (await (await world.ask('admin', '/api/storage/crates/sent')).json()) as { data: Crate };
  const etag = writeState(data);
  await act(world, 'admin', '/admin/crates/sent', 'crates.save', { part: 'facts', etag, name: 'Sent', maxBytes: '9' });
  await act(world, 'admin', '/admin/crates/sent', 'crates.delete');
}

async function sendQuestions(world: TestSite): Promise<void> {
  const episode = 'the-frog-took-nine-days';
  await seedEpisodes(systemCurrent(world.parts), CAST.staff.userId, [episode]);
  const typed = { intent: 'podcast.ask', title: 'Is the frog wet?', body: 'Or only damp?' };
  const asked = await world.submit('player', '/podcast/questions/new', typed);
  const path = asked.headers.get('location') ?? '';
  await act(world, 'staff', path, 'podcast.answer', { episode, at: '0:02' });
  await act(world, 'staff', path, 'podcast.takeAnswerBack');
  await act(world, 'staff', path, 'podcast.erase');
}

async function sendContact(world: TestSite): Promise<void> {
  const write = async (title: string) => {
    const typed = { intent: 'contact.send', title, body: 'On load.', game: 'levelhead', platform: 'Linux' };
    const { headers } = await world.submit('player', '/contact/topics/bug', typed);
    return headers.get('location')?.split('=')[1] ?? '';
  };
  const [from, subjectId] = [await write('It crashes'), await write('It still crashes')];
  const path = `/contact/submissions/${subjectId}`;
  const on = (intent: string, fields: Record<string, string> = {}) => act(world, 'staff', path, intent, fields);
  await on('contact.merge', { from });
  await on('contact.unmerge', { from });
  await act(world, 'player', path, 'contact.reply', { body: 'And the shop?' });
  const messageId = await find(world, sql`select max(message_id::text) as found from thread_messages`);
  await on('contact.split', { messageId, title: 'The shop' });
  const split = await find(world, sql`select max(subject_id::text) as found from contact_submissions`);
  await on('contact.unsplit', { from: split });
  const seen = async () => {
    const page = await (await world.ask('staff', path)).text();
    return /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? '';
  };
  await on('contact.answer', { kind: 'public', state: 'waiting', body: 'Try again.', seen: await seen() });
  await on('contact.forward', { email: 'legal@publisher.example', body: 'Known?', seen: await seen() });
  await on('contact.block');
  await on('contact.unblock');
  await on('contact.redact', { subjectId: split, messageId });
  await on('contact.change', { field: 'tag', value: 'crash' });
  const batchId = await find(world, sql`select max(batch_id::text) as found from thread_history`);
  await on('contact.undo', { batchId });
  const macro = { name: 'Again', 'text.en-US': 'Please try again.', state: 'closed', tag: 'again' };
  await act(world, 'staff', '/contact/macros/new', 'macro.save', macro);
  const macroId = await find(world, sql`select macro_id as found from contact_macros`);
  await on('contact.fill', { macro: macroId, body: 'Hello,', kind: 'public', state: 'waiting' });
  await act(world, 'staff', `/contact/macros/${macroId}`, 'macro.save', { ...macro, rev: '1' });
  await act(world, 'staff', `/contact/macros/${macroId}`, 'macro.delete', { rev: '2' });
}

async function sendPosts(world: TestSite): Promise<void> {
  const open = (path = '/editor/walked') => openEditor(world, 'staff', path);
  const written = { title: 'Walked', slug: 'walked', text: 'First.' };
  await (await open('/editor')).send('editor.publish', { ...written, slug: 'walked-at-once' });
  const draft = await (await open('/editor')).send('editor.save', written);
  const plan = { local: wallTimeAt(new Date(world.parts.now().getTime() + 3_600_000), 'UTC'), zone: 'UTC' };
  const planned = await draft.send('editor.plan.publish', plan);
  await (await planned.undo()).send('editor.plan.publish', plan);
  await (await open()).send('editor.unplan.publish');
  const on = async (who: CastName, intent: string, fields: Record<string, string> = {}) =>
    act(world, who, '/editor/walked', intent, { etag: (await open()).fields['etag'] ?? '', ...fields });
  await on('staff', 'editor.createPreview', { days: '7', label: '' });
  const previewId = await find(world, sql`select preview_id as found from editor_previews`);
  await on('staff', 'editor.revokePreview', { previewId });
  await on('staff', 'editor.restorePreview', { previewId });
  await on('staff', 'editor.requestReview', { note: '' });
  await on('admin', 'editor.verdict.changes', { note: 'More!' });
  await on('admin', 'editor.verdict.approved', { note: '' });
  for (const isNeeded of ['yes', 'no']) await act(world, 'admin', '/editor', 'editor.setApprovalRule', { isNeeded });
  const out = await (await open()).send('editor.publish', { unapproved: 'yes' });
  const goneId = await find(world, sql`select item_id as found from items where name = 'walked-at-once'`);
  const gone = { itemId: goneId, etag: (await open('/editor/walked-at-once')).fields['etag'] ?? '' };
  await act(world, 'staff', '/editor/posts', 'editor.delete', gone);
  await act(world, 'staff', '/editor/posts', 'editor.putBack', { itemId: goneId });
  const unplanned = await (await out.send('editor.plan.unpublish', plan)).undo();
  await (await unplanned.send('editor.plan.unpublish', plan)).send('editor.unplan.unpublish');
  await (await (await open()).send('editor.saveLater', { text: 'Second.' })).send('editor.publish');
  await (await open()).send('editor.save', { visibility: 'hidden' });
  await (await open()).send('editor.save', { visibility: 'public' });
  await (await open()).send('editor.unpublish');
  const { etag = '' } = (await open()).fields;
  await on('staff', 'editor.restore', { etag, rev: String(Number(etag.slice(1, -1)) - 1) });
  await on('staff', 'editor.hide');
  await (await (await open('/editor')).send('editor.save', { ...written, slug: 'walked-off' })).send('editor.delete');
  const itemId = await find(world, sql`select item_id as found from trashed_items order by deleted_at desc limit 1`);
  await act(world, 'staff', '/editor', 'editor.undelete', { itemId });
}

async function sendReports(world: TestSite): Promise<void> {
  const typed = { intent: 'feedbag.enter', title: 'Buy hats', body: 'Cheap hats!' };
  const entered = await world.submit('creator', '/feedbag/walked/entries/new', typed);
  const subjectId = last(entered.headers.get('location') ?? '');
  const messageId = await find(
    world,
    sql`select last_message_id as found from threads where subject_id = ${subjectId}`,
  );
  const thing = { kind: 'comment', thingId: `${subjectId}.${messageId}` };
  await act(world, 'player', `/report/comment/${thing.thingId}`, 'reports.send', { reason: 'spam', words: '' });
  for (const verb of ['act', 'note', 'dismiss']) {
    const rev = await find(world, sql`select rev as found from reported_things`);
    await act(world, 'staff', '/admin/reports', `reports.${verb}`, { ...thing, rev, note: 'So it is.' });
    const decisionId = await find(world, sql`select max(decision_id::text) as found from report_decisions`);
    await act(world, 'staff', '/admin/reports', 'reports.undo', { decisionId });
  }
}

async function sendApprovals(world: TestSite): Promise<void> {
  const system = systemCurrent(world.parts);
  const second = await createAccount(system, { locale: 'en-US', terms: '1' });
  await setAccount(system, second, 'super');
  const ask = async (userId: string) => {
    const current = { ...system, actor: { ...system.actor, userId, provedAt: system.now() } };
    const payload = { userId: CAST.creator.userId, role: 'staff' } as const;
    return (await askApproval(current, roleApproval, { payload, target: 'account/x', reason: 'They help.' }))
      .approvalId;
  };
  const path = '/admin/approvals';
  await act(world, 'super', path, 'approvals.decline', { approvalId: await ask(second), answer: 'Not yet.' });
  await act(world, 'super', path, 'approvals.confirm', { approvalId: await ask(second) });
  await act(world, 'super', path, 'approvals.withdraw', { approvalId: await ask(CAST.super.userId) });
}

async function sendAccounts(world: TestSite): Promise<void> {
  const path = `/admin/accounts/${CAST.collaborator.userId}`;
  await act(world, 'staff', path, 'note', { text: 'A kind word.' });
  await act(world, 'staff', path, 'ban', { reason: 'Rude words.', days: '1' });
  await act(world, 'staff', path, 'lift', { reason: 'They are sorry.' });
  await act(world, 'staff', path, 'sessions', { reason: 'To be sure.', loginId: ALL_SESSIONS });
  await act(world, 'admin', path, 'recover', { email: 'found@again.example', reason: 'They showed us.' });
  await world.parts.db.query(
    sql`insert into accounts (user_id, created_at) values ('twin01', now()), ('twin02', now())`,
  );
  await act(world, 'admin', '/admin/accounts/twin01', 'merge', { into: '@twin02', reason: 'They showed us both.' });
  await act(world, 'super', path, 'role', { role: 'staff', reason: 'They help.' });
  const decide = (decision: string, who: CastName, alias = '') => {
    const fields = { context: 'rumpus', userId: CAST[who].userId, reason: 'Rude.', alias, etag: '*' };
    return act(world, 'staff', '/admin/alias-moderation', `aliases.${decision}`, fields);
  };
  await decide('approve', 'player');
  const decisionId = await find(world, sql`select max(decision_id::text) as found from alias_decisions`);
  await act(world, 'staff', '/admin/alias-moderation', 'aliases.undo', { decisionId });
  await decide('whitelist', 'creator');
  await decide('replace', 'creator', 'Walked Again');
  await decide('deny', 'player');
  const opened = await (await act(world, 'staff', '/admin/api', 'tester.open', { role: 'authenticated' })).text();
  const [, token = ''] = /"token","([^"]+)"/.exec(opened) ?? [];
  await act(world, 'staff', '/admin/api', 'tester.close', { token });
}

async function sendAnnouncements(world: TestSite): Promise<void> {
  const list = '/admin/game-announcements';
  const words = { 'title.en-US': 'Walked', 'body.en-US': 'On.', share: '100', priority: '1' };
  await act(world, 'staff', list, 'announcements.create', words);
  const path = `${list}/${await find(
    world,
    sql`select announcement_id as found from announcements
    where content @? '$.texts.*.title ? (@ == "Walked")'`,
  )}`;
  await act(world, 'staff', path, 'announcements.save', { ...words, rev: '1', version: '1' });
  await act(world, 'staff', path, 'announcements.putBack', { rev: '2', version: '1' });
  for (const verb of ['duplicate', 'publish']) await act(world, 'staff', path, `announcements.${verb}`);
  const item = path.slice(list.length + 1);
  await act(world, 'staff', list, 'announcements.stopMany', { item });
  await act(world, 'staff', list, 'announcements.publishMany', { ids: item });
  for (const verb of ['stop', 'delete']) await act(world, 'staff', path, `announcements.${verb}`);
}

async function sendApps(world: TestSite): Promise<void> {
  const path = '/admin/apps/walked';
  await act(world, 'admin', '/admin/apps', 'apps.create', { appId: 'walked', name: 'Walked' });
  await act(world, 'admin', path, 'apps.rename', { name: 'Walked on' });
  await act(world, 'super', path, 'apps.takeOver');
  for (const verb of ['addOrigin', 'removeOrigin'])
    await act(world, 'admin', path, `apps.${verb}`, { origin: 'https://play.example.com' });
  const made = await act(world, 'admin', path, 'apps.createKey', { name: 'One', days: '', 'may.read.*': 'on' });
  const [code = ''] = /rumpus_app_[0-9a-f]{72}/.exec(await made.text()) ?? [];
  await act(world, 'admin', '/admin/apps/found-key', 'apps.findKey', { code });
  const keyId = await find(world, sql`select key_id as found from app_keys where app_id = 'walked'`);
  await act(world, 'admin', `${path}/keys/${keyId}`, 'apps.limitKey', { callsPerMinute: '60' });
  await act(world, 'admin', `${path}/keys/${keyId}`, 'apps.rotateKey', { overlapHours: '1' });
  await act(world, 'admin', path, 'apps.revokeKey', { keyId });
  for (const verb of ['addSpam', 'removeSpam'])
    await act(world, 'staff', '/admin/telemetry', `visits.${verb}`, { host: 'walked.example' });
  const dataset = { datasetId: 'walked', appId: 'walked', fields: 'seconds number', rowsPerDay: '10' };
  await act(world, 'admin', '/admin/telemetry/datasets', 'datasets.create', dataset);
  await act(world, 'admin', '/admin/telemetry/datasets/walked', 'datasets.delete');
  await act(world, 'admin', path, 'apps.allowDevices', { permission: 'rumpus-account-read' });
  await act(world, 'admin', path, 'apps.endDevices');
  for (const verb of ['archive', 'restore', 'archive', 'delete']) await act(world, 'admin', path, `apps.${verb}`);
}

async function sendPerks(world: TestSite): Promise<void> {
  const path = '/admin/perks/walked';
  const fields = {
    name: 'Walked',
    about: '',
    appId: '',
    perPerson: '1',
    most: '',
    startsAt: '',
    endsAt: '',
    lowAt: '1',
  };
  const perk = { ...fields, store: 'Steam' };
  await act(world, 'admin', '/admin/perks', 'perks.create', { ...perk, perkId: 'walked', kind: 'key' });
  await act(world, 'admin', path, 'perks.change', { ...perk, name: 'Walked on', rev: '1' });
  await act(world, 'admin', path, 'perks.addKeys', { keys: 'AAAA-1\nAAAA-2' });
  for (const verb of ['freeKey', 'spendKey']) {
    await act(world, 'staff', path, 'perks.give', { people: CAST.player.userId });
    const grantId = await find(world, sql`select grant_id as found from perk_grants where revoked_at is null`);
    await act(world, 'staff', path, 'perks.revoke', { userId: CAST.player.userId, grantId, reason: 'Sold on.' });
    const keyId = await find(world, sql`select key_id as found from perk_keys where state = 'quarantined'`);
    await act(world, 'admin', path, `perks.${verb}`, { keyId });
  }
  await act(world, 'admin', path, 'perks.makeCodes', { name: 'Fair', ownCode: '', codes: '3', maxUses: '1' });
  const batch = await find(world, sql`select batch_id as found from perk_batches`);
  await act(world, 'staff', path, 'perks.voidCodes', { batch, whole: 'on' });
  const rule = { rule: 'aliases.named', about: '', before: '2026-01-01T00:00' };
  await act(world, 'admin', path, 'perks.addRule', rule);
  const ruleId = await find(world, sql`select rule_id as found from perk_rules`);
  await act(world, 'admin', path, 'perks.stopRule', { ruleId });
  for (const verb of ['archive', 'restore']) await act(world, 'admin', path, `perks.${verb}`);
}

async function sendShortlinks(world: TestSite): Promise<void> {
  const list = '/admin/shortlinks';
  const page = `${list}/walked`;
  const target = 'https://www.example.com/';
  await act(world, 'staff', list, 'shortlinks.create', { target, slug: 'walked', tags: 'one' });
  await act(world, 'staff', page, 'shortlinks.lead', { target: `${target}two`, rev: '1', 'utm.source': 'walk' });
  await act(world, 'staff', page, 'shortlinks.change', { title: 'Walked', tags: 'one two', rev: '2' });
  await act(world, 'staff', page, 'shortlinks.lock', { password: 'open sesame' });
  await act(world, 'staff', page, 'shortlinks.unlock');
  await act(world, 'staff', page, 'shortlinks.restoreTarget', { rev: '1' });
  for (const verb of ['delete', 'restore']) await act(world, 'staff', page, `shortlinks.${verb}`);
  await act(world, 'staff', list, 'shortlinks.tagMany', { item: 'walked', many: 'three -two' });
  const before = JSON.stringify([{ slug: 'walked', change: { tags: ['one'] } }]);
  await act(world, 'staff', list, 'shortlinks.putBack', { before });
  for (const verb of ['expireMany', 'deleteMany', 'restoreMany'])
    await act(world, 'staff', list, `shortlinks.${verb}`, { item: 'walked' });
}

async function sendIssues(world: TestSite): Promise<void> {
  const data = ['One', 'Other'].map((message) => ({ message, '@time': world.parts.now().toISOString() }));
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox' };
  await world.ask(undefined, PATHS.errors, { method: 'POST', body: { data }, headers });
  await groupErrors(systemCurrent(world.parts), findStaffIds);
  const idOf = (message: string) =>
    find(
      world,
      sql`select issue_id::text as found from telemetry_issue_stacks
    where message = ${message}`,
    );
  const [one, other] = [await idOf('One'), await idOf('Other')];
  const send = (intent: string, fields: Record<string, string> = {}, issueId = one) =>
    act(world, 'staff', `/admin/telemetry/errors/${issueId}`, `issues.${intent}`, fields);
  await send('resolve', { version: '17.36.5' });
  await send('reopen');
  await send('ignore');
  await send('assign', { userId: CAST.staff.userId });
  const subjectId = await find(world, sql`select max(subject_id::text) as found from contact_submissions`);
  const ofList = (intent: string) =>
    act(world, 'staff', '/admin/telemetry/errors', `issues.${intent}`, { item: one, version: '17.36.5' });
  for (const intent of ['resolveMany', 'ignoreMany', 'reopenMany']) await ofList(intent);
  await send('link', { address: `/contact/submissions/${subjectId}` });
  await send('unlink', { kind: 'contact', subjectId });
  await send('merge', { into: other });
  const stackHash = await find(
    world,
    sql`select encode(stack_hash, 'hex') as found from telemetry_issue_stacks
    where message = 'One'`,
  );
  await send('split', { stackHash }, other);
}

async function sendMessages(world: TestSite): Promise<void> {
  const words = { audience: 'user', of: CAST.player.userId, locale: 'en-US', title: 'A gift', body: 'For you.' };
  await act(world, 'staff', '/admin/mailbox', 'mailbox.create', words);
  const path = `/admin/mailbox/${await find(world, sql`select message_id as found from mailbox_messages`)}`;
  await act(world, 'staff', path, 'mailbox.save', { ...words, rev: '1' });
  const files = [new File(['Be kind.'], 'terms.txt')];
  await world.submitFiles('staff', path, { intent: 'mailbox.attach', rev: '2', files });
  const fileId = await find(world, sql`select file_id as found from mailbox_files`);
  await act(world, 'staff', path, 'mailbox.detach', { rev: '3', fileId });
  await act(world, 'admin', path, 'mailbox.release', { rev: '4' });
  await act(world, 'admin', path, 'mailbox.send', { rev: '4' });
  await act(world, 'admin', path, 'mailbox.withdraw');
}

async function sendBulk(world: TestSite): Promise<void> {
  await createItem(world, await createCrate(world, 'many'), 'player', { tags: ['old'] });
  const place = '/admin/crates/many/bulk';
  await act(world, 'admin', place, 'bulk.preview', {
    kind: 'tags',
    add: 'new',
    remove: 'old',
    whole: 'on',
    of: 'tags=old',
  });
  const path = `${place}/${await find(world, sql`select bulk_id as found from bulk_acts`)}`;
  for (const intent of ['bulk.run', 'bulk.stop', 'bulk.undo']) await act(world, 'admin', path, intent);
  const file = new File(['name\nfrom a file\n'], 'items.csv');
  await world.submitFiles('admin', '/admin/crates/many/import', { intent: 'bulk.import', file });
}

async function sendNewsletters(world: TestSite): Promise<void> {
  await act(world, 'admin', '/admin/telegrams', 'telegrams.warmUp', { firstDay: '50' });
  await act(world, 'admin', '/admin/telegrams', 'telegrams.endWarmUp');
  const issue = { name: 'Walked', locale: 'en-US', subject: 'Big news', body: 'Hello.', rev: '1' };
  await act(world, 'staff', '/admin/telegrams/templates', 'templates.create', issue);
  const templateId = await find(world, sql`select template_id as found from telegram_templates`);
  for (const intent of ['templates.save', 'templates.test', 'templates.default', 'templates.delete'])
    await act(world, 'staff', `/admin/telegrams/templates/${templateId}`, intent, { ...issue, isDefault: 'yes' });
  const draft = { ...issue, subscription: 'ballyhoo', perMinute: '600', trialPercent: '10', otherSubject: 'News' };
  await act(world, 'staff', '/admin/telegrams/campaigns', 'campaigns.create', draft);
  const path = `/admin/telegrams/campaigns/${await find(world, sql`select campaign_id as found from telegram_campaigns`)}`;
  for (const intent of ['campaigns.save', 'campaigns.test', 'campaigns.archive'])
    await act(world, 'staff', path, intent, { ...draft, archiveName: 'walked' });
  const files = [new File(['Be kind.'], 'terms.txt')];
  await world.submitFiles('staff', path, { intent: 'campaigns.attach', rev: '2', files });
  const fileId = await find(world, sql`select file_id as found from telegram_files`);
  await act(world, 'staff', path, 'campaigns.detach', { rev: '3', fileId });
  const local = wallTimeAt(new Date(world.parts.now().getTime() + 86_400_000), 'UTC');
  for (const verb of ['release', 'schedule', 'start', 'pause', 'resume', 'choose', 'retry', 'skip', 'cancel']) {
    const fields = { rev: '4', local, zone: 'UTC', choice: 'a', state: 'failed' };
    await act(world, 'admin', path, `campaigns.${verb}`, fields);
  }
}
