import { DEFAULT_CONTEXT, profilePath } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import { getText, useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { requireUser } from '#app/current/permission.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import { MAX_COUNTED, THINGS_PATH, THING_KINDS } from '../thing.ts';
import type { ThingKind } from '../thing.ts';
import { countThings } from '../things.server.ts';
import '../things.css';
import type { Route } from './+types/things';

export const loader = withCurrent(async (current) => {
  const userId = requireUser(current);
  const [counts, [alias], text] = await Promise.all([
    countThings(current),
    findAliases(current, DEFAULT_CONTEXT, [userId], { asVisitor: true }),
    getText(current.locale),
  ]);
  return {
    counts,
    profile: alias?.alias === undefined || alias.anonymous === true ? undefined : profilePath(alias.alias),
    head: { title: text('things.page.title'), description: text('things.page.about'), noindex: true },
  };
});

export default function Things({ loaderData: { counts, profile } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div className="space-y-10">
      <header className="space-y-4">
        <h1 className="squiggle text-4xl sm:text-5xl">{text('things.page.title')}</h1>
        <p className="max-w-prose text-lg">{text('things.page.about')}</p>
        <p className="flex flex-wrap gap-3">
          {profile !== undefined && (
            <SiteLink to={profile} className={buttonClass('plain')}>
              {text('things.page.profile')}
            </SiteLink>
          )}
          <SiteLink to="/account" className={buttonClass('quiet')}>
            {text('things.page.account')}
          </SiteLink>
        </p>
      </header>
      <ul className="thing-tiles">
        {Object.keys(THING_KINDS).map((name) => (
          <Tile key={name} kind={name as ThingKind} count={counts[name as ThingKind]} />
        ))}
      </ul>
    </div>
  );
}

function Tile({ kind, count }: { readonly kind: ThingKind; readonly count: number }) {
  const { text, formatNumber } = useText();
  const { title, about, picture } = THING_KINDS[kind];
  return (
    <li className="thing-tile block-card block-link lift relative" data-kind={kind}>
      <span className="thing-tile-head">
        <img src={picture} alt="" width="96" height="96" />
      </span>
      <div className="min-w-0 space-y-1 p-4 sm:p-5">
        <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 text-xl">
          <SiteLink to={`${THINGS_PATH}/${kind}`}>{text(title)}</SiteLink>
          <span className="font-display text-2xl">
            {count > MAX_COUNTED ? text('things.page.more', { count: MAX_COUNTED }) : formatNumber(count)}
          </span>
        </h2>
        <p className="text-muted">{text(about)}</p>
      </div>
    </li>
  );
}
