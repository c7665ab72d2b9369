import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import type { LinkedIssue } from './issue.ts';

/** For staff, beside what a player has written. Nothing where no error is linked to it. */
export function LinkedIssues({ issues }: { readonly issues: readonly LinkedIssue[] }) {
  const { text } = useText();
  if (issues.length === 0) return null;
  return (
    <div className="block-card space-y-4 p-5">
      <h2 className="text-lg">{text('admin.errors.linked')}</h2>
      <ul className="space-y-2">
        {issues.map(({ issueId, message }) => (
          <li key={issueId}>
            <SiteLink to={`/admin/telemetry/errors/${issueId}`} className="font-bold wrap-anywhere underline">
              <span lang="zxx">{message}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
