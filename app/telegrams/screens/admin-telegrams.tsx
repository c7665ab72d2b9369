import { redirect } from 'react-router';
import * as z from 'zod/mini';

import { NO_CHANGE } from '#app/current/answer.server.ts';
import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { fieldFor } from '#app/current/forms/form-state.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { getText, useText } from '#app/current/locale.ts';
import { List } from '#app/current/page/list.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { listMailBlocks } from '#app/mail/inbound/bounces.server.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Field } from '#lib/ui/field.tsx';

import { BlocksPanel } from '../blocks-panel.tsx';
import { CAMPAIGNS, ReaderCounts } from '../campaigns/campaign-row.tsx';
import type { WarmUp } from '../campaigns/campaign.ts';
import { listCampaigns } from '../campaigns/campaigns.server.ts';
import { countAllReaders, countSuppressed } from '../campaigns/segments.server.ts';
import { endWarmUp, findWarmUp, startWarmUp } from '../campaigns/warm-up.server.ts';
import { findReader } from '../reader-history.server.ts';
import type { Route } from './+types/admin-telegrams';

const RECENT = 5;
const MAX_BLOCKS = 50;

const SUPPRESSED = {
  blocked: 'campaigns.suppressed.blocked',
  bounce: 'campaigns.suppressed.bounce',
  complaint: 'campaigns.suppressed.complaint',
} as const;

export const loader = withCurrent(async (current) => {
  const { campaigns } = await listCampaigns(current, undefined, RECENT);
  const text = await getText(current.locale);
  return {
    campaigns,
    blocks: await listMailBlocks(current, MAX_BLOCKS),
    readers: await countAllReaders(current),
    suppressed: await countSuppressed(current),
    warmUp: await findWarmUp(current),
    head: {
      title: text('campaigns.home.name'),
      description: text('campaigns.home.about'),
      noindex: true,
    },
  };
});

const INTENTS: FormIntents = {
  'telegrams.findReader': {
    least: 'staff',
    unaudited: 'Changes nothing.',
    run: async (current, fields) =>
      redirect(`/admin/telegrams/readers/${await findReader(current, fields.text('reader'))}`),
  },
  'telegrams.warmUp': {
    least: 'admin',
    audit: 'warmUp.start',
    text: 'campaigns.warmUp.started',
    run: async (current, fields) => {
      const { firstDay } = fields.parse(FirstDay);
      await startWarmUp(current, firstDay);
    },
  },
  'telegrams.endWarmUp': {
    least: 'admin',
    audit: 'warmUp.end',
    unaudited: NO_CHANGE,
    text: 'campaigns.warmUp.ended',
    run: (current) => endWarmUp(current),
  },
};

const FirstDay = z.object({ firstDay: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)) });

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), INTENTS),
);

export const headers = formHeaders;

export default function AdminTelegrams({ loaderData, actionData }: Route.ComponentProps) {
  const { text, formatNumber } = useText();
  const { campaigns, blocks, readers, suppressed, warmUp } = loaderData;
  const form = useForm(actionData);
  return (
    <div className="space-y-8">
      <h1 className="squiggle text-3xl">{text('campaigns.home.name')}</h1>
      <FormNotice form={form} />
      <BlocksPanel blocks={blocks} />
      <ReaderCounts readers={readers} />
      <section aria-labelledby="recent" className="space-y-4">
        <h2 id="recent" className="text-xl">
          {text('campaigns.home.recent')}
        </h2>
        <List of={CAMPAIGNS} rows={campaigns} address="/admin/telegrams/campaigns" next={undefined} />
        <p className="flex flex-wrap gap-3">
          <SiteLink to="/admin/telegrams/campaigns" className={buttonClass('loud')}>
            {text('campaigns.list.name')}
          </SiteLink>
          <SiteLink to="/admin/telegrams/templates" className={buttonClass('plain')}>
            {text('campaigns.templates.name')}
          </SiteLink>
        </p>
      </section>
      <section aria-labelledby="suppressed" className="space-y-4">
        <h2 id="suppressed" className="text-xl">
          {text('campaigns.home.suppressed')}
        </h2>
        <dl className="grid gap-4 sm:grid-cols-3">
          {(['blocked', 'bounce', 'complaint'] as const).map((reason) => (
            <div key={reason} className="block-card p-4">
              <dt>{text(SUPPRESSED[reason])}</dt>
              <dd className="text-2xl font-extrabold">{formatNumber(suppressed[reason])}</dd>
            </div>
          ))}
        </dl>
      </section>
      <ReaderForm form={form} />
      <WarmUpForm form={form} warmUp={warmUp} />
    </div>
  );
}

/** Posted, so that no address stands in an address. */
function ReaderForm({ form }: { form: PageForm }) {
  const { text } = useText();
  const refusal = form.findRefusal({ intent: 'telegrams.findReader' });
  return (
    <section aria-labelledby="reader" className="block-card space-y-4 p-5">
      <h2 id="reader" className="text-xl">
        {text('campaigns.reader.find')}
      </h2>
      <ActionForm form={form} fields={{ intent: 'telegrams.findReader' }} className="flex flex-wrap items-end gap-4">
        <Field
          label={text('campaigns.reader.who')}
          {...fieldFor(refusal, 'reader')}
          maxLength={254}
          autoComplete="off"
        />
        <Submit>{text('campaigns.reader.show')}</Submit>
      </ActionForm>
    </section>
  );
}

function WarmUpForm({ form, warmUp }: { form: PageForm; warmUp: WarmUp | undefined }) {
  const { text, formatDate } = useText();
  const refusal = form.findRefusal({ intent: 'telegrams.warmUp' });
  return (
    <section aria-labelledby="warm-up" className="block-card space-y-4 p-5">
      <h2 id="warm-up" className="text-xl">
        {text('campaigns.warmUp.title')}
      </h2>
      <p>{text('campaigns.warmUp.about')}</p>
      {warmUp === undefined ? (
        <ActionForm form={form} fields={{ intent: 'telegrams.warmUp' }} className="flex flex-wrap items-end gap-4">
          <Field
            type="number"
            label={text('campaigns.warmUp.firstDay')}
            {...fieldFor(refusal, 'firstDay', '200')}
            min={1}
            max={100_000}
          />
          <Submit>{text('campaigns.warmUp.start')}</Submit>
        </ActionForm>
      ) : (
        <ActionForm form={form} fields={{ intent: 'telegrams.endWarmUp' }} className="space-y-4">
          <p>{text('campaigns.warmUp.since', { date: formatDate(warmUp.startedAt), count: warmUp.firstDay })}</p>
          <Submit>{text('campaigns.warmUp.end')}</Submit>
        </ActionForm>
      )}
    </section>
  );
}
