import { FormFields } from '#app/current/forms/form-fields.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import { readSegment } from '../campaigns/campaign-forms.server.ts';
import { countReaders } from '../campaigns/segments.server.ts';
import { getSubscription } from '../subscribers.server.ts';
import type { Route } from './+types/admin-readers';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const form = new FormData();
  for (const [name, value] of url.searchParams) form.append(name, value);
  const fields = new FormFields(form);
  const readers = await countReaders(current, getSubscription(fields.text('subscription')), readSegment(fields));
  return Response.json({ readers }, { headers: { 'cache-control': 'private, no-store' } });
});
