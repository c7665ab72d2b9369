import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { Face } from './named-player-link.tsx';
import './arcade.css';

const DOORS: readonly { path: string; text: TextKey; isLoud?: boolean }[] = [
  { path: '/games/levelhead/tower', text: 'arcade.place.tower', isLoud: true },
  { path: '/games/levelhead/marketing', text: 'arcade.place.marketing' },
  { path: '/games/levelhead/players', text: 'arcade.place.players' },
];
const QUEUE = ['spookstone-screamer', 'bureau-employee', 'lord-bog', 'shade-rune', 'good-boy-17', 'lost-tourist'];

export function ArcadeLinks() {
  const { text } = useText();
  return (
    <section aria-labelledby="arcade" className="arcade-marquee @container space-y-6 p-8 sm:p-12">
      <h2 id="arcade" className="arcade-title text-4xl">
        {text('arcade.place.heading')}
      </h2>
      <p className="max-w-prose text-lg">{text('arcade.place.about')}</p>
      <ul className="flex flex-wrap gap-4">
        {DOORS.map(({ path, text: key, isLoud }) => (
          <li key={path}>
            <SiteLink to={path} className={buttonClass(isLoud ? 'loud' : 'plain')}>
              {text(key)}
            </SiteLink>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-3">
        {QUEUE.map((avatarId) => (
          <Face key={avatarId} avatarId={avatarId} size={64} />
        ))}
      </p>
    </section>
  );
}
