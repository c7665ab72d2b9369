import { getText, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { loadCommunityDocs } from '../reference/docs-page.server.ts';
import { KeyMaker } from '../reference/key-maker.tsx';
import { LatestChanges } from '../reference/latest-changes.tsx';
import { ReferencePage } from '../reference/reference-page.tsx';
import type { Route } from './+types/community-docs';

export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  return {
    ...(await loadCommunityDocs(current)),
    head: {
      title: text('docs.community.title'),
      description: text('docs.community.description'),
    },
  };
});

export const handle: CacheHandle = { cacheTopics: [] };

export default function CommunityDocs({
  loaderData: { releases, hasDocument, keyOptions, ...docs },
}: Route.ComponentProps) {
  const { text } = useText();
  const links = (
    <>
      <a href="#create-a-key" className={buttonClass('plain')}>
        {text('docs.links.key')}
      </a>
      {hasDocument && (
        <a href="/api/openapi.json" className={buttonClass('plain')}>
          {text('docs.links.document')}
        </a>
      )}
      <SiteLink to="/rumpus-ce" className={buttonClass('plain')}>
        {text('docs.links.about')}
      </SiteLink>
    </>
  );
  return (
    <ReferencePage {...docs} title={text('docs.community.title')} links={links}>
      <KeyMaker options={keyOptions} />
      <LatestChanges releases={releases} />
    </ReferencePage>
  );
}
