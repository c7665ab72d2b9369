import { DEFAULT_LOCALE, isLocale } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import { inScheme } from '../issues/issue.ts';
import { getPreview } from '../issues/preview.server.ts';
import type { Route } from './+types/telegrams-preview';

/** A mail as it looks, by day or by night: its inline styles need a policy that no page of ours has, and nothing in it runs. */
export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const wanted = url.searchParams.get('locale');
  const preview = await getPreview(current, params, isLocale(wanted) ? wanted : DEFAULT_LOCALE);
  return new Response(inScheme(preview.html, url.searchParams.get('scheme') === 'dark' ? 'dark' : 'light'), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; frame-ancestors 'self'",
    },
  });
});
