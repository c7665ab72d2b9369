import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { VisitFigures, ViewSums } from '#app/telemetry/visits/visits.ts';

interface VisitTotalsProps extends Pick<VisitFigures, 'sums' | 'before'> {
  /** Of a page nobody knows where its visits ended. */
  readonly isOfPath: boolean;
  readonly children?: ReactNode;
}

/** What all days come to, and by how much that is more or less than before. */
export function VisitTotals({ sums, before, isOfPath, children }: VisitTotalsProps) {
  const { text, formatNumber } = useText();
  const formats = { bounceRate: (value: number) => formatNumber(value, PERCENT), duration: useDurationFormat() };
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {FIGURES.filter(({ id }) => !isOfPath || (id !== 'bounceRate' && id !== 'duration')).map(({ id, name, read }) => {
        const format = id === 'bounceRate' || id === 'duration' ? formats[id] : formatNumber;
        return (
          <div key={id}>
            <dt className="text-sm text-muted">{text(name)}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-display text-2xl">{format(read(sums))}</span>
              {before && <Change now={read(sums)} before={read(before)} format={format} />}
            </dd>
          </div>
        );
      })}
      {children}
    </dl>
  );
}

const PERCENT = { style: 'percent', maximumFractionDigits: 0 } as const;

const FIGURES = [
  { id: 'visitors', name: 'admin.telemetry.visitors', read: ({ visitors }) => visitors },
  { id: 'visits', name: 'admin.telemetry.visits', read: ({ visits }) => visits },
  { id: 'views', name: 'admin.telemetry.views', read: ({ views }) => views },
  { id: 'bounceRate', name: 'admin.telemetry.bounceRate', read: readBounceRate },
  { id: 'duration', name: 'admin.telemetry.duration', read: readDuration },
] as const satisfies readonly { id: string; name: TextKey; read: (sums: ViewSums) => number }[];

/** Of all visits, those of one view. */
export function readBounceRate({ bounces, visits }: ViewSums): number {
  return visits === 0 ? 0 : bounces / visits;
}

/** Seconds of a visit on average. */
export function readDuration({ seconds, visits }: ViewSums): number {
  return visits === 0 ? 0 : seconds / visits;
}

export function useDurationFormat(): (seconds: number) => string {
  const { text } = useText();
  return (seconds) => {
    const whole = Math.round(seconds);
    return text('admin.telemetry.minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
  };
}

interface ChangeProps {
  readonly now: number;
  readonly before: number;
  /** Of what it was, for who points at it. */
  readonly format?: (value: number) => string;
}

/** In percent of what it was before; nothing where there was nothing. */
export function Change({ now, before, format }: ChangeProps) {
  const { text, formatNumber } = useText();
  if (before === 0) return now === 0 ? null : <span className="text-sm text-muted">{text('admin.telemetry.new')}</span>;
  const change = formatNumber(now / before - 1, { ...PERCENT, signDisplay: 'exceptZero' });
  return (
    <span className="text-sm text-muted" title={format && text('admin.telemetry.wasBefore', { value: format(before) })}>
      {change}
    </span>
  );
}
