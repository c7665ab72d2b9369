import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import type { AdminHandle } from '#app/current/page/handle.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { titleOf } from '#app/current/page/title.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { Field } from '#lib/ui/field.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { MAX_NAME_LENGTH } from '../campaigns/campaign.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import { createFromForm } from '../campaigns/campaign-forms.server.ts';
import { CAMPAIGN_STATE_NAMES, NewsletterField } from '../campaigns/campaign-view.tsx';
import { countAllReaders, listCampaigns } from '../campaigns/campaigns.server.ts';
import { DEFAULT_SUBSCRIPTION, NEWSLETTERS, SUBSCRIPTIONS } from '../newsletter.ts';

import type { Route } from './+types/admin-campaigns';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const campaigns = await listCampaigns(current, url.searchParams.get('before') ?? undefined);
  const text = await getText(current.locale);
  return {
    campaigns,
    readers: await countAllReaders(current),
    head: {
      title: await titleOf(current.locale, text('campaigns.list.name')),
      description: text('campaigns.list.about'),
      noindex: true,
    },
  };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), { 'campaigns.create': createFromForm }),
);

export const headers = formHeaders;

export const handle: AdminHandle = { crumb: 'campaigns.list.name' };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function AdminCampaigns({ loaderData, actionData }: Route.ComponentProps) {
  const { text, formatNumber } = useText();
  const { campaigns, readers } = loaderData;
  const form = useForm(actionData);
  const last = campaigns.length === 50 ? campaigns.at(-1)?.campaignId : undefined;
  const older = `/admin/telegrams/campaigns?before=${last}`;
  return (
    <div className="space-y-8">
      <h1 className="squiggle text-3xl">{text('campaigns.list.name')}</h1>
      <dl className="flex flex-wrap gap-4">
        {SUBSCRIPTIONS.map((id) => (
          <div key={id} className="block-card min-w-40 p-4">
            <dt>{text(NEWSLETTERS[id].name)}</dt>
            <dd className="text-2xl font-extrabold">{formatNumber(readers[id] ?? 0)}</dd>
            <dd className="text-sm text-muted">{text('campaigns.list.readers', { count: readers[id] ?? 0 })}</dd>
          </div>
        ))}
      </dl>
      <FormNotice form={form} />
      <NewCampaign form={form} />
      {campaigns.length === 0 ? (
        <p className="text-muted">{text('campaigns.list.none')}</p>
      ) : (
        <ul className="space-y-3">
          {campaigns.map((campaign) => (
            <CampaignRow key={campaign.campaignId} campaign={campaign} />
          ))}
        </ul>
      )}
      <Pagination
        label={text('campaigns.list.pages')}
        next={last === undefined ? undefined : { to: older, text: text('campaigns.list.older') }}
        link={SiteLink}
      />
    </div>
  );
}

function NewCampaign({ form }: { form: PageForm }) {
  const { text } = useText();
  const refusal = form.refusalOf({ intent: 'campaigns.create' });
  return (
    <ActionForm form={form} fields={{ intent: 'campaigns.create' }} className="flex flex-wrap items-end gap-4">
      <Field
        label={text('campaigns.field.name')}
        name="name"
        required
        maxLength={MAX_NAME_LENGTH}
        error={refusal?.problem.fields?.['name']}
        defaultValue={refusal?.values['name'] ?? ''}
        className="min-w-0 grow basis-64"
      />
      <NewsletterField subscription={DEFAULT_SUBSCRIPTION} />
      <Submit kind="loud">{text('campaigns.list.create')}</Submit>
    </ActionForm>
  );
}

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { text, formatDate } = useText();
  const { campaignId, name, state, subscription, createdAt, total } = campaign;
  return (
    <li className="block-card flex flex-wrap items-center gap-x-4 gap-y-1 p-4">
      <SiteLink to={`/admin/telegrams/campaigns/${campaignId}`} className="min-w-0 grow font-bold wrap-anywhere">
        {name}
      </SiteLink>
      <Badge tone={state === 'running' ? 'loud' : state === 'finished' ? 'success' : 'plain'}>
        {text(CAMPAIGN_STATE_NAMES[state])}
      </Badge>
      <span className="w-full text-sm text-muted">
        {text(NEWSLETTERS[subscription].name)} · {formatDate(createdAt)}
        {total !== undefined && ` · ${text('campaigns.list.readers', { count: total })}`}
      </span>
    </li>
  );
}
