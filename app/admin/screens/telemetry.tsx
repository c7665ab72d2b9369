import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { FormNotice } from '#app/current/forms/form-notice.tsx';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { writeVisitsQuery } from '#app/telemetry/visits/visits.ts';
import type { VisitsQuery } from '#app/telemetry/visits/visits.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Notice } from '#lib/ui/notice.tsx';

import { adminHead } from '../admin-head.server.ts';
import { SpamPanel } from '../telemetry/spam-panel.tsx';
import { TelemetryHeader } from '../telemetry/telemetry-header.tsx';
import { VisitChart } from '../telemetry/visit-chart.tsx';
import { PathLine, PeriodTabs, VisitFilterForm } from '../telemetry/visit-filters.tsx';
import { VisitLists, WholeList } from '../telemetry/visit-lists.tsx';
import { VisitTotals } from '../telemetry/visit-totals.tsx';
import { loadVisitsPage, VISIT_INTENTS } from '../telemetry/visits-page.server.ts';
import { VISITS_PATH } from '../telemetry/visits-path.ts';
import type { Route } from './+types/telemetry';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const page = await loadVisitsPage(current, url.searchParams);
  return { ...page, head: await adminHead(current, 'admin.telemetry.name', 'admin.telemetry.about') };
});

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), VISIT_INTENTS),
);

export const headers = formHeaders;

export default function Telemetry({ loaderData, actionData }: Route.ComponentProps) {
  const { query, figures, visitorsNow, spamSources } = loaderData;
  const { text, formatNumber } = useText();
  const { sums, before, unit, series, lists } = figures;
  const { by, path } = query;
  const action = useSitePath(withQuery(VISITS_PATH, writeVisitsQuery(query)));
  const form = useForm(actionData, { of: 'visits.', action });
  return (
    <div className="space-y-2">
      <TelemetryHeader section="visits" />
      <FormNotice form={form} />
      <PeriodTabs query={query} />
      <VisitFilterForm query={query} />
      <PathLine query={query} />
      <VisitTotals sums={sums} before={before} isOfPath={path !== undefined}>
        <div>
          <dt className="text-sm text-muted">{text('admin.telemetry.now')}</dt>
          <dd>
            <SiteLink to="/admin/telemetry/live" className="font-display text-2xl text-link underline">
              {formatNumber(visitorsNow)}
            </SiteLink>
          </dd>
        </div>
      </VisitTotals>
      {sums.views === 0 ? (
        <Notice title={text('admin.telemetry.nothing')}>
          <p>{text('admin.telemetry.nothingAbout')}</p>
        </Notice>
      ) : (
        <>
          <VisitChart series={series} unit={unit} />
          {by === undefined ? (
            <VisitLists lists={lists} query={query} />
          ) : (
            <WholeList dimension={by} rows={lists[by] ?? []} query={query} />
          )}
        </>
      )}
      {spamSources && <SpamPanel form={form} hosts={spamSources} />}
      <ExportLinks query={query} />
      <p className="text-sm text-muted">{text('admin.telemetry.counting')}</p>
    </div>
  );
}

function ExportLinks({ query }: { readonly query: VisitsQuery }) {
  const { text } = useText();
  const { by } = query;
  const to = withQuery('/admin/telemetry/visits.csv', writeVisitsQuery(query));
  return (
    <p className="text-sm">
      <SiteLink reloadDocument to={to} className="inline-block py-0.5 text-link underline">
        {text(by === undefined ? 'admin.telemetry.csvOverTime' : 'admin.telemetry.csv')}
      </SiteLink>
    </p>
  );
}
