import { LOCALE_NAMES, isLocale, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { REST, writeVisitsQuery } from '#app/telemetry/visits/visits.ts';
import type { Dimension, VisitsQuery } from '#app/telemetry/visits/visits.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { hasKey } from '#lib/has-key.ts';
import { intlLocale } from '#lib/locale/intl.ts';

import { VISITS_PATH } from './visits-path.ts';

export const DIMENSION_NAMES = {
  path: 'admin.telemetry.paths',
  entry: 'admin.telemetry.entries',
  exit: 'admin.telemetry.exits',
  source: 'admin.telemetry.sources',
  campaign: 'admin.telemetry.campaigns',
  country: 'admin.telemetry.countries',
  device: 'admin.telemetry.devices',
  browser: 'admin.telemetry.browsers',
  system: 'admin.telemetry.systems',
  locale: 'admin.telemetry.locales',
} as const satisfies Readonly<Record<Dimension, TextKey>>;

const NOTHING = {
  source: 'admin.telemetry.noSource',
  campaign: 'admin.telemetry.noCampaign',
} as const satisfies Readonly<Partial<Record<Dimension, TextKey>>>;

const DEVICES = {
  desktop: 'admin.telemetry.desktop',
  mobile: 'admin.telemetry.mobile',
  tablet: 'admin.telemetry.tablet',
  tv: 'admin.telemetry.tv',
} as const satisfies Readonly<Record<string, TextKey>>;

interface VisitValueProps {
  readonly dimension: Dimension;
  readonly value: string;
  /** Of the page, for links to the same days of one page. */
  readonly query?: VisitsQuery | undefined;
}

export function VisitValue({ dimension, value, query }: VisitValueProps) {
  const { text, locale } = useText();
  if (value === REST) return text('admin.telemetry.rest');
  if (value === '') return text(hasKey(NOTHING, dimension) ? NOTHING[dimension] : 'admin.telemetry.unknown');
  // Browsers name some otherwise than the server.
  if (dimension === 'country') return <span suppressHydrationWarning>{nameCountry(locale, value)}</span>;
  if (dimension === 'locale' && isLocale(value)) return <span lang={intlLocale(value)}>{LOCALE_NAMES[value]}</span>;
  if (dimension === 'device' && hasKey(DEVICES, value)) return text(DEVICES[value]);
  const name = <span lang="zxx">{value}</span>;
  if (query === undefined || !value.startsWith('/')) return name;
  const to = withQuery(VISITS_PATH, writeVisitsQuery(query, { path: value, isBelow: false, by: undefined }));
  return (
    <SiteLink to={to} className="text-link underline">
      {name}
    </SiteLink>
  );
}

function nameCountry(locale: string, code: string): string {
  return new Intl.DisplayNames(intlLocale(locale), { type: 'region', fallback: 'code' }).of(code) ?? code;
}
