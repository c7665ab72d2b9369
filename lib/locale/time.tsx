import { useEffect, useState, useSyncExternalStore } from 'react';

import { intlLocale } from './intl.ts';
import { useText } from './text.tsx';

interface RelativeTimeProps {
  /** ISO 8601 when a text. */
  at: Date | string;
  /** When the page was made: the server and the browser begin with the same words. */
  now: Date | number;
}

/** How long ago it was or how long it takes, and on pointing the exact time. Goes on while the page is open. */
export function RelativeTime({ at, now }: RelativeTimeProps) {
  const { locale, formatRelative, formatDate } = useText();
  const timeZone = useTimeZone();
  const passed = usePassedMs(Number(now));
  const seconds = (Number(new Date(at)) - Number(now) - passed) / 1000;
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatDate(at, { ...EXACT, timeZone })}
      lang={intlLocale(locale)}
    >
      {formatRelative(seconds)}
    </time>
  );
}

interface LocalTimeProps {
  at: Date | string;
  /** Without the time of day, which is the title then. */
  isDay?: boolean;
}

/** In the zone of the browser, by its name; until scripts run, and without them, in UTC. */
export function LocalTime({ at, isDay = false }: LocalTimeProps) {
  const { locale, formatDate } = useText();
  const timeZone = useTimeZone();
  const exact = formatDate(at, { ...EXACT, timeZone });
  return (
    <time dateTime={new Date(at).toISOString()} title={isDay ? exact : undefined} lang={intlLocale(locale)}>
      {isDay ? formatDate(at, { dateStyle: 'medium', timeZone }) : exact}
    </time>
  );
}

const EXACT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

/** Which zone a reader is in, no request says: until scripts run, and without them, `otherwise`. */
export function useTimeZone(otherwise = 'UTC'): string {
  return useSyncExternalStore(
    () => () => {},
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => otherwise,
  );
}

const MINUTE_MS = 60_000;

/** By the minute, since the page was made at `now`: the clock of the browser may be wrong, but it runs. */
function usePassedMs(now: number): number {
  const [passed, setPassed] = useState({ since: now, ms: 0 });
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setPassed({ since: now, ms: performance.now() - start }), MINUTE_MS);
    return () => clearInterval(timer);
  }, [now]);
  return passed.since === now ? passed.ms : 0;
}
