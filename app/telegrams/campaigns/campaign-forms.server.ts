import { redirect } from 'react-router';
import * as z from 'zod/mini';

import { requireInstant } from '#app/editor/schedules.server.ts';
import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { isLocale } from '#app/current/locale.ts';
import { Problem } from '#lib/problem.ts';

import { invalidPreference } from '../problems.ts';
import { MAX_BODY_LENGTH, MAX_NAME_LENGTH, MAX_SUBJECT_LENGTH, isDeliveryEnd } from './campaign.ts';
import {
  cancelCampaign,
  changeCampaign,
  createCampaign,
  pauseCampaign,
  releaseCampaign,
  resumeCampaign,
  scheduleCampaign,
  startCampaign,
} from './campaigns.server.ts';
import type { CampaignDraft } from './campaigns.server.ts';
import { retryDeliveries, skipUnknown } from './deliveries.server.ts';
import { sendTestIssue } from './test-issue.server.ts';

const NewCampaign = z.object({
  name: z.string('It needs a name.').check(z.trim(), z.minLength(1, 'It needs a name.'), z.maxLength(MAX_NAME_LENGTH)),
  subscription: z.string(),
});

const Draft = z.extend(NewCampaign, {
  locale: z.string(),
  subject: z.string().check(z.trim(), z.maxLength(MAX_SUBJECT_LENGTH), z.regex(/^\P{Cc}*$/u, 'One line.')),
  body: z.string().check(z.maxLength(MAX_BODY_LENGTH)),
  perMinute: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(60_000)),
  rev: z.coerce.number(),
});

/** Leads to its page. */
export const createFromForm: FormIntent = async (current, fields) => {
  const { campaignId } = await createCampaign(current, { ...fields.parse(NewCampaign), versions: {} });
  return redirect(`/admin/telegrams/campaigns/${campaignId}`);
};

function readDraft(fields: FormFields): CampaignDraft & { rev: number } {
  const { locale, subject, body, ...draft } = fields.parse(Draft);
  if (!isLocale(locale)) throw new Problem(invalidPreference);
  return { ...draft, versions: subject === '' && body.trim() === '' ? {} : { [locale]: { subject, body } } };
}

/** What may be done on the page of a campaign. */
export function campaignIntents(campaignId: string): FormIntents {
  return { ...writingIntents(campaignId), ...sendingIntents(campaignId), ...troubleIntents(campaignId) };
}

function writingIntents(campaignId: string): FormIntents {
  return {
    'campaigns.save': async (current, fields) => {
      const { rev, ...draft } = readDraft(fields);
      await changeCampaign(current, campaignId, rev, draft);
      return { text: 'campaigns.done.saved' };
    },
    'campaigns.test': async (current, fields) => {
      await sendTestIssue(current, campaignId, fields.text('locale'));
      return { text: 'campaigns.done.tested' };
    },
    'campaigns.release': async (current, fields) => {
      await releaseCampaign(current, campaignId, Number(fields.text('rev')));
      return { text: 'campaigns.done.released' };
    },
  };
}

function sendingIntents(campaignId: string): FormIntents {
  return {
    'campaigns.start': async (current) => {
      await startCampaign(current, campaignId);
      return { text: 'campaigns.done.started' };
    },
    'campaigns.schedule': async (current, fields) => {
      await scheduleCampaign(
        current,
        campaignId,
        requireInstant(current, { local: fields.text('local'), zone: fields.text('zone'), turn: fields.text('turn') }),
      );
      return { text: 'campaigns.done.scheduled' };
    },
    'campaigns.pause': async (current) => {
      await pauseCampaign(current, campaignId);
      return { text: 'campaigns.done.paused', undo: { intent: 'campaigns.resume', fields: {} } };
    },
    'campaigns.resume': async (current) => {
      await resumeCampaign(current, campaignId);
      return { text: 'campaigns.done.resumed' };
    },
    'campaigns.cancel': async (current) => {
      await cancelCampaign(current, campaignId);
      return { text: 'campaigns.done.cancelled' };
    },
  };
}

function troubleIntents(campaignId: string): FormIntents {
  return {
    'campaigns.retry': async (current, fields) => {
      const state = fields.text('state');
      if (!isDeliveryEnd(state)) throw new Problem(invalidPreference);
      await retryDeliveries(current, campaignId, state);
      return { text: 'campaigns.done.retried' };
    },
    'campaigns.skip': async (current) => {
      await skipUnknown(current, campaignId);
      return { text: 'campaigns.done.skipped' };
    },
  };
}
