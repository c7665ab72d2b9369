import { expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import { createCampaign } from '#app/telegrams/campaigns/campaigns.server.ts';
import crates from '#database/needs/crates.json' with { type: 'json' };
import { sql } from '#lib/database/sql.server.ts';

import { DRAFT, as } from '../campaigns.ts';
import type { CastName } from '../cast.ts';
import { useFeedbag } from '../feedbag/feedbag.ts';
import { openVisitor } from '../people/visitor.ts';
import { openEditor } from '../posts/editor-page.ts';
import { createCrate } from '../storage.ts';

const feedbag = useFeedbag();
const { site } = feedbag;

/** What the home of the console says of each place, without the names of people. */
async function waitingFor(who: CastName): Promise<Record<string, string>> {
  const html = await (await site.ask(who, '/admin')).text();
  const cards = html.matchAll(
    /<a [^>]*href="([^"]*)"[^>]*><span aria-hidden="true"[^>]*>(.*?)<\/span><span class="font-extrabold">(.*?)<\/span><\/a>/g,
  );
  return Object.fromEntries(
    [...cards].map(([, to = '', count = '', words = '']) => [to, `${count.replaceAll(/<[^>]*>/g, '')} ${words}`]),
  );
}

test('the home of the console counts whatever waits for the studio, and nothing that is done', async () => {
  for (const { crateId, policy } of crates) await createCrate(site, crateId, policy as Policy);
  expect(await waitingFor('staff')).toEqual({});
  const typed = { intent: 'contact.send', title: 'It crashes', body: 'On load.', game: 'levelhead', platform: 'Linux' };
  for (const email of ['ann@example.com', 'bob@example.com']) {
    expect((await openVisitor(site).post('/contact/topics/bug', { ...typed, email })).status).toBe(303);
  }
  await feedbag.addProject({ isModerated: true });
  await feedbag.enter('player', 'A door');
  const draft = await (await openEditor(site, 'staff', '/editor')).send('editor.save', { title: 'To review' });
  await draft.send('editor.requestReview', { of: 'review', note: 'Please.' });
  const [release] = [await openEditor(site, 'staff', '/editor/releases/levelhead/new')];
  await (await release.send('editor.save', { version: '1.0.0' })).send('editor.requestReview', { of: 'review' });
  const { campaignId } = await createCampaign(as(systemCurrent(site.parts), 'staff'), DRAFT);
  await site.parts.db.query(sql`
    update telegram_campaigns set state = 'paused', pause_reason = 'Too many failed.' where campaign_id = ${campaignId}`);
  const all = {
    '/contact/submissions': '2 messages to answer',
    '/contact/submissions?view=moderation': '1 entry, comment or vote waits for a decision',
    '/admin/telegrams/campaigns': '1 newsletter that stopped by itself',
  };
  expect(await waitingFor('staff')).toEqual(all);
  // A second person looks at what one has written.
  expect(await waitingFor('admin')).toEqual({
    ...all,
    '/editor': '1 post to review',
    '/editor/releases': '1 release to review',
  });
  // An approval is of a state: the next save takes the request with it.
  await draft.send('editor.save', { title: 'To review again' });
  await site.parts.db.query(sql`update contact_submissions set state = 'waiting', due_at = null`);
  await site.parts.db.query(sql`update telegram_campaigns set pause_reason = null`);
  await site.parts.db.query(sql`update feedbag_entries set standing = 'shown'`);
  expect(await waitingFor('admin')).toEqual({ '/editor/releases': '1 release to review' });
});
