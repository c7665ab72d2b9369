import { renderArticle } from '#app/articles/rendering.server.ts';
import { DEFAULT_LOCALE, getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Picture } from '#app/media/picture.tsx';

import { galleryDrawings, requireGallery } from '../gallery.server.ts';
import { ARTICLE_SAMPLE, Articles } from '../gallery/articles.tsx';
import { Buttons } from '../gallery/buttons.tsx';
import { Fields } from '../gallery/fields.tsx';
import { GallerySection } from '../gallery/gallery-section.tsx';
import { Lists } from '../gallery/lists.tsx';
import { Overlays } from '../gallery/overlays.tsx';
import { Selections } from '../gallery/selections.tsx';
import { Tables } from '../gallery/tables.tsx';
import { ToastSamples } from '../gallery/toast-samples.tsx';
import { Tokens } from '../gallery/tokens.tsx';
import { Typefaces } from '../gallery/typefaces.tsx';
import type { Route } from './+types/components';

export const loader = withCurrent(async (current) => {
  requireGallery(current);
  const text = await getText(current.locale);
  const title = text('dev.components.title');
  const read = () => Promise.resolve(ARTICLE_SAMPLE);
  const { html } = await renderArticle(current, { key: 'gallery', locale: DEFAULT_LOCALE, read });
  const head = { title, description: text('dev.components.note') };
  return { head, drawings: galleryDrawings(current), article: html };
});

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
        <Selections />
        <Lists />
        <Articles html={loaderData.article} />
        <Drawings names={loaderData.drawings} />
      </div>
    </div>
  );
}

function Drawings({ names }: { readonly names: readonly string[] }) {
  return (
    <GallerySection title="Drawings" note={`All ${names.length} of content/art, by the names that snippets have.`}>
      <ul className="grid grid-cols-2 gap-5 sm:grid-cols-3 lg:grid-cols-4">
        {names.map((name) => (
          <li key={name} className="overflow-hidden rounded-card border-3 border-edge bg-surface">
            <Picture
              of={name}
              alt=""
              width={256}
              height={192}
              maxWidth={512}
              loading="lazy"
              className="aspect-[4/3] w-full object-contain p-2"
            />
            <p className="border-t-3 border-edge px-3 py-1 text-sm break-words">{name}</p>
          </li>
        ))}
      </ul>
    </GallerySection>
  );
}
