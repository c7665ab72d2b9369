import { withCurrent } from '#app/current/page/loaders.server.ts';

import { answerMessageFile } from '../files.server.ts';
import { getWritten } from '../writing/written-messages.server.ts';
import type { Route } from './+types/admin-message-file';

export const loader = withCurrent(async (current, { params: { messageId, fileId } }: Route.LoaderArgs) => {
  await getWritten(current, messageId);
  return answerMessageFile(current, messageId, fileId);
});
