import type { ChainStatus } from '#app/audit/chain/chain-status.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { LocalTime } from '#lib/locale/time.tsx';
import { Notice } from '#lib/ui/notice.tsx';

/** Until when the audit is chained and was looked at, or what is wrong with it. */
export function ChainStatusLine({ status }: { status: ChainStatus }) {
  const { text, richText } = useText();
  const { fault, isOurs, chainedUntil, checkedAt, walkedAt, lastDay, waiting } = status;
  return (
    <>
      {fault !== null && (
        <Notice kind="error" title={text('admin.audit.broken')}>
          <p>
            <span>
              {text('admin.audit.fault', { kind: fault.kind, place: fault.position ?? '–', day: fault.day ?? '–' })}
            </span>{' '}
            {fault.auditId !== null && (
              <SiteLink to={`/admin/audit/${fault.auditId}`} className="font-bold text-link underline">
                {text('admin.audit.entryTitle', { id: fault.auditId })}
              </SiteLink>
            )}
          </p>
          <p>{text('admin.audit.verifyHint')}</p>
        </Notice>
      )}
      {!isOurs && <Notice title={text('admin.audit.otherSecret')}>{text('admin.audit.otherSecretMeans')}</Notice>}
      <p className="flex min-w-0 flex-wrap gap-x-1.5 py-0.5 text-sm text-muted">
        <span>
          {chainedUntil === null || lastDay === null
            ? text('admin.audit.unchained', { count: waiting })
            : richText('admin.audit.chained', { until: <LocalTime at={chainedUntil} />, day: lastDay, count: waiting })}
        </span>
        <span>
          {checkedAt === null
            ? text('admin.audit.unchecked')
            : richText(walkedAt === null ? 'admin.audit.checkedNew' : 'admin.audit.checked', {
                at: <LocalTime at={checkedAt} />,
                all: walkedAt === null ? '' : <LocalTime at={walkedAt} />,
              })}
        </span>
      </p>
    </>
  );
}
