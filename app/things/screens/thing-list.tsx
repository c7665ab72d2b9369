import { getText, useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { requireUser } from '#app/current/permission.ts';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { notFound } from '#lib/calls/problems.ts';
import { hasKey } from '#lib/has-key.ts';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Problem } from '#lib/problem.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { THINGS_PATH, THING_KINDS } from '../thing.ts';
import type { Thing, ThingKind } from '../thing.ts';
import { findThings } from '../things.server.ts';
import '../things.css';
import type { Route } from './+types/thing-list';

export const loader = withCurrent(async (current, { params: { kind }, url, context }: Route.LoaderArgs) => {
  if (!hasKey(THING_KINDS, kind)) throw new Problem(notFound);
  requireUser(current);
  const after = url.searchParams.get('after') ?? undefined;
  const { subjects } = context.get(eventCatalogContext);
  const [{ things, next }, text] = await Promise.all([
    findThings(current, kind, after, subjects),
    getText(current.locale),
  ]);
  const { title, about } = THING_KINDS[kind];
  return {
    kind,
    things,
    next,
    isFirst: after === undefined,
    now: current.now().getTime(),
    head: { title: text(title), description: text(about), noindex: true },
  };
});

export default function ThingList({ loaderData: { kind, things, next, isFirst, now } }: Route.ComponentProps) {
  const { text } = useText();
  const { title, about, picture, ...words } = THING_KINDS[kind];
  const path = `${THINGS_PATH}/${kind}`;
  return (
    <div className="mx-auto max-w-4xl space-y-8">
      <header className="space-y-4">
        <SiteLink to={THINGS_PATH} className="inline-block py-1 font-bold underline">
          {text('things.page.title')}
        </SiteLink>
        <div className="flex items-center gap-5">
          <img src={picture} alt="" width="72" height="72" className="size-14 flex-none object-contain sm:size-18" />
          <h1 className="text-4xl sm:text-5xl">{text(title)}</h1>
        </div>
        <p className="text-lg">{text(about)}</p>
      </header>
      <LinkTabs label={text('things.page.kinds')} tabs={tabsOf(kind, text)} />
      {things.length === 0 && isFirst ? (
        <NoThings kind={kind} />
      ) : (
        <ul className="space-y-3">
          {things.map((thing) => (
            <ThingRow key={thing.key} thing={thing} now={now} />
          ))}
        </ul>
      )}
      <Pagination
        label={text('things.page.pages')}
        previous={isFirst ? undefined : { to: path, text: text('things.page.first') }}
        next={
          next === undefined ? undefined : { to: withQuery(path, { after: next }), text: text('things.page.older') }
        }
        link={SiteLink}
      />
      {'manage' in words && (
        <SiteLink to={words.manage.path} className={buttonClass('plain')}>
          {text(words.manage.text)}
        </SiteLink>
      )}
    </div>
  );
}

function tabsOf(kind: ThingKind, text: ReturnType<typeof useText>['text']) {
  return Object.entries(THING_KINDS).map(([name, { title }]) => {
    return { to: `${THINGS_PATH}/${name}`, title: text(title), isCurrent: name === kind };
  });
}

function ThingRow({ thing, now }: { readonly thing: Thing; readonly now: number }) {
  const { to, title, lang, picture, badge, facts, at } = thing;
  return (
    <li className="thing-row block-card block-link lift relative">
      {picture !== undefined && <img src={picture} alt="" width="64" height="64" loading="lazy" />}
      <div className="min-w-0 grow space-y-1">
        <SiteLink to={to} lang={lang} className="text-lg font-bold wrap-anywhere">
          {title}
        </SiteLink>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          {badge !== undefined && <Badge>{badge}</Badge>}
          {facts.map((fact) => (
            <span key={fact} className="wrap-anywhere">
              {fact}
            </span>
          ))}
          {at !== undefined && <RelativeTime at={at} now={now} />}
        </p>
      </div>
    </li>
  );
}

/** Leads on to where one gets some. */
function NoThings({ kind }: { readonly kind: ThingKind }) {
  const { text } = useText();
  const { empty, drawing, on, onPath } = THING_KINDS[kind];
  return (
    <EmptyState drawing={drawing}>
      <p className="text-lg">{text(empty)}</p>
      <SiteLink to={onPath} className={buttonClass('loud')}>
        {text(on)}
      </SiteLink>
    </EmptyState>
  );
}
