import { pathWithoutLocale, getText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { studio } from '#content/studio.ts';

import { getChanges, getPolicy, getPolicyText, getVersion } from '../policies.server.ts';
import { PolicyBody } from '../policy-body.tsx';
import { PolicyChanges } from '../policy-changes.tsx';
import { PolicyHeading } from '../policy-heading.tsx';
import { OtherPolicies, PolicyVersions } from '../policy-lists.tsx';
import { POLICY_NAMES, versionInForce, listPolicyVersions } from '../policy.ts';
import type { Route } from './+types/policy';

/** A policy, an older version of it by `?version=`, or by `?from=` what changed up to that version. */
export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const policy = getPolicy(pathWithoutLocale(url.pathname));
  const version = getVersion(policy, url.searchParams.get('version'));
  const from = url.searchParams.get('from');
  const since = from === null ? undefined : getVersion(policy, from);
  const isOld = version !== versionInForce(policy);
  const text = await getText(current.locale);
  const name = text(POLICY_NAMES[policy]);
  const old = text('legal.old.title', { name, date: Date.parse(version) });
  const title = since === undefined ? (isOld ? old : name) : text('legal.changes.title', { name });
  return {
    policy,
    version,
    isOld,
    versions: listPolicyVersions(policy),
    body: since === undefined ? await getPolicyText(policy, version) : undefined,
    changes: since === undefined ? undefined : { since, sections: getChanges(policy, since, version) },
    head: {
      title: title,
      description: text('legal.page.description', { name, studio: studio.name }),
      noindex: isOld || since !== undefined,
    },
  };
});

export const handle: CacheHandle = { cacheTopics: [] };

export default function PolicyScreen({ loaderData }: Route.ComponentProps) {
  const { policy, version, isOld, versions, body, changes } = loaderData;
  return (
    <div className="space-y-10">
      <article
        className={`block-card mx-auto p-5 sm:p-10 print:border-0 print:p-0 print:shadow-none ${changes ? 'max-w-4xl' : 'max-w-5xl'}`}
      >
        <PolicyHeading policy={policy} version={version} isOld={isOld} since={changes?.since} />
        {changes && <PolicyChanges policy={policy} version={version} sections={changes.sections} />}
        {body && <PolicyBody body={body} />}
      </article>
      <div className={`mx-auto grid gap-8 md:grid-cols-2 print:hidden ${changes ? 'max-w-4xl' : 'max-w-5xl'}`}>
        <PolicyVersions policy={policy} version={version} versions={versions} />
        <OtherPolicies policy={policy} />
      </div>
    </div>
  );
}
