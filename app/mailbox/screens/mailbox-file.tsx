import { withCurrent } from '#app/current/page/loaders.server.ts';

import { answerMessageFile } from '../files.server.ts';
import { getMessage } from '../mailbox.server.ts';
import type { Route } from './+types/mailbox-file';

export const loader = withCurrent(async (current, { params: { messageId, fileId } }: Route.LoaderArgs) => {
  await getMessage(current, messageId);
  return answerMessageFile(current, messageId, fileId);
});
