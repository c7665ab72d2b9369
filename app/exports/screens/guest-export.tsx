import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Problem } from '#lib/problem.ts';

import { readGuestLink } from '../by-mail/asking.server.ts';
import { ExportStatus } from '../export-panel.tsx';
import { GUEST_PAGE } from '../export.ts';
import { findExport } from '../exports.server.ts';
import { noExport } from '../problems.ts';
import type { Route } from './+types/guest-export';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const link = readGuestLink(current, params.token);
  if (link === undefined) throw new Problem(noExport);
  const last = await findExport(current, link.owner);
  const text = await getText(current.locale);
  return {
    // Whoever has the link of an older one sees nothing of a newer.
    last: last?.exportId === link.exportId ? last : undefined,
    page: `${GUEST_PAGE}/${params.token}`,
    head: { title: text('exports.confirm.title'), description: text('exports.guest.about'), noindex: true },
  };
});

export default function GuestExport({ loaderData: { last, page } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="mx-auto max-w-2xl space-y-6">
      <h1 className="text-4xl">{text('exports.confirm.title')}</h1>
      <div className="block-card space-y-5 p-5 sm:p-7">
        {last === undefined ? (
          <>
            <p>{text('exports.guest.over')}</p>
            <p>
              <SiteLink to={GUEST_PAGE} className="text-link underline">
                {text('exports.guest.title')}
              </SiteLink>
            </p>
          </>
        ) : (
          <ExportStatus of={last} page={page} download={`${page}/download`} />
        )}
      </div>
    </div>
  );
}
