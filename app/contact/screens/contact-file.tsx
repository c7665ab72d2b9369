import { withCurrent } from '#app/current/page/loaders.server.ts';
import { answerFile } from '#app/threads/files.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';

import { requireRow } from '../submission-rows.server.ts';
import type { Route } from './+types/contact-file';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { subjectId, fileId } = params;
  const reader = threadReader(current, subjectId, url.searchParams.get('key') ?? undefined);
  await requireRow(current, subjectId);
  return answerFile(current, reader, subjectId, fileId);
});
