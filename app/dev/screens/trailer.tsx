import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { TrailerFacade } from '#app/games/page/trailer-facade.tsx';

import { requireLocalhost } from '../sign-in.server.ts';

export const loader = withCurrent(async (current) => {
  requireLocalhost(current);
  const text = await getText(current.locale);
  const title = text('dev.trailer.title');
  return { head: { title, description: text('dev.trailer.note') } };
});

/** Longer than any id of a video. */
const NO_FILM = 'sample-no-film';

export default function TrailerSample() {
  const { text } = useText();
  return (
    <section className="mx-auto max-w-3xl space-y-6">
      <h1 className="squiggle text-4xl">{text('dev.trailer.title')}</h1>
      <p>{text('dev.trailer.note')}</p>
      <TrailerFacade game="Crashlands 2" youtubeId={NO_FILM} poster="banner-crashlands-2" />
    </section>
  );
}
