import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { COMPARISONS, PERIODS, tellsSources, writeVisitsQuery } from '#app/telemetry/visits/visits.ts';
import type { Comparison, Period, VisitsQuery } from '#app/telemetry/visits/visits.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Button } from '#lib/ui/button.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';

import { VISITS_PATH } from './visits-path.ts';

const PERIOD_NAMES = {
  day: 'admin.telemetry.today',
  week: 'admin.telemetry.week',
  month: 'admin.telemetry.month',
  quarter: 'admin.telemetry.quarter',
  year: 'admin.telemetry.year',
} as const satisfies Readonly<Record<Period, TextKey>>;

const COMPARISON_NAMES = {
  before: 'admin.telemetry.compareBefore',
  year: 'admin.telemetry.compareYear',
  none: 'admin.telemetry.compareNone',
} as const satisfies Readonly<Record<Comparison, TextKey>>;

const EXAMPLE = '/games/levelhead';

interface VisitFiltersProps {
  readonly query: VisitsQuery;
}

export function PeriodTabs({ query }: VisitFiltersProps) {
  const { text } = useText();
  const tabs = (Object.keys(PERIODS) as Period[]).map((period) => {
    const to = withQuery(VISITS_PATH, writeVisitsQuery(query, { period }));
    return { to, title: text(PERIOD_NAMES[period]), isCurrent: period === query.period };
  });
  return <LinkTabs label={text('admin.telemetry.periods')} tabs={tabs} />;
}

/** One row where there is room; what is not asked for stays out of the address. */
export function VisitFilterForm({ query }: VisitFiltersProps) {
  const { text } = useText();
  const { first, last, period, compare, isBot, path, isBelow, by } = query;
  const isChosen = period === undefined;
  return (
    <search>
      <Form
        key={JSON.stringify(query)}
        method="get"
        action={useSitePath(VISITS_PATH)}
        className="filter-grid visit-filters"
      >
        {!isChosen && <input type="hidden" name="period" value={period} />}
        {by !== undefined && <input type="hidden" name="by" value={by} />}
        {isBelow && <input type="hidden" name="below" value="true" />}
        <Field
          type="search"
          name="path"
          label={text('admin.telemetry.path')}
          placeholder={EXAMPLE}
          defaultValue={path}
          maxLength={1024}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
        />
        <Field type="date" name="since" label={text('admin.telemetry.since')} defaultValue={isChosen ? first : ''} />
        <Field type="date" name="until" label={text('admin.telemetry.until')} defaultValue={isChosen ? last : ''} />
        <SelectField name="compare" label={text('admin.telemetry.compare')} defaultValue={compare}>
          {COMPARISONS.map((one) => (
            <option key={one} value={one}>
              {text(COMPARISON_NAMES[one])}
            </option>
          ))}
        </SelectField>
        <SelectField name="who" label={text('admin.telemetry.who')} defaultValue={isBot ? 'bots' : 'people'}>
          <option value="people">{text('admin.telemetry.people')}</option>
          <option value="bots">{text('admin.telemetry.bots')}</option>
        </SelectField>
        <Button type="submit">{text('admin.telemetry.show')}</Button>
      </Form>
    </search>
  );
}

/** What is shown of one page, and the ways on from it. */
export function PathLine({ query }: VisitFiltersProps) {
  const { text, richText } = useText();
  const { path, isBelow } = query;
  if (path === undefined) return null;
  const link = (change: Partial<VisitsQuery>, name: TextKey) => (
    <SiteLink
      to={withQuery(VISITS_PATH, writeVisitsQuery(query, change))}
      className="inline-block py-1 text-link underline"
    >
      {text(name)}
    </SiteLink>
  );
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 text-sm">
      <span>
        {richText(isBelow ? 'admin.telemetry.ofPathBelow' : 'admin.telemetry.ofPath', {
          path: (
            <SiteLink to={path} className="font-bold wrap-anywhere text-link underline">
              <span lang="zxx">{path}</span>
            </SiteLink>
          ),
        })}
      </span>
      {path !== '/' &&
        link({ isBelow: !isBelow, by: undefined }, isBelow ? 'admin.telemetry.pathAlone' : 'admin.telemetry.withBelow')}
      {link({ path: undefined, isBelow: false }, 'admin.telemetry.allPaths')}
      {!tellsSources(query) && <span className="text-muted">{text('admin.telemetry.belowMonth')}</span>}
    </p>
  );
}
