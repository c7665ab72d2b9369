import { STORAGE_KEYS } from '#app/current/browser/browser-storage.ts';
import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormDraft } from '#app/current/forms/form-draft.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { DEFAULT_LOCALE, isLocale, useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { LocaleTabs } from '#app/current/page/locale-tabs.tsx';
import { visibleGames } from '#app/games/games.server.ts';
import { Badge } from '#lib/ui/badge.tsx';

import { findCampaignFiles } from '../campaigns/campaign-files.server.ts';
import { CampaignFiles } from '../campaigns/campaign-files.tsx';
import { campaignIntents } from '../campaigns/campaign-forms.server.ts';
import { AfterForms, PlanFields, TrialView } from '../campaigns/campaign-plan.tsx';
import {
  CAMPAIGN_STATE_NAMES,
  CampaignActions,
  ProgressView,
  UndeliveredView,
  WaitingView,
} from '../campaigns/campaign-view.tsx';
import { MAX_ATTACHED_BYTES, isDeliveryEnd, mayTransition } from '../campaigns/campaign.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import { findSender, getCampaign } from '../campaigns/campaigns.server.ts';
import { findProgress, findTrialResults, findUndelivered, findWaitingDomains } from '../campaigns/deliveries.server.ts';
import { SegmentFields, useReaderCount } from '../campaigns/segment-fields.tsx';
import { countReaders } from '../campaigns/segments.server.ts';
import { IssueFields } from '../issues/issue-fields.tsx';
import { Preview } from '../issues/issue-preview.tsx';
import { findPreview } from '../issues/preview.server.ts';
import type { Route } from './+types/admin-campaign';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const campaign = await getCampaign(current, params.campaignId);
  const wanted = url.searchParams.get('locale');
  const locale = isLocale(wanted) ? wanted : DEFAULT_LOCALE;
  const show = url.searchParams.get('show') ?? 'failed';
  const end = isDeliveryEnd(show) ? show : 'failed';
  const files = await findCampaignFiles(current, campaign.campaignId);
  const attachedBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    campaign,
    locale,
    end,
    readers: await countReaders(current, campaign.subscription, campaign.segment),
    progress: await findProgress(current, campaign.campaignId),
    undelivered: await findUndelivered(current, campaign.campaignId, end, url.searchParams.get('after') ?? ''),
    waiting: await findWaitingDomains(current, campaign.campaignId),
    trial: campaign.trialPercent === undefined ? [] : await findTrialResults(current, campaign),
    preview: await findPreview(current, { ...campaign, attachedBytes }, locale),
    files,
    games: visibleGames(current.actor).map(({ slug, name }) => ({ slug, name })),
    zones: Intl.supportedValuesOf('timeZone'),
    now: current.now(),
    sender: findSender(current),
    crumb: campaign.name,
    head: { title: campaign.name, description: campaign.name, noindex: true },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), campaignIntents(params.campaignId)),
);

export const headers = formHeaders;

export const handle: FormHandle = { maxFormBytes: 400_000, maxFileFormBytes: MAX_ATTACHED_BYTES + 64 * 1024 };

export default function AdminCampaign({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { campaign, locale, end, readers, progress, undelivered, preview, files, games, zones, sender } = loaderData;
  const form = useForm(actionData);
  const isBefore = mayTransition(campaign, 'change');
  const path = `/admin/telegrams/campaigns/${campaign.campaignId}`;
  return (
    <div className="space-y-8">
      <div className="flex flex-wrap items-center gap-4">
        <h1 className="squiggle text-3xl wrap-anywhere">{campaign.name}</h1>
        <Badge>{text(CAMPAIGN_STATE_NAMES[campaign.state])}</Badge>
        {campaign.kind === 'welcome' && <Badge>{text('campaigns.kind.welcome')}</Badge>}
      </div>
      <FormNotice form={form} undo={<UndoForm form={form} label={text('campaigns.send.resume')} letter="U" />} />
      {!isBefore && <ProgressView campaign={campaign} progress={progress} now={loaderData.now} />}
      <WaitingView domains={loaderData.waiting} />
      {!isBefore && <TrialView form={form} campaign={campaign} results={loaderData.trial} sender={sender} />}
      <CampaignActions form={form} campaign={campaign} zones={zones} readers={readers} sender={sender} />
      <LocaleTabs label={text('campaigns.field.locale')} path={path} texts={campaign.versions} chosen={locale} />
      {isBefore && (
        <IssueForm key={locale} form={form} campaign={campaign} locale={locale} games={games} readers={readers} />
      )}
      <CampaignFiles form={form} campaign={campaign} files={files} />
      <Preview
        of={`campaigns/${campaign.campaignId}`}
        form={form}
        preview={preview}
        locale={locale}
        test="campaigns.test"
      />
      {!isBefore && <UndeliveredView form={form} sender={sender} state={end} deliveries={undelivered} path={path} />}
      <AfterForms form={form} campaign={campaign} />
    </div>
  );
}

interface IssueFormProps {
  readonly form: PageForm;
  readonly campaign: Campaign;
  readonly locale: Locale;
  readonly games: readonly { readonly slug: string; readonly name: string }[];
  readonly readers: number;
}

function IssueForm({ form, campaign, locale, games, readers }: IssueFormProps) {
  const { text } = useText();
  const count = useReaderCount(readers);
  const refusal = form.findRefusal({ intent: 'campaigns.save', locale });
  return (
    <ActionForm
      form={form}
      fields={{ intent: 'campaigns.save', locale, rev: String(campaign.rev) }}
      onChange={(event) => void count.ask(event)}
      className="block-card space-y-5 p-5"
    >
      <FormDraft
        name={`${STORAGE_KEYS.editor}campaign/${campaign.campaignId}/${locale}`}
        form={form}
        intent="campaigns.save"
      />
      <PlanFields campaign={campaign} refusal={refusal} />
      <SegmentFields segment={campaign.segment} refusal={refusal} games={games} readers={count.readers} />
      <IssueFields version={campaign.versions[locale]} refusal={refusal} hasTrial={campaign.kind === 'issue'} />
      <Submit kind="loud">{text('campaigns.field.save')}</Submit>
    </ActionForm>
  );
}
