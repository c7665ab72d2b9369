import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { CALL_GROUPS } from '#content/api-docs/call-groups.ts';
import type { GroupName } from '#content/api-docs/call-groups.ts';

import type { CallSummary } from '../contract/reference.ts';
import { MethodBadge } from './method-badge.tsx';
import { groupOf, nounAnchor } from './nouns.ts';

interface IndexedGroup {
  readonly group: GroupName;
  readonly calls: readonly CallSummary[];
}

/** In the order of their pages. */
export function indexGroups(calls: readonly CallSummary[]): IndexedGroup[] {
  const groups = Map.groupBy(calls, groupOf);
  const names = Object.keys(CALL_GROUPS) as GroupName[];
  return names.map((group) => ({ group, calls: groups.get(group) ?? [] })).filter(({ calls }) => calls.length > 0);
}

/** Every call in a line that leads to its page; a line has the id that the call had when all stood on one page. */
export function CallIndex({ groups }: { groups: readonly IndexedGroup[] }) {
  const { text } = useText();
  return groups.map(({ group, calls }) => {
    const { title, about } = CALL_GROUPS[group];
    return (
      <section key={group} aria-labelledby={nounAnchor(group)} className="block-card space-y-4 p-5 sm:p-8">
        <h2 id={nounAnchor(group)} className="scroll-mt-6 text-2xl">
          <SiteLink to={groupPath(group)} className="hover:underline">
            {title}
          </SiteLink>
        </h2>
        <p>{about}</p>
        <ul className="space-y-3">
          {calls.map(({ id, method, path, summary }) => (
            <li key={id} id={id} className="scroll-mt-6">
              <SiteLink
                to={`${groupPath(group)}#${id}`}
                className="flex flex-wrap items-baseline gap-2 hover:underline"
              >
                <MethodBadge method={method} isSmall />
                <code lang="zxx" className="min-w-0 font-bold wrap-anywhere">
                  {path}
                </code>
              </SiteLink>
              <p className="text-sm">{summary}</p>
            </li>
          ))}
        </ul>
        <SiteLink to={groupPath(group)} className="inline-block py-0.5 font-bold text-link underline">
          {text('docs.groups.all', { group: title })}
        </SiteLink>
      </section>
    );
  });
}

function groupPath(group: GroupName): string {
  return `/api/docs/community-edition/${group}`;
}
