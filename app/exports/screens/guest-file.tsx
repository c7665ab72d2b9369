import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Problem } from '#lib/problem.ts';

import { readGuestLink } from '../by-mail/asking.server.ts';
import { answerExport } from '../exports.server.ts';
import { noExport } from '../problems.ts';
import type { Route } from './+types/guest-file';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const link = readGuestLink(current, params.token);
  if (link === undefined) throw new Problem(noExport);
  return answerExport(current, link.owner, link.exportId);
});
