import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import empty from '#content/art/feedbag-empty.svg';
import drawing from '#content/art/feedbag.svg';
import { buttonClass } from '#lib/ui/button.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';

import { entriesPath, isOfFeedbag } from '../entry.ts';
import { findProjects, mayChangeProjects } from '../projects.server.ts';
import type { Route } from './+types/feedbag';

export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  return {
    projects: (await findProjects(current)).filter(({ projectId }) => isOfFeedbag(projectId)),
    isStaff: mayChangeProjects(current),
    head: {
      title: text('feedbag.home.title'),
      description: text('feedbag.home.description'),
    },
  };
});

export default function Feedbag({ loaderData }: Route.ComponentProps) {
  const { text } = useText();
  const { projects, isStaff } = loaderData;
  return (
    <div className="mx-auto max-w-5xl space-y-10">
      <div className="grid items-center gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_20rem]">
        <header className="space-y-5">
          <h1 className="squiggle text-4xl sm:text-5xl">{text('feedbag.home.title')}</h1>
          <p className="text-lg">{text('feedbag.home.lead')}</p>
          {isStaff && (
            <SiteLink to="/feedbag/settings" className={buttonClass('plain')}>
              {text('feedbag.settings.title')}
            </SiteLink>
          )}
        </header>
        <img src={drawing} alt="" width="480" height="360" className="mx-auto w-full max-w-72 md:max-w-none" />
      </div>
      {projects.length === 0 ? (
        <EmptyState drawing={empty}>
          <p className="text-lg">{text('feedbag.home.empty')}</p>
        </EmptyState>
      ) : (
        <section className="space-y-5">
          <h2 className="text-2xl">{text('feedbag.home.projects')}</h2>
          <ul className="grid gap-6 sm:grid-cols-2">
            {projects.map(({ projectId, name, about }) => (
              <li key={projectId} className="block-card lift space-y-4 p-6">
                <h3 className="text-xl">
                  <SiteLink to={entriesPath(projectId)} className="inline-block py-1 hover:underline">
                    {name}
                  </SiteLink>
                </h3>
                <p>{about}</p>
                <p className="flex flex-wrap gap-3">
                  <SiteLink to={`${entriesPath(projectId)}/new`} className={buttonClass('loud')}>
                    {text('feedbag.home.say', { name })}
                  </SiteLink>
                  <SiteLink to={`/feedbag/${projectId}/roadmap`} className={buttonClass('plain')}>
                    {text('feedbag.home.roadmapOf', { name })}
                  </SiteLink>
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
