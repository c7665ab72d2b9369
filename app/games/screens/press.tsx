import { getText, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { studio } from '#content/studio.ts';
import type { StudioLink } from '#content/studio.ts';

import { Fact } from '../page/game-facts.tsx';
import { PressImages } from '../presskit/press-images.tsx';
import { PressContact, PressSection } from '../presskit/press-section.tsx';
import { pressKitPath } from '../presskit/presskit.ts';
import type { StudioKit } from '../presskit/presskit.ts';
import { getStudioKit, studioStory } from '../presskit/studio-kit.server.ts';
import type { Route } from './+types/press';

export const loader = withCurrent(async (current) => {
  const kit = await getStudioKit(current);
  const text = await getText(current.locale);
  const head = {
    title: text('press.page.title', { studio: kit.name }),
    description: text('press.page.description', { studio: kit.name }),
  };
  return { kit, story: studioStory, head };
});

export const handle: CacheHandle = { cacheTopics: [] };

export default function Press({ loaderData: { kit, story } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <article className="block-card mx-auto max-w-5xl space-y-12 p-6 sm:p-10 print:max-w-none print:border-0 print:p-0 print:shadow-none">
      <header className="space-y-5">
        <h1 className="squiggle text-4xl sm:text-5xl">{text('press.page.title', { studio: kit.name })}</h1>
        <p className="text-lg">{text('press.page.description', { studio: kit.name })}</p>
      </header>
      <PressSection id="facts" heading={text('games.presskit.facts')}>
        <Facts kit={kit} />
      </PressSection>
      <Words kit={kit} story={story} />
      <PressSection id="logo" heading={text('games.presskit.logo')}>
        <PressImages images={kit.images} />
      </PressSection>
      <PressSection id="games" heading={text('press.games.heading')}>
        <Kits kit={kit} />
      </PressSection>
      <PressContact email={kit.contact} />
    </article>
  );
}

function Facts({ kit: { name, website, games } }: { kit: StudioKit }) {
  const { text, formatList } = useText();
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-[max-content_1fr]">
      <Fact label={text('press.facts.studio')}>{name}</Fact>
      <Fact label={text('games.presskit.website')}>
        <span className="break-all">{website}</span>
      </Fact>
      <Fact label={text('press.facts.games')}>{formatList(games.map((game) => game.name))}</Fact>
      {elsewhere.length > 0 && (
        <Fact label={text('shell.footer.social')}>
          <ul className="flex flex-wrap gap-x-5">
            {elsewhere.map(({ href, name }) => (
              <li key={href}>
                <a href={href} rel="noopener" className="inline-block py-1 font-bold text-link underline">
                  {text(name)}
                </a>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}

const ELSEWHERE: { link: StudioLink; name: TextKey }[] = [
  { link: 'chat', name: 'shell.footer.chat' },
  { link: 'video', name: 'shell.footer.video' },
  { link: 'social', name: 'shell.footer.feed' },
  { link: 'code', name: 'shell.footer.code' },
];

const elsewhere = ELSEWHERE.flatMap(({ link, name }) => {
  const href = studio.links[link];
  return href === undefined ? [] : [{ href, name }];
});

function Words({ kit, story }: { kit: StudioKit; story: readonly string[] }) {
  const { text } = useText();
  return (
    <PressSection id="words" heading={text('games.presskit.words')} copy={[kit.description, ...story].join('\n\n')}>
      <p lang="en" className="text-lg font-bold">
        {kit.description}
      </p>
      {story.map((paragraph) => (
        <p key={paragraph} lang="en">
          {paragraph}
        </p>
      ))}
      <p className="print:hidden">
        <SiteLink to="/about" className="inline-block py-1 font-bold text-link underline">
          {text('press.about.more', { studio: kit.name })}
        </SiteLink>
      </p>
    </PressSection>
  );
}

function Kits({ kit }: { kit: StudioKit }) {
  const { text } = useText();
  return (
    <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      {kit.games.map(({ name, slug }) => (
        <li key={slug}>
          <SiteLink to={pressKitPath(slug)} className="inline-block py-1 font-bold text-link underline">
            {text('games.presskit.title', { game: name })}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}
