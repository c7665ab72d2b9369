import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import { findRoadmap } from '../entries/find-entries.server.ts';
import { entriesPath, entryPath } from '../entry.ts';
import { openProject } from '../projects.server.ts';
import '../feedbag.css';
import type { Route } from './+types/feedbag-roadmap';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const project = await openProject(current, params.projectId);
  const columns = await findRoadmap(current, params.projectId);
  const text = await getText(current.locale);
  return {
    project,
    columns,
    head: {
      title: text('feedbag.roadmap.title', { name: project.name }),
      description: text('feedbag.roadmap.description', { name: project.name }),
    },
  };
});

export default function FeedbagRoadmap({ loaderData }: Route.ComponentProps) {
  const { text } = useText();
  const { project, columns } = loaderData;
  return (
    <div className="mx-auto max-w-6xl space-y-8">
      <header className="space-y-4">
        <SiteLink to={entriesPath(project.projectId)} className="inline-block py-1 font-bold underline">
          {text('feedbag.entry.back', { name: project.name })}
        </SiteLink>
        <h1 className="squiggle text-3xl sm:text-5xl">{text('feedbag.roadmap.title', { name: project.name })}</h1>
        <p className="text-lg">{text('feedbag.roadmap.lead')}</p>
      </header>
      <div className="roadmap">
        {columns.map(({ status: { statusId, name, colour }, entries }) => (
          <section key={statusId} data-colour={colour} aria-labelledby={`status-${statusId}`} className="space-y-4">
            <h2 id={`status-${statusId}`} className="text-xl wrap-anywhere">
              {name}
            </h2>
            {entries.length === 0 && <p className="text-muted">{text('feedbag.roadmap.empty')}</p>}
            <ul className="space-y-3">
              {entries.map((entry) => (
                <li key={entry.subjectId}>
                  <SiteLink to={entryPath(entry)} className="inline-block py-1 font-bold wrap-anywhere underline">
                    {entry.title}
                  </SiteLink>
                  <p className="text-sm text-muted">{text('feedbag.vote.count', { count: entry.votes })}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
