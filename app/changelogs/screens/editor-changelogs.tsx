import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { EditedList } from '../editing/edited-list.tsx';
import { listChangelogs } from '../editing/release-lists.server.ts';
import { releasePath } from '../editing/release-path.ts';
import type { Route } from './+types/editor-changelogs';

export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  const title = text('releases.page.title');
  return {
    changelogs: await listChangelogs(current),
    head: { title, description: text('releases.page.about'), noindex: true },
  };
});

export default function EditorChangelogs({ loaderData: { changelogs } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div lang="en" className="mx-auto max-w-5xl space-y-8">
      <header className="flex flex-wrap items-baseline gap-x-6 gap-y-3">
        <h1 className="text-4xl">{text('releases.page.title')}</h1>
        <SiteLink to="/editor" className="ms-auto font-bold text-link underline">
          {text('releases.page.posts')}
        </SiteLink>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {changelogs.map(({ app, name, releases }) => (
          <section key={app} aria-labelledby={`app-${app}`} className="block-card min-w-0 space-y-3 p-5">
            <h2 id={`app-${app}`} className="text-2xl wrap-anywhere">
              <SiteLink to={`/editor/releases/${app}`} className="hover:underline">
                {name}
              </SiteLink>
            </h2>
            <EditedList app={app} releases={releases} />
            <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
              <SiteLink
                to={releasePath({ app, version: 'new' })}
                className={buttonClass('plain')}
                aria-label={text('releases.list.newOf', { name })}
              >
                {text('releases.list.new')}
              </SiteLink>
              <SiteLink
                to={`/editor/releases/${app}`}
                className="font-bold text-link underline"
                aria-label={text('releases.list.allOf', { name })}
              >
                {text('releases.list.all')}
              </SiteLink>
            </p>
          </section>
        ))}
      </div>
    </div>
  );
}
