import { redirect } from 'react-router';

import { inLocale } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import { entriesPath } from '../entry.ts';
import { openProject } from '../projects.server.ts';
import type { Route } from './+types/feedbag-project';

/** The query goes along (specification §2). */
export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { projectId } = await openProject(current, params.projectId);
  const path = `${entriesPath(projectId)}${url.search}`;
  throw redirect(inLocale(params, path));
});

export default function FeedbagProject() {
  return null;
}
