import { redirect } from 'react-router';
import * as z from 'zod/mini';

import { atField } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { requireInstant } from '#app/editor/schedules.server.ts';
import { Problem } from '#lib/problem.ts';

import { IssueDraft, IssueName, localeField, toIssueTexts } from '../issues/issue-forms.ts';
import { textsFromPost } from '../issues/post-issue.server.ts';
import { sendTestIssue } from '../issues/preview.server.ts';
import { invalidPreference } from '../problems.ts';
import { getTemplate } from '../templates/templates.server.ts';
import { attachFiles, detachFile, readCampaignFiles } from './campaign-files.server.ts';
import {
  cancelCampaign,
  chooseSubject,
  pauseCampaign,
  releaseCampaign,
  resumeCampaign,
  scheduleCampaign,
  startCampaign,
} from './campaign-states.server.ts';
import { CAMPAIGN_KINDS, MAX_WAIT_MINUTES, VARIANTS, isDeliveryEnd } from './campaign.ts';
import { changeCampaign, createCampaign, duplicateCampaign, getCampaign, setArchiveName } from './campaigns.server.ts';
import type { CampaignDraft } from './campaigns.server.ts';
import { retryDeliveries, skipUnknown } from './deliveries.server.ts';
import { MAX_HEADERS_LENGTH, parseHeaders } from './own-headers.ts';
import { SEGMENT_CHOICES, Segment } from './segment.ts';

const NewCampaign = z.object({
  name: IssueName,
  subscription: z.string(),
  kind: z.optional(z.enum(CAMPAIGN_KINDS)),
  template: z.optional(z.string()),
  post: z.optional(z.string().check(z.trim(), z.maxLength(128))),
});

const Draft = z.extend(IssueDraft, {
  subscription: z.string(),
  headers: z.optional(z.string().check(z.maxLength(MAX_HEADERS_LENGTH))),
  perMinute: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(60_000)),
  trialPercent: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100))),
  waitMinutes: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MAX_WAIT_MINUTES))),
});

const CREATED = 'Who created it, and when, is kept with it.';

export const NEW_CAMPAIGN_INTENTS: FormIntents = {
  'campaigns.create': {
    least: 'staff',
    unaudited: CREATED,
    run: async (current, fields) => {
      const { template, post = '', ...draft } = fields.parse(NewCampaign);
      const versions = template ? (await getTemplate(current, template)).versions : {};
      const name = post.slice(post.lastIndexOf('/') + 1);
      const texts = name === '' ? versions : await atField('post', textsFromPost(current, name, versions));
      const { campaignId } = await createCampaign(current, { ...draft, versions: texts });
      return redirect(pathToCampaign(campaignId));
    },
  },
};

function pathToCampaign(campaignId: string): string {
  return `/admin/telegrams/campaigns/${campaignId}`;
}

function readDraft(fields: FormFields): Omit<CampaignDraft, 'kind'> & { rev: number } {
  const draft = fields.parse(Draft);
  const { name, subscription, perMinute, waitMinutes = 0, trialPercent = 0, rev } = draft;
  return {
    name,
    subscription,
    perMinute,
    waitMinutes,
    rev,
    versions: toIssueTexts(draft),
    segment: readSegment(fields),
    headers: parseHeaders(draft.headers ?? ''),
    trialPercent: trialPercent === 0 ? undefined : trialPercent,
  };
}

/** Empty fields ask for nothing. @throws Problem 400 at the fields */
export function readSegment(fields: FormFields): Segment {
  const chosen = SEGMENT_CHOICES.map((name) => [name, fields.text(name)]);
  const locales = fields.all('locales');
  const segment = Object.fromEntries(chosen.filter(([, value]) => value !== ''));
  return fields.parse(Segment, { ...segment, ...(locales.length > 0 && { locales }) });
}

export function campaignIntents(campaignId: string): FormIntents {
  return {
    ...writingIntents(campaignId),
    ...sendingIntents(campaignId),
    ...runningIntents(campaignId),
    ...troubleIntents(campaignId),
  };
}

function writingIntents(campaignId: string): FormIntents {
  return {
    'campaigns.save': {
      least: 'staff',
      audit: 'campaign.change',
      text: 'campaigns.done.saved',
      run: async (current, fields) => {
        const { rev, ...draft } = readDraft(fields);
        await changeCampaign(current, campaignId, rev, draft);
      },
    },
    'campaigns.attach': {
      least: 'staff',
      audit: 'campaign.change',
      text: 'campaigns.done.attached',
      run: (current, fields) => attachFiles(current, campaignId, Number(fields.text('rev')), fields.files('files')),
    },
    'campaigns.detach': {
      least: 'staff',
      audit: 'campaign.change',
      text: 'campaigns.done.detached',
      run: (current, fields) => detachFile(current, campaignId, Number(fields.text('rev')), fields.text('fileId')),
    },
    'campaigns.test': {
      least: 'staff',
      unaudited: 'A mail to whoever asks for it.',
      text: 'campaigns.done.tested',
      run: async (current, fields) => {
        const campaign = await getCampaign(current, campaignId);
        await sendTestIssue(current, campaign, localeField(fields), await readCampaignFiles(current, campaignId));
      },
    },
    'campaigns.duplicate': {
      least: 'staff',
      unaudited: CREATED,
      run: async (current, fields) => {
        const copy = await duplicateCampaign(current, campaignId, fields.parse(z.object({ name: IssueName })).name);
        return redirect(pathToCampaign(copy.campaignId));
      },
    },
  };
}

const ArchiveName = z
  .string()
  .check(z.trim(), z.maxLength(80), z.regex(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/, 'Small letters, digits and hyphens.'));

function sendingIntents(campaignId: string): FormIntents {
  return {
    'campaigns.release': {
      least: 'admin',
      audit: 'campaign.release',
      text: 'campaigns.done.released',
      run: (current, fields) => releaseCampaign(current, campaignId, Number(fields.text('rev'))),
    },
    'campaigns.start': {
      least: 'admin',
      audit: 'campaign.start',
      text: 'campaigns.done.started',
      run: (current) => startCampaign(current, campaignId),
    },
    'campaigns.schedule': {
      least: 'admin',
      audit: 'campaign.schedule',
      text: 'campaigns.done.scheduled',
      run: async (current, fields) => {
        const [local, zone] = [fields.text('local'), fields.text('zone')];
        const at = requireInstant(current, { local, zone, turn: fields.text('turn') });
        await scheduleCampaign(current, campaignId, at, fields.has('ofReader') ? { local, zone } : undefined);
      },
    },
    'campaigns.cancel': {
      least: 'admin',
      audit: 'campaign.cancel',
      text: 'campaigns.done.cancelled',
      run: (current) => cancelCampaign(current, campaignId),
    },
  };
}

function runningIntents(campaignId: string): FormIntents {
  return {
    'campaigns.pause': {
      least: 'admin',
      audit: 'campaign.pause',
      run: async (current) => {
        await pauseCampaign(current, campaignId);
        return { text: 'campaigns.done.paused', undo: { intent: 'campaigns.resume', fields: {} } };
      },
    },
    'campaigns.resume': {
      least: 'admin',
      audit: 'campaign.resume',
      text: 'campaigns.done.resumed',
      run: (current) => resumeCampaign(current, campaignId),
    },
    'campaigns.choose': {
      least: 'admin',
      audit: 'campaign.choose',
      text: 'campaigns.done.chosen',
      run: async (current, fields) => {
        const { choice } = fields.parse(z.object({ choice: z.enum(VARIANTS) }));
        await chooseSubject(current, campaignId, choice);
      },
    },
    'campaigns.archive': {
      least: 'staff',
      audit: 'campaign.archive',
      run: async (current, fields) => {
        const { archiveName } = fields.parse(z.object({ archiveName: ArchiveName }));
        await setArchiveName(current, campaignId, archiveName === '' ? undefined : archiveName);
        return { text: archiveName === '' ? 'campaigns.done.unarchived' : 'campaigns.done.archived' };
      },
    },
  };
}

function troubleIntents(campaignId: string): FormIntents {
  return {
    'campaigns.retry': {
      least: 'admin',
      audit: 'campaign.retry',
      text: 'campaigns.done.retried',
      run: async (current, fields) => {
        const state = fields.text('state');
        if (!isDeliveryEnd(state)) throw new Problem(invalidPreference);
        await retryDeliveries(current, campaignId, state);
      },
    },
    'campaigns.skip': {
      least: 'admin',
      audit: 'campaign.skip',
      text: 'campaigns.done.skipped',
      run: (current) => skipUnknown(current, campaignId),
    },
  };
}
