import { DEFAULT_LOCALE, getText, useText } from '#app/current/locale.ts';
import { headOf } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { titleOf } from '#app/current/page/title.ts';
import { renderPostBody } from '#app/posts/blocks/post-body.server.ts';
import { ARTICLE_SAMPLE, Articles } from '../gallery/articles.tsx';
import { Buttons } from '../gallery/buttons.tsx';
import { Drawings } from '../gallery/drawings.tsx';
import { Typefaces } from '../gallery/typefaces.tsx';
import { Fields } from '../gallery/fields.tsx';
import { Lists } from '../gallery/lists.tsx';
import { Overlays } from '../gallery/overlays.tsx';
import { Tables } from '../gallery/tables.tsx';
import { Tokens } from '../gallery/tokens.tsx';
import { ToastSamples } from '../gallery/toast-samples.tsx';
import { galleryDrawings, requireGallery } from '../gallery.server.ts';

import type { Route } from './+types/components';

export const loader = withCurrent(async (current) => {
  requireGallery(current);
  const text = await getText(current.locale);
  const title = await titleOf(current.locale, text('dev.components.title'));
  const read = () => Promise.resolve(ARTICLE_SAMPLE);
  const { html } = await renderPostBody(current, { key: 'gallery', locale: DEFAULT_LOCALE, read });
  const head = { title, description: text('dev.components.note') };
  return { head, drawings: galleryDrawings(current), article: html };
});

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function Components({ loaderData }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="space-y-16">
      <div className="space-y-4">
        <h1 className="squiggle text-5xl">{text('dev.components.title')}</h1>
        <p className="max-w-[68ch]">{text('dev.components.note')}</p>
      </div>
      {/* The gallery is for developers, so it is not translated. */}
      <div lang="en" className="space-y-16">
        <Tokens />
        <Typefaces />
        <Buttons />
        <Fields />
        <Overlays />
        <ToastSamples />
        <Tables />
        <Lists />
        <Articles html={loaderData.article} />
        <Drawings names={loaderData.drawings} />
      </div>
    </div>
  );
}
