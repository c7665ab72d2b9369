import { withCurrent } from '#app/current/page/loaders.server.ts';
import { answerFile } from '#app/threads/files.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';

import { findReadableTree, requireEntry } from '../entries/entry-rows.server.ts';
import type { Route } from './+types/feedbag-file';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const { entry } = await requireEntry(current, params);
  const tree = await findReadableTree(current, entry.subjectId);
  const reader = threadReader(current, entry.subjectId, undefined);
  return answerFile(
    current,
    reader,
    tree.map(({ subjectId }) => subjectId),
    params.fileId,
  );
});
