import { getText, useText } from '#app/current/locale.ts';
import { headOf } from '#app/current/page/head.ts';
import { forScreen } from '#app/current/page/loads.server.ts';
import { titleOf } from '#app/current/page/title.ts';
import { Buttons } from '../gallery/buttons.tsx';
import { Drawings } from '../gallery/drawings.tsx';
import { Faces } from '../gallery/faces.tsx';
import { Fields } from '../gallery/fields.tsx';
import { Lists } from '../gallery/lists.tsx';
import { Openers } from '../gallery/openers.tsx';
import { Tables } from '../gallery/tables.tsx';
import { Tokens } from '../gallery/tokens.tsx';
import { Voices } from '../gallery/voices.tsx';
import { galleryDrawings, requireGallery } from '../gallery.server.ts';

import type { Route } from './+types/components';

export const loader = forScreen(async (current) => {
  requireGallery(current);
  const text = await getText(current.locale);
  const title = await titleOf(current.locale, text('dev.components.title'));
  return { head: { title, description: text('dev.components.note') }, drawings: galleryDrawings(current) };
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
      {/* Specimens are for those who build the site, and stay in the language of its code. */}
      <div lang="en" className="space-y-16">
        <Tokens />
        <Faces />
        <Buttons />
        <Fields />
        <Openers />
        <Voices />
        <Tables />
        <Lists />
        <Drawings names={loaderData.drawings} />
      </div>
    </div>
  );
}
