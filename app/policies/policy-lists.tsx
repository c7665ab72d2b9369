import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import { POLICIES, POLICY_NAMES, versionPath } from './policy.ts';
import type { PolicyId } from './policy.ts';

interface PolicyVersionsProps {
  policy: PolicyId;
  version: string;
  /** Newest first. */
  versions: readonly string[];
}

export function PolicyVersions({ policy, version, versions }: PolicyVersionsProps) {
  const { text } = useText();
  return (
    <section aria-labelledby="versions" className="block-card p-6">
      <h2 id="versions" className="mb-3 text-xl">
        {text('legal.versions.heading')}
      </h2>
      <ul className="space-y-3">
        {versions.map((one, index) => {
          const date = Date.parse(one);
          const before = versions[index + 1];
          return (
            <li key={one}>
              <SiteLink
                to={versionPath(policy, one)}
                aria-current={one === version ? 'page' : undefined}
                className="block py-1 font-bold text-link underline aria-[current]:no-underline"
              >
                {index === 0 ? text('legal.versions.current', { date }) : text('legal.versions.older', { date })}
              </SiteLink>
              {before !== undefined && (
                <SiteLink to={`/${policy}?from=${before}&version=${one}`} className="block py-1 text-link underline">
                  {text('legal.versions.compare', { date })}
                </SiteLink>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function OtherPolicies({ policy }: { policy: PolicyId }) {
  const { text } = useText();
  return (
    <nav aria-labelledby="policies" className="block-card p-6">
      <h2 id="policies" className="mb-3 text-xl">
        {text('legal.page.others')}
      </h2>
      <ul>
        {POLICIES.filter((one) => one !== policy).map((one) => (
          <li key={one}>
            <SiteLink to={`/${one}`} className="block py-1 text-link underline">
              {text(POLICY_NAMES[one])}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
