import { redirect } from 'react-router';

import { noPage } from '#app/current/locale-segment.ts';
import { inLocale, localeFromPath, pathWithoutLocale } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { findPathOfShortAddress } from '#app/levelhead/short-address.ts';

import type { Route } from './+types/unknown';

/** Any other address, such as the short ones of Levelhead, and below a locale those of statuses, such as `/ja-JP/503`. */
export const loader = withCurrent(async (_current, { url }: Route.LoaderArgs) => {
  const path = pathWithoutLocale(url.pathname);
  const long = findPathOfShortAddress(path);
  if (long === undefined) throw noPage(path.slice(1));
  throw redirect(inLocale({ locale: localeFromPath(url.pathname) }, long) + url.search, 301);
});

export default function Unknown() {
  return null;
}
