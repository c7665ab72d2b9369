import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { LocalTime } from '#lib/locale/time.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { EXPORT_DAYS } from './export.ts';
import type { DataExport } from './export.ts';

const POLL_MS = 2000;

interface ExportStateProps {
  readonly of: DataExport;
  /** The address of this page. */
  readonly page: string;
  /** Where it can be saved, by whoever may now. */
  readonly download: string | undefined;
}

/** How far the last one is; looks again while it is made. */
export function ExportStatus({ of, page, download }: ExportStateProps) {
  const { text, formatNumber } = useText();
  const { revalidate } = useRevalidator();
  const { state, parts, partsDone, rowsDone, bytes = 0, expiresAt } = of;
  const isUnderWay = state === 'waiting' || state === 'running';
  useEffect(() => {
    const timer = isUnderWay ? setInterval(() => void revalidate(), POLL_MS) : undefined;
    return () => clearInterval(timer);
  }, [isUnderWay, revalidate]);
  if (isUnderWay) {
    const counts = { done: formatNumber(partsDone), all: formatNumber(parts), rows: rowsDone };
    const words = text(state === 'waiting' ? 'exports.panel.waiting' : 'exports.panel.progress', counts);
    return (
      <div className="space-y-2">
        <progress value={partsDone} max={Math.max(parts, 1)} className="block w-full" aria-label={words} />
        <p className="flex flex-wrap gap-x-4">
          <span>{words}</span>
          <SiteLink to={page} className="text-link underline noscript:inline hidden">
            {text('exports.panel.refresh')}
          </SiteLink>
        </p>
      </div>
    );
  }
  if (state === 'failed') return <p>{text('exports.panel.failed')}</p>;
  if (state === 'expired') return <p>{text('exports.panel.expired', { days: EXPORT_DAYS })}</p>;
  const size = formatNumber(bytes / 1_000_000, { maximumFractionDigits: 1 });
  return (
    <div className="space-y-3">
      <p>{text('exports.panel.ready', { size })}</p>
      {expiresAt !== undefined && (
        <p>
          <span>{text('exports.panel.until')}</span> <LocalTime at={expiresAt} />
        </p>
      )}
      {download !== undefined && (
        <p>
          <a href={download} className={buttonClass('loud')}>
            {text('exports.panel.download')}
          </a>
        </p>
      )}
    </div>
  );
}
