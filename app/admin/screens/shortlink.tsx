import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import type { PageForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Fact, FactList, Panel, RecordHeader } from '#app/current/page/record.tsx';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { unclearForm } from '#app/current/problems.ts';
import { consoleContext } from '#app/noun/noun.server.ts';
import { shortlinkPage, shortlinkPath } from '#app/shortlinks/shortlink.ts';
import type { ShortlinkRecord } from '#app/shortlinks/shortlink.ts';
import { LocalTime } from '#lib/locale/time.tsx';
import { Badge } from '#lib/ui/badge.tsx';
import { CopyButton } from '#lib/ui/copy-button.tsx';

import { AuditList } from '../audit/audit-list.tsx';
import { PersonLink } from '../person-link.tsx';
import { EndForm, PasswordPanel, SettingsForm, TargetForm } from '../shortlinks/link-forms.tsx';
import { shortlinkIntents } from '../shortlinks/shortlink-intents.server.ts';
import { loadShortlinkPage } from '../shortlinks/shortlink-page.server.ts';
import { HealthBadge, TagLinks } from '../shortlinks/shortlink-table.tsx';
import { TargetHistory } from '../shortlinks/target-history.tsx';
import { VisitChart } from '../shortlinks/visit-chart.tsx';
import type { Route } from './+types/shortlink';

export const loader = withCurrent(async (current, { params: { slug }, url, context }: Route.LoaderArgs) =>
  loadShortlinkPage(current, context.get(consoleContext), slug, url.searchParams.get('span')),
);

export const action = withCurrent(async (current, { params, request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), shortlinkIntents(params.slug), { unknown: unclearForm }),
);

export const headers = formHeaders;

export default function ShortlinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { text, richText } = useText();
  const { link, span, visits, counts, sentences, targets, creator, qr, now } = loaderData;
  const path = shortlinkPage(link.slug);
  const form = useForm(actionData, { of: 'shortlinks.', action: useSitePath(path) });
  return (
    <div className="space-y-5">
      <RecordHeader
        title={<span lang="zxx">{shortlinkPath(link.slug)}</span>}
        about={
          <>
            <span>{richText('admin.account.since', { date: <LocalTime at={link.createdAt} isDay /> })}</span>
            {creator && (
              <>
                <span> · </span>
                <PersonLink person={creator} />
              </>
            )}
          </>
        }
        badges={<StateBadges link={link} now={now} />}
        actions={
          <CopyButton words={link.url} label={text('admin.shortlinks.copy')} copied={text('admin.shortlinks.copied')} />
        }
      />
      <FormNotice form={form} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Facts link={link} />
        <QrPanel link={link} qr={qr} />
      </div>
      <Panel
        id="visits"
        title={text('admin.shortlinks.visitsOverTime')}
        aside={
          <a href={`${path}/visits.csv`} className="inline-block py-0.5 text-link underline">
            {text('admin.shortlinks.csv')}
          </a>
        }
      >
        <VisitChart link={link} visits={visits} counts={counts} span={span} />
      </Panel>
      <LinkForms link={link} targets={targets} form={form} />
      {sentences && (
        <Panel id="history" title={text('admin.audit.title')}>
          <AuditList sentences={sentences} now={now} target={`shortlink/${link.slug}`} />
        </Panel>
      )}
    </div>
  );
}

type LinkFormsProps = Pick<Route.ComponentProps['loaderData'], 'link' | 'targets'> & { readonly form: PageForm };

function LinkForms({ link, targets, form }: LinkFormsProps) {
  const { text } = useText();
  const isWorking = link.deletedAt === null;
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      {isWorking && <TargetForm link={link} form={form} />}
      <div className="grid min-w-0 gap-5">
        {isWorking && <SettingsForm link={link} form={form} />}
        {isWorking && <PasswordPanel link={link} form={form} />}
        <Panel id="targets" title={text('admin.shortlinks.history')}>
          <TargetHistory targets={targets} canRestore={isWorking} form={form} />
        </Panel>
        <EndForm link={link} form={form} />
      </div>
    </div>
  );
}

interface ShownLink {
  readonly link: ShortlinkRecord;
}

function StateBadges({ link, now }: ShownLink & { readonly now: number }) {
  const { text } = useText();
  const { deletedAt, expiresAt, maxVisits, usedVisits, hasPassword, health } = link;
  const hasEnded =
    (expiresAt !== null && Date.parse(expiresAt) <= now) || (maxVisits !== null && usedVisits >= maxVisits);
  return (
    <>
      {deletedAt !== null && <Badge tone="danger">{text('admin.shortlinks.isDeleted')}</Badge>}
      {hasEnded && <Badge tone="danger">{text('admin.shortlinks.hasEnded')}</Badge>}
      {hasPassword && <Badge>{text('admin.shortlinks.isLocked')}</Badge>}
      <HealthBadge health={health} />
    </>
  );
}

function Facts({ link }: ShownLink) {
  const { text, formatNumber } = useText();
  const { url, target, title, tags, visits, expiresAt, maxVisits, usedVisits, healthDetail, checkedAt } = link;
  return (
    <Panel title={text('admin.shortlinks.facts')}>
      <FactList>
        <Fact name={text('admin.shortlinks.link')}>
          <code lang="zxx">{url}</code>
        </Fact>
        <Fact name={text('admin.shortlinks.target')}>
          <a href={target} rel="noopener noreferrer nofollow" className="text-link underline">
            <span lang="zxx">{target}</span>
          </a>
        </Fact>
        {title !== '' && <Fact name={text('admin.shortlinks.title')}>{title}</Fact>}
        {tags.length > 0 && (
          <Fact name={text('admin.shortlinks.tags')}>
            <TagLinks tags={tags} />
          </Fact>
        )}
        <Fact name={text('admin.shortlinks.visits')}>{formatNumber(visits)}</Fact>
        {maxVisits !== null && (
          <Fact name={text('admin.shortlinks.maxVisits')}>
            {text('admin.shortlinks.usedOf', { used: usedVisits, most: maxVisits })}
          </Fact>
        )}
        {expiresAt !== null && (
          <Fact name={text('admin.shortlinks.ends')}>
            <LocalTime at={expiresAt} />
          </Fact>
        )}
        <Fact name={text('admin.shortlinks.healthName')}>
          {checkedAt === null ? (
            text('admin.shortlinks.unchecked')
          ) : (
            <>
              <LocalTime at={checkedAt} />
              <span> · </span>
              <span lang="en">{healthDetail}</span>
            </>
          )}
        </Fact>
      </FactList>
    </Panel>
  );
}

function QrPanel({ link, qr }: ShownLink & { readonly qr: string }) {
  const { text } = useText();
  const path = `${shortlinkPage(link.slug)}/qr`;
  return (
    <Panel title={text('admin.shortlinks.qr')}>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={text('admin.shortlinks.qrAlt', { slug: link.slug })}
        width="180"
        height="180"
      />
      <p className="flex flex-wrap gap-4">
        {['svg', 'png'].map((type) => (
          <a
            key={type}
            href={`${path}/${link.slug}.${type}`}
            download
            className="inline-block py-0.5 text-link underline"
          >
            {type.toUpperCase()}
          </a>
        ))}
      </p>
    </Panel>
  );
}
