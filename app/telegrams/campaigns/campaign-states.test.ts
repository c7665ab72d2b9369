import { beforeEach, expect, test } from 'vitest';

import { findAuditEntries } from '#app/audit/audit.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { DRAFT, as, campaignReaders } from '#test/campaigns.ts';
import { useTestSite } from '#test/site.ts';

import { attachFiles, detachFile } from './campaign-files.server.ts';
import {
  cancelCampaign,
  chooseSubject,
  pauseCampaign,
  releaseCampaign,
  resumeCampaign,
  scheduleCampaign,
  startCampaign,
} from './campaign-states.server.ts';
import { CAMPAIGN_STATES } from './campaign.ts';
import type { CampaignState } from './campaign.ts';
import { changeCampaign, createCampaign, getCampaign } from './campaigns.server.ts';

const site = useTestSite();
const { addReaders, forget } = campaignReaders(site);

beforeEach(async () => {
  await forget();
  await addReaders(['ann@example.com']);
});

type Deed = (current: Current, campaignId: string) => Promise<unknown>;

const FILE = new File(['a'], 'a.txt');
const inAnHour = () => new Date(site.parts.now().getTime() + 3_600_000);

/** Each deed with the states from which it leads elsewhere, or leaves the campaign as it was. */
const DEEDS: [string, Deed, CampaignState[], CampaignState?][] = [
  ['changes', (current, id) => changeCampaign(current, id, 1, DRAFT), ['draft', 'scheduled']],
  ['attaches to', (current, id) => attachFiles(current, id, 1, [FILE]), ['draft', 'scheduled']],
  ['detaches from', (current, id) => detachFile(current, id, 1, 'none'), ['draft', 'scheduled']],
  ['releases', (current, id) => releaseCampaign(current, id, 1), ['draft', 'scheduled', 'paused']],
  ['starts', startCampaign, ['draft', 'scheduled'], 'running'],
  ['schedules', (current, id) => scheduleCampaign(current, id, inAnHour()), ['draft', 'scheduled'], 'scheduled'],
  ['pauses', pauseCampaign, ['running'], 'paused'],
  ['resumes', resumeCampaign, ['paused'], 'running'],
  ['cancels', cancelCampaign, ['scheduled', 'running', 'paused'], 'cancelled'],
  ['chooses a subject of', (current, id) => chooseSubject(current, id, 'b'), ['running', 'paused']],
];

test.each(DEEDS)(
  'who %s a campaign does so in its states, and changes nothing in others',
  async (_, deed, from, to) => {
    const current = systemCurrent(site.parts);
    for (const state of CAMPAIGN_STATES) {
      const { campaignId } = await createCampaign(as(current, 'staff'), { ...DRAFT, trialPercent: 10 });
      await site.parts.db.query(sql`update telegram_campaigns set state = ${state} where campaign_id = ${campaignId}`);
      const isDone = from.includes(state);
      const done = deed(as(current, 'admin'), campaignId);
      if (isDone) await done;
      else await expect(done, state).rejects.toMatchObject({ code: 'campaigns.notNow' });
      const after = await getCampaign(as(current, 'staff'), campaignId);
      expect(after.state, state).toBe((isDone && to) || state);
    }
  },
);

test('what is done to a campaign is in the audit, also who wrote in it, but not the words', async () => {
  const current = systemCurrent(site.parts);
  const admin = as(current, 'admin');
  const { campaignId } = await createCampaign(as(current, 'staff'), DRAFT);
  await changeCampaign(admin, campaignId, 1, DRAFT);
  await releaseCampaign(admin, campaignId, 2);
  for (const deed of [startCampaign, pauseCampaign, resumeCampaign, cancelCampaign]) await deed(admin, campaignId);
  await expect(pauseCampaign(admin, campaignId)).rejects.toMatchObject({ status: 409 });
  await expect(pauseCampaign(admin, 'none')).rejects.toMatchObject({ status: 404 });
  const { entries } = await findAuditEntries(admin, { target: `campaign ${campaignId}`, limit: 20 });
  expect(entries.map(({ action }) => action)).toEqual(
    ['cancel', 'resume', 'pause', 'start', 'release', 'change'].map((verb) => `campaign.${verb}`),
  );
  expect(entries[0]?.after).toEqual({ name: DRAFT.name, state: 'cancelled', rev: 2 });
  expect(entries.at(-1)?.after).toEqual({ name: DRAFT.name, state: 'draft', rev: 2 });
});
