import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { loadFullDocs } from '../reference/docs-page.server.ts';
import { ReferencePage } from '../reference/reference-page.tsx';
import type { Route } from './+types/full-docs';

/** Everything, for staff; the door lets nobody else here, and nobody at all on production. */
export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  return {
    ...(await loadFullDocs(current)),
    head: {
      title: text('docs.full.title'),
      description: text('docs.full.description'),
      noindex: true,
    },
  };
});

export default function FullDocs({ loaderData }: Route.ComponentProps) {
  const { text } = useText();
  const links = (
    <>
      <SiteLink to="/api/docs/community-edition" className={buttonClass('plain')}>
        {text('docs.links.community')}
      </SiteLink>
      <a href="/api/openapi.json" className={buttonClass('plain')}>
        {text('docs.links.document')}
      </a>
      <SiteLink to="/admin/api" className={buttonClass('plain')}>
        {text('docs.links.tester')}
      </SiteLink>
    </>
  );
  return <ReferencePage {...loaderData} title={text('docs.full.title')} links={links} />;
}
