import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { ActionForm, Submit, UndoForm } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import type { FormRefusal } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { DEFAULT_LOCALE, LOCALES, LOCALE_NAMES, isLocale, useText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import type { FormHandle } from '#app/current/page/handle.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { titleOf } from '#app/current/page/title.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field, TextareaField } from '#lib/ui/field.tsx';

import { MAX_BODY_LENGTH, MAX_NAME_LENGTH, MAX_SUBJECT_LENGTH, isDeliveryEnd } from '../campaigns/campaign.ts';
import type { Campaign, IssuePreview } from '../campaigns/campaign.ts';
import { campaignIntents } from '../campaigns/campaign-forms.server.ts';
import {
  CAMPAIGN_STATE_NAMES,
  CampaignActions,
  NewsletterField,
  ProgressView,
  TroubleView,
} from '../campaigns/campaign-view.tsx';
import { countReaders, getCampaign } from '../campaigns/campaigns.server.ts';
import { findProgress, findTroubled } from '../campaigns/deliveries.server.ts';
import { findPreview } from '../campaigns/test-issue.server.ts';

import type { Route } from './+types/admin-campaign';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const campaign = await getCampaign(current, params.campaignId);
  const wanted = url.searchParams.get('locale');
  const locale = isLocale(wanted) ? wanted : DEFAULT_LOCALE;
  const show = url.searchParams.get('show') ?? 'failed';
  const end = isDeliveryEnd(show) ? show : 'failed';
  return {
    campaign,
    locale,
    end,
    readers: await countReaders(current, campaign.subscription),
    progress: await findProgress(current, campaign.campaignId),
    troubled: await findTroubled(current, campaign.campaignId, end, url.searchParams.get('after') ?? ''),
    preview: await findPreview(current, campaign, locale),
    zones: Intl.supportedValuesOf('timeZone'),
    now: current.now(),
    crumb: campaign.name,
    head: { title: await titleOf(current.locale, campaign.name), description: campaign.name, noindex: true },
  };
});

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), campaignIntents(params.campaignId)),
);

export const headers = formHeaders;

export const handle: FormHandle = { maxFormBytes: 400_000 };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function AdminCampaign({ loaderData, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const { campaign, locale, end, readers, progress, troubled, preview, zones, now } = loaderData;
  const form = useForm(actionData);
  const isBefore = campaign.state === 'draft' || campaign.state === 'scheduled';
  return (
    <div className="space-y-8">
      <div className="flex flex-wrap items-center gap-4">
        <h1 className="squiggle text-3xl wrap-anywhere">{campaign.name}</h1>
        <Badge>{text(CAMPAIGN_STATE_NAMES[campaign.state])}</Badge>
      </div>
      <FormNotice form={form} undo={<UndoForm form={form} label={text('campaigns.send.resume')} letter="U" />} />
      {!isBefore && <ProgressView campaign={campaign} progress={progress} now={now} />}
      <CampaignActions form={form} campaign={campaign} zones={zones} readers={readers} />
      <Locales campaign={campaign} chosen={locale} />
      {isBefore && <IssueForm key={locale} form={form} campaign={campaign} locale={locale} />}
      {preview === undefined ? (
        <p className="text-muted">{text('campaigns.preview.none')}</p>
      ) : (
        <Preview form={form} preview={preview} locale={locale} />
      )}
      {!isBefore && <TroubleView form={form} state={end} deliveries={troubled} />}
    </div>
  );
}

function Locales({ campaign, chosen }: { campaign: Campaign; chosen: Locale }) {
  const { text } = useText();
  return (
    <nav aria-label={text('campaigns.field.locale')}>
      <ul className="flex flex-wrap gap-2">
        {LOCALES.map((id) => (
          <li key={id}>
            <SiteLink
              to={`/admin/telegrams/campaigns/${campaign.campaignId}?locale=${id}`}
              aria-current={id === chosen ? 'page' : undefined}
              className="label block border-edge! bg-transparent! text-text! no-underline aria-[current]:border-line! aria-[current]:bg-accent! aria-[current]:text-on-accent!"
            >
              <span lang={id}>{LOCALE_NAMES[id]}</span>
              {campaign.versions[id] !== undefined && ' ✓'}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PreviewProps {
  readonly form: PageForm;
  readonly preview: IssuePreview;
  readonly locale: Locale;
}

function Preview({ form, preview, locale }: PreviewProps) {
  const { text } = useText();
  return (
    <section aria-labelledby="preview" className="space-y-4">
      <h2 id="preview" className="text-xl">
        {text('campaigns.preview.title')}
      </h2>
      <p>
        <strong>{preview.subject}</strong> · {text('campaigns.preview.size', { size: preview.kilobytes })}
      </p>
      {preview.kilobytes > 100 && <p className="field-error">{text('campaigns.preview.large')}</p>}
      <iframe
        title={text('campaigns.preview.title')}
        sandbox=""
        srcDoc={preview.html}
        className="block-card h-128 w-full bg-white"
      />
      <Details summary={text('campaigns.preview.plain')}>
        <pre className="whitespace-pre-wrap">{preview.text}</pre>
      </Details>
      <ActionForm form={form} fields={{ intent: 'campaigns.test', locale }}>
        <Submit>{text('campaigns.preview.test')}</Submit>
      </ActionForm>
    </section>
  );
}

interface IssueFormProps {
  readonly form: PageForm;
  readonly campaign: Campaign;
  readonly locale: Locale;
}

function IssueForm({ form, campaign, locale }: IssueFormProps) {
  const { text } = useText();
  const refusal = form.refusalOf({ intent: 'campaigns.save', locale });
  const fields = refusal?.problem.fields ?? {};
  const typed = refusal?.values ?? {};
  const version = campaign.versions[locale] ?? { subject: '', body: '' };
  return (
    <ActionForm
      form={form}
      fields={{ intent: 'campaigns.save', locale, rev: String(campaign.rev) }}
      className="block-card space-y-5 p-5"
    >
      <Frame campaign={campaign} refusal={refusal} />
      <Field
        label={text('campaigns.field.subject')}
        name="subject"
        maxLength={MAX_SUBJECT_LENGTH}
        error={fields['subject']}
        defaultValue={typed['subject'] ?? version.subject}
      />
      <TextareaField
        label={text('campaigns.field.body')}
        hint={text('campaigns.field.bodyHint')}
        name="body"
        rows={14}
        maxLength={MAX_BODY_LENGTH}
        error={fields['body']}
        defaultValue={typed['body'] ?? version.body}
      />
      {refusal?.problem.code === 'campaigns.changed' && (
        <Details summary={text('campaigns.field.theirs')} open>
          <p className="font-bold">{version.subject}</p>
          <pre className="whitespace-pre-wrap">{version.body}</pre>
        </Details>
      )}
      <Submit kind="loud">{text('campaigns.field.save')}</Submit>
    </ActionForm>
  );
}

function Frame({ campaign, refusal }: { campaign: Campaign; refusal: FormRefusal | undefined }) {
  const { text } = useText();
  const fields = refusal?.problem.fields ?? {};
  const typed = refusal?.values ?? {};
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <Field
        label={text('campaigns.field.name')}
        name="name"
        maxLength={MAX_NAME_LENGTH}
        error={fields['name']}
        defaultValue={typed['name'] ?? campaign.name}
      />
      <NewsletterField subscription={typed['subscription'] ?? campaign.subscription} />
      <Field
        type="number"
        label={text('campaigns.field.perMinute')}
        name="perMinute"
        min={1}
        max={60_000}
        error={fields['perMinute']}
        defaultValue={typed['perMinute'] ?? campaign.perMinute}
      />
    </div>
  );
}
