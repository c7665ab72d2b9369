import { withCurrent } from '#app/current/page/loaders.server.ts';
import { answerFile } from '#app/threads/files.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';

import { requireEntry } from '../entries/entry-rows.server.ts';
import type { Route } from './+types/feedbag-file';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const { subjectId } = (await requireEntry(current, params)).entry;
  return answerFile(current, threadReader(current, subjectId, undefined), subjectId, params.fileId);
});
