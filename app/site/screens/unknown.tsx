import { pathWithoutLocale } from '#app/current/locale.ts';
import { noPage } from '#app/current/locale-segment.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import type { Route } from './+types/unknown';

/** Any other address, and below a locale those of statuses, such as `/ja-JP/503`. */
export const loader = withCurrent((_current, { url }: Route.LoaderArgs) =>
  Promise.reject(noPage(pathWithoutLocale(url.pathname).slice(1))),
);

export default function Unknown() {
  return null;
}
