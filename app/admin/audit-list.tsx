import { AliasName } from '#app/aliases/alias-name.tsx';
import type { AuditEntry } from '#app/audit/audit.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

export function AuditList({ deeds, isWide = false }: { deeds: readonly AuditEntry[]; isWide?: boolean }) {
  const { text } = useText();
  if (deeds.length === 0) return <p className="text-muted">{text('admin.deeds.none')}</p>;
  return (
    <ol className={isWide ? 'divide-y-2 divide-hairline' : 'space-y-2.5'}>
      {deeds.map((deed) => (
        <li
          key={deed.auditId}
          className={`min-w-0 wrap-anywhere ${isWide ? 'py-1.5 sm:grid sm:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)] sm:items-baseline sm:gap-x-4' : ''}`}
        >
          <span className="block text-sm text-muted">{text('admin.deeds.at', { at: new Date(deed.at) })}</span>
          <span className="block">
            <strong lang="en" className="font-mono">
              {deed.action}
            </strong>{' '}
            {isWide && <AuditTarget target={deed.target} />}
          </span>
          <span className="block text-sm">
            <AuditActor deed={deed} />
            {deed.reason !== null && (
              <>
                {' '}
                <q lang="en">{deed.reason}</q>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

function AuditActor({ deed: { userId, role, masquerade } }: { deed: AuditEntry }) {
  const { text } = useText();
  if (userId === null) return text('admin.deeds.site');
  const roles = [role, masquerade].filter((one) => one !== null);
  return (
    <>
      <SiteLink to={`/admin/accounts/${userId}`} className="inline-block py-0.5 underline">
        <AliasName userId={userId} />
      </SiteLink>{' '}
      ({roles.map((one) => text('shell.account.role', { role: one })).join(' → ')})
    </>
  );
}

function AuditTarget({ target }: { target: string }) {
  const userId = /^account\/(\w+)$/.exec(target)?.[1];
  if (userId === undefined) return <span lang="zxx">{target}</span>;
  return (
    <SiteLink to={`/admin/accounts/${userId}`} className="inline-block py-0.5 underline">
      <AliasName userId={userId} />
    </SiteLink>
  );
}
