import { getText, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { shareCardUrl } from '#app/media/share-card.ts';
import { studio } from '#content/studio.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { getStory } from '../about/story.server.ts';
import { Story } from '../about/story.tsx';
import { TeamList } from '../about/team-list.tsx';
import { teamOn } from '../about/team.ts';
import type { Route } from './+types/about';

export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  return {
    story: await getStory(),
    members: teamOn(current.stage),
    head: {
      title: text('about.page.title', { studio: studio.name }),
      description: text('about.page.description', { studio: studio.name }),
      image: shareCardUrl('page', 'about', current.locale),
    },
  };
});

export const handle: CacheHandle = { cacheTopics: [] };

export default function About({ loaderData: { story, members } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="space-y-16">
      <Story title={text('about.page.title', { studio: studio.name })} story={story}>
        <SiteLink to="/rumpus-ce" className={buttonClass('plain')}>
          {text('about.platform.link')}
        </SiteLink>
        <SiteLink to="/contact" className={buttonClass('plain')}>
          {text('contact.page.title')}
        </SiteLink>
        <SiteLink to="/press" className={buttonClass('plain')}>
          {text('games.links.presskit')}
        </SiteLink>
      </Story>
      <section aria-labelledby="team" className="space-y-10">
        <div className="max-w-[60ch] space-y-4">
          <h2 id="team" className="squiggle text-3xl sm:text-4xl">
            {text('about.team.heading')}
          </h2>
          <p className="text-lg">{text('about.team.mascots', { count: members.length })}</p>
        </div>
        <TeamList members={members} />
      </section>
    </div>
  );
}
