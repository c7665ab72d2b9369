import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

import { ActionForm, Submit } from '#app/current/forms/action-form.tsx';
import { Removal } from '#app/current/forms/removal.tsx';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { List, ListFilter } from '#app/current/page/list.tsx';
import type { ListKind } from '#app/current/page/list.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { TimeFields } from '#app/editor/schedule-panel.tsx';
import { withQuery } from '#lib/calls/browser/address.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { CheckboxField, SelectField } from '#lib/ui/field.tsx';
import { Table } from '#lib/ui/table.tsx';

import { NEWSLETTERS, SUBSCRIPTIONS } from '../newsletter.ts';
import { DELIVERY_ENDS, UNDELIVERED_PAGE_SIZE, mayTransition } from './campaign.ts';
import type { Campaign, DeliveryEnd, DeliveryProgress, UndeliveredMail, WaitingDomain } from './campaign.ts';

export const CAMPAIGN_STATE_NAMES = {
  draft: 'campaigns.state.draft',
  scheduled: 'campaigns.state.scheduled',
  running: 'campaigns.state.running',
  paused: 'campaigns.state.paused',
  cancelled: 'campaigns.state.cancelled',
  finished: 'campaigns.state.finished',
} as const;

export const CAMPAIGN_KIND_NAMES = {
  issue: 'campaigns.kind.issue',
  welcome: 'campaigns.kind.welcome',
} as const;

export const END_NAMES = {
  accepted: 'campaigns.end.accepted',
  failed: 'campaigns.end.failed',
  unknown: 'campaigns.end.unknown',
  skipped: 'campaigns.end.skipped',
} as const;

const POLL_MS = 2000;

export function NewsletterField({ subscription }: { subscription: string }) {
  const { text } = useText();
  return (
    <SelectField label={text('campaigns.field.newsletter')} name="subscription" defaultValue={subscription}>
      {SUBSCRIPTIONS.map((id) => (
        <option key={id} value={id}>
          {text(NEWSLETTERS[id].name)}
        </option>
      ))}
    </SelectField>
  );
}

interface ProgressViewProps {
  readonly campaign: Campaign;
  readonly progress: DeliveryProgress;
  readonly now: Date;
}

export function ProgressView({ campaign, progress, now }: ProgressViewProps) {
  const { text, formatNumber } = useText();
  const { total = 0, state, sentSince, doneBefore } = campaign;
  const { revalidate } = useRevalidator();
  const isRunning = state === 'running';
  useEffect(() => {
    const timer = isRunning ? setInterval(() => void revalidate(), POLL_MS) : undefined;
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
  const done = DELIVERY_ENDS.reduce((sum, end) => sum + progress[end], 0);
  const minutes = sentSince === undefined ? 0 : Math.max((now.getTime() - sentSince.getTime()) / 60_000, 1 / 60);
  const rate = minutes === 0 ? 0 : (done - doneBefore) / minutes;
  const left = rate <= 0 ? undefined : Math.ceil((total - done) / rate);
  return (
    <section aria-labelledby="progress" className="block-card space-y-4 p-5">
      <h2 id="progress" className="text-xl">
        {text('campaigns.progress.title')}
      </h2>
      {campaign.kind === 'issue' && (
        <progress value={done} max={Math.max(total, 1)} className="w-full" aria-labelledby="progress" />
      )}
      <p>
        {campaign.kind === 'issue' && (
          <span>{text('campaigns.progress.done', { done: formatNumber(done), total: formatNumber(total) })}</span>
        )}
        {isRunning && campaign.kind === 'issue' && left !== undefined && (
          <span>{` · ${text('campaigns.progress.left', { rate: Math.round(rate), minutes: left })}`}</span>
        )}
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {DELIVERY_ENDS.map((end) => (
          <div key={end}>
            <dt className="text-sm text-muted">{text(END_NAMES[end])}</dt>
            <dd className="font-extrabold">{formatNumber(progress[end])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function WaitingView({ domains }: { domains: readonly WaitingDomain[] }) {
  const { text } = useText();
  if (domains.length === 0) return null;
  return (
    <Table
      caption={text('campaigns.waiting.title')}
      columns={[
        { id: 'domain', header: text('campaigns.trouble.domain'), cell: ({ domain }) => domain },
        { id: 'size', header: text('campaigns.waiting.size'), isNumber: true, cell: ({ size }) => size },
        {
          id: 'due',
          header: text('campaigns.waiting.due'),
          cell: ({ dueAt }) => <LocalTime at={dueAt.toISOString()} />,
        },
        { id: 'reason', header: text('campaigns.trouble.reason'), cell: ({ reason }) => reason ?? '–' },
      ]}
      rows={domains}
      toKey={({ domain }) => domain}
    />
  );
}

interface TroubleViewProps {
  readonly path: string;
  readonly form: PageForm;
  readonly state: DeliveryEnd;
  readonly deliveries: readonly UndeliveredMail[];
  /** Undefined for those who may not send. */
  readonly sender: string | undefined;
}

export function UndeliveredView({ path, form, state, deliveries, sender }: TroubleViewProps) {
  const { text } = useText();
  const last = deliveries.length < UNDELIVERED_PAGE_SIZE ? undefined : deliveries.at(-1);
  return (
    <section className="space-y-4">
      <ListFilter of={UNDELIVERED} path={path} chosen={state} />
      <List
        of={UNDELIVERED}
        caption={text(END_NAMES[state])}
        rows={deliveries}
        address={withQuery(path, { show: state })}
        next={last?.subscriberId}
      />
      {deliveries.length > 0 && sender !== undefined && <TroubleActions form={form} state={state} />}
    </section>
  );
}

const UNDELIVERED: ListKind<UndeliveredMail> = {
  toKey: ({ subscriberId }) => subscriberId,
  columns: [
    {
      id: 'domain',
      header: 'campaigns.trouble.domain',
      cell: ({ subscriberId, domain }) => (
        <SiteLink to={`/admin/telegrams/readers/${subscriberId}`}>{domain ?? '–'}</SiteLink>
      ),
    },
    { id: 'code', header: 'campaigns.trouble.code', cell: ({ smtpCode }) => smtpCode ?? '–' },
    { id: 'reason', header: 'campaigns.trouble.reason', cell: ({ reason }) => reason ?? '–' },
    { id: 'attempts', header: 'campaigns.trouble.attempts', isNumber: true, cell: ({ attempts }) => attempts },
  ],
  empty: 'campaigns.trouble.none',
  filter: { query: 'show', title: 'campaigns.trouble.title', choices: END_NAMES },
  pages: { title: 'campaigns.trouble.title', cursor: 'after', next: 'campaigns.trouble.more' },
};

function TroubleActions({ form, state }: Pick<TroubleViewProps, 'form' | 'state'>) {
  const { text } = useText();
  if (state === 'skipped' || state === 'accepted') return null;
  return (
    <div className="flex flex-wrap gap-3">
      <ActionForm form={form} fields={{ intent: 'campaigns.retry', state }}>
        <Submit>{text('campaigns.trouble.retry')}</Submit>
      </ActionForm>
      {state === 'unknown' && (
        <ActionForm form={form} fields={{ intent: 'campaigns.skip' }}>
          <Submit>{text('campaigns.trouble.skip')}</Submit>
        </ActionForm>
      )}
    </div>
  );
}

interface CampaignActionsProps {
  readonly form: PageForm;
  readonly campaign: Campaign;
  readonly zones: readonly string[];
  readonly readers: number;
  /** Undefined for those who may not send. */
  readonly sender: string | undefined;
}

/** Sending is for admins; the deeds refuse anybody else. */
export function CampaignActions({ form, campaign, zones, readers, sender }: CampaignActionsProps) {
  const { text } = useText();
  const { state, scheduledAt, readerTime, pauseReason, releasedBy, kind } = campaign;
  const mayStart = mayTransition(campaign, 'start');
  if (state === 'finished' || state === 'cancelled') return null;
  return (
    <section aria-labelledby="sending" className="block-card space-y-5 p-5">
      <h2 id="sending" className="text-xl">
        {text('campaigns.send.title')}
      </h2>
      {pauseReason !== undefined && (
        <p className="field-error">{text('campaigns.send.stopped', { reason: pauseReason })}</p>
      )}
      {state === 'scheduled' && scheduledAt !== undefined && (
        <p>
          <span>{text('campaigns.send.at')}</span> <LocalTime at={scheduledAt.toISOString()} />
        </p>
      )}
      {readerTime !== undefined && <p>{text('campaigns.send.atReader', { time: readerTime.replace('T', ' ') })}</p>}
      {mayStart && <p>{text('campaigns.send.readers', { count: readers })}</p>}
      {releasedBy !== undefined && <p>{text('campaigns.send.released', { user: `@${releasedBy}` })}</p>}
      {sender === undefined && <p>{text('campaigns.send.byAdmins')}</p>}
      {sender !== undefined && <Steps form={form} campaign={campaign} readers={readers} sender={sender} />}
      {sender !== undefined && mayStart && kind === 'issue' && (
        <ActionForm form={form} fields={{ intent: 'campaigns.schedule' }} className="space-y-4">
          <TimeFields refusal={form.findRefusal({ intent: 'campaigns.schedule' })} zones={zones} />
          <CheckboxField
            label={text('campaigns.send.ofReader')}
            hint={text('campaigns.send.ofReaderHint')}
            name="ofReader"
          />
          <Submit>{text('campaigns.send.schedule')}</Submit>
        </ActionForm>
      )}
    </section>
  );
}

interface StepsProps extends Omit<CampaignActionsProps, 'zones'> {
  readonly sender: string;
}

function Steps({ form, campaign, readers, sender }: StepsProps) {
  const { text } = useText();
  const mayRelease = campaign.releasedBy === undefined && campaign.createdBy !== sender;
  return (
    <div className="flex flex-wrap items-start gap-3">
      {mayTransition(campaign, 'start') && (
        <>
          {mayRelease && (
            <ActionForm form={form} fields={{ intent: 'campaigns.release', rev: String(campaign.rev) }}>
              <Submit>{text('campaigns.send.release')}</Submit>
            </ActionForm>
          )}
          <Removal
            form={form}
            fields={{ intent: 'campaigns.start' }}
            label={text('campaigns.send.start')}
            question={text('campaigns.send.startText', { count: readers })}
            submit={text('campaigns.send.startYes')}
          />
        </>
      )}
      {mayTransition(campaign, 'pause') && (
        <ActionForm form={form} fields={{ intent: 'campaigns.pause' }}>
          <Submit>{text('campaigns.send.pause')}</Submit>
        </ActionForm>
      )}
      {mayTransition(campaign, 'resume') && (
        <ActionForm form={form} fields={{ intent: 'campaigns.resume' }}>
          <Submit kind="loud">{text('campaigns.send.resume')}</Submit>
        </ActionForm>
      )}
      {mayTransition(campaign, 'cancel') && (
        <Removal
          form={form}
          fields={{ intent: 'campaigns.cancel' }}
          label={text('campaigns.send.cancel')}
          question={text('campaigns.send.cancelText')}
          submit={text('campaigns.send.cancelYes')}
        />
      )}
    </div>
  );
}
