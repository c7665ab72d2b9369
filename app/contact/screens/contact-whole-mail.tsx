import { withCurrent } from '#app/current/page/loaders.server.ts';
import { threadReader } from '#app/threads/readers.server.ts';
import { answerWholeMail } from '#app/threads/whole-mails.server.ts';

import { requireRow } from '../submission-rows.server.ts';
import type { Route } from './+types/contact-whole-mail';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { subjectId, messageId } = params;
  const reader = threadReader(current, subjectId, url.searchParams.get('key') ?? undefined);
  await requireRow(current, subjectId);
  return answerWholeMail(current, reader, subjectId, messageId);
});
