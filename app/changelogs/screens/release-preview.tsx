import { data, redirect } from 'react-router';

import { inLocale, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { useUseCount } from '#app/editor/previews/use-count.ts';
import { Notice } from '#lib/ui/notice.tsx';

import { ReleaseList } from '../release-list.tsx';
import { getReleasePreview } from '../release-preview.server.ts';
import type { Route } from './+types/release-preview';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const { outPath, ...preview } = await getReleasePreview(current, params.token);
  if (outPath !== undefined) throw redirect(inLocale(params, outPath), 302);
  const title = `${preview.name} ${preview.release.version}`;
  const head = { title: title, description: title, noindex: true };
  // A link in a mail or a chat shall not bring it into a search engine, whatever reads it.
  const headers = { 'x-robots-tag': 'noindex', 'cache-control': 'private, no-store' };
  return data({ ...preview, now: current.now().getTime(), title, head }, { headers });
});

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function ReleasePreview({ loaderData: { release, path, title, now }, params }: Route.ComponentProps) {
  const { text } = useText();
  useUseCount(params.token);
  return (
    <div className="mx-auto max-w-4xl space-y-8">
      <Notice>{text('reading.preview.about')}</Notice>
      <h1 className="text-4xl wrap-anywhere">{title}</h1>
      <ReleaseList page={{ path, now, releases: [release] }} since={undefined} />
    </div>
  );
}
