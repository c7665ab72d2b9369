import { barePath } from '#app/current/locale.ts';
import { noPage } from '#app/current/locale-segment.ts';
import { forScreen } from '#app/current/page/loads.server.ts';

import type { Route } from './+types/unknown';

/** Any address that is nobody else's; below a locale also those of statuses, such as `/ja-JP/503`. */
export const loader = forScreen((_current, { url }: Route.LoaderArgs) =>
  Promise.reject(noPage(barePath(url.pathname).slice(1))),
);

export default function Unknown() {
  return null;
}
