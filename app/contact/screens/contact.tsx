import { getText, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import drawing from '#content/art/contact.svg';

import { TopicTiles } from '../topic-tiles.tsx';

export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  return {
    head: {
      title: text('contact.page.title'),
      description: text('contact.page.description'),
    },
  };
});

export const handle: CacheHandle = { cacheTopics: [] };

export default function Contact() {
  const { text } = useText();
  return (
    <div className="mx-auto max-w-5xl space-y-8">
      <div className="grid items-center gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_18rem]">
        <header className="space-y-5">
          <h1 className="squiggle text-4xl sm:text-5xl">{text('contact.page.title')}</h1>
          <p className="text-lg">{text('contact.page.lead')}</p>
        </header>
        <img src={drawing} alt="" width="480" height="360" className="mx-auto w-full max-w-64 md:max-w-none" />
      </div>
      <section className="space-y-5">
        <h2 className="text-2xl">{text('contact.page.what')}</h2>
        <TopicTiles heading="h3" />
      </section>
      <p className="text-muted">
        <span>{text('contact.page.before')}</span>{' '}
        <SiteLink to="/changelog" className="font-bold underline">
          {text('contact.page.changelog')}
        </SiteLink>
      </p>
    </div>
  );
}
