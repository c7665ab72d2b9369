import { getText, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { studio } from '#content/studio.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { loadCallGroup, loadCommunityDocs } from '../reference/docs-page.server.ts';
import { KeyMaker } from '../reference/key-maker.tsx';
import { LatestChanges } from '../reference/latest-changes.tsx';
import { OverviewPage } from '../reference/overview-page.tsx';
import { ReferencePage } from '../reference/reference-page.tsx';
import type { Route } from './+types/community-docs';

/** All calls in a line each, or at the address of a group the calls of that in full. */
export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const text = await getText(current.locale);
  const title = text('docs.community.title');
  if (params.group === undefined) {
    const head = { title, description: text('docs.community.description') };
    return { overview: await loadCommunityDocs(current), group: undefined, head };
  }
  const group = loadCallGroup(current, params.group);
  const head = {
    title: `${group.title} – ${title}`,
    description: text('docs.groups.description', { group: group.title }),
  };
  return { overview: undefined, group, head };
});

export const handle: CacheHandle = { cacheTopics: [] };

export default function CommunityDocs({ loaderData: { overview, group } }: Route.ComponentProps) {
  const { text } = useText();
  if (group !== undefined) return <ReferencePage {...group} links={<OverviewLink />} />;
  const { releases, keyOptions, ...docs } = overview;
  const links = (
    <>
      <a href="#create-a-key" className={buttonClass('plain')}>
        {text('docs.links.key')}
      </a>
      <a href={`${studio.links.code}${CLIENT}`} className={buttonClass('plain')}>
        {text('docs.links.client')}
      </a>
      <a href="/api/openapi.json?edition=community" className={buttonClass('plain')}>
        {text('docs.links.document')}
      </a>
      <SiteLink to="/rumpus-ce" className={buttonClass('plain')}>
        {text('docs.links.about')}
      </SiteLink>
    </>
  );
  return (
    <OverviewPage {...docs} title={text('docs.community.title')} links={links}>
      <KeyMaker options={keyOptions} />
      <LatestChanges releases={releases} />
    </OverviewPage>
  );
}

const CLIENT = 'clients/typescript';

function OverviewLink() {
  const { text } = useText();
  return (
    <SiteLink to="/api/docs/community-edition" className={buttonClass('plain')}>
      {text('docs.links.all')}
    </SiteLink>
  );
}
