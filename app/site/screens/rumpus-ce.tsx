import type { ReactNode } from 'react';

import { getText, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { isProduction } from '#app/current/stage.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import picture from '#content/art/rumpus-ce.svg';
import { studio } from '#content/studio.ts';
import { buttonClass } from '#lib/ui/button.tsx';

import type { Route } from './+types/rumpus-ce';

export const loader = withCurrent(async (current) => {
  const text = await getText(current.locale);
  return {
    origin: current.config.publicUrl,
    hasContract: !isProduction(current.stage),
    head: {
      title: text('ce.page.title', { studio: studio.name }),
      description: text('ce.page.description', { studio: studio.name }),
      image: shareCardUrl('page', 'rumpus-ce', current.locale),
    },
  };
});

export const handle: CacheHandle = { cacheTopics: [] };

export default function RumpusCe({ loaderData: { origin, hasContract } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <div lang="en" className="space-y-14">
      <header className="grid items-center gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="@container space-y-6">
          <h1 className="squiggle text-4xl sm:text-5xl">{text('ce.page.title', { studio: studio.name })}</h1>
          <p className="max-w-[52ch] text-lg sm:text-xl">{text('ce.page.intro', { studio: studio.name })}</p>
          <DocsLinks hasContract={hasContract} />
        </div>
        <img src={picture} alt="" width="480" height="360" className="block-card mx-auto w-full max-w-md rotate-1" />
      </header>
      <div className="grid gap-6 md:grid-cols-3">
        <Part title={text('ce.api.heading')}>{text('ce.api.text')}</Part>
        <Part title={text('ce.keys.heading')}>
          <span>{text('ce.keys.text')}</span> <MoreLink to={`${MANUAL}#create-a-key`}>{text('ce.keys.link')}</MoreLink>
        </Part>
        <Part title={text('ce.crates.heading')}>{text('ce.crates.text')}</Part>
      </div>
      <Tools />
      <TypedClient origin={origin} />
      <FirstCalls origin={origin} />
    </div>
  );
}

const MANUAL = '/api/docs/community-edition';

function DocsLinks({ hasContract }: { hasContract: boolean }) {
  const { text } = useText();
  return (
    <p className="flex flex-wrap gap-4">
      <a href={MANUAL} className={buttonClass('loud')}>
        {text('ce.page.docs')}
      </a>
      {hasContract && (
        <a href="/api/openapi.json" className={buttonClass('plain')}>
          {text('ce.page.contract')}
        </a>
      )}
      <SiteLink to="/changelogs/rumpus-ce" className={buttonClass('plain')}>
        {text('ce.page.changelog')}
      </SiteLink>
    </p>
  );
}

function Tools() {
  const { text } = useText();
  const stories = [
    [text('ce.tools.browsers'), text('ce.tools.browsersText')],
    [text('ce.tools.trials'), text('ce.tools.trialsText')],
    [text('ce.tools.leagues'), text('ce.tools.leaguesText')],
    [text('ce.tools.campaigns'), text('ce.tools.campaignsText')],
  ];
  return (
    <section aria-labelledby="tools" className="space-y-6">
      <h2 id="tools" className="text-3xl">
        {text('ce.tools.heading')}
      </h2>
      <p className="max-w-[60ch]">{text('ce.tools.text')}</p>
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {stories.map(([name, story]) => (
          <div key={name} className="border-s-4 border-accent ps-4">
            <dt className="font-label">{name}</dt>
            <dd>{story}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function TypedClient({ origin }: { origin: string }) {
  const { text } = useText();
  return (
    <section aria-labelledby="client" className="space-y-4">
      <h2 id="client" className="text-3xl">
        {text('ce.client.heading')}
      </h2>
      <p className="max-w-[60ch]">
        <span>{text('ce.client.text')}</span>{' '}
        {studio.links.code && (
          <a href={studio.links.code} rel="noopener" className="text-link underline">
            {text('ce.client.link')}
          </a>
        )}
      </p>
      <div className="prose">
        <pre>
          <code lang="en">{clientExample(origin)}</code>
        </pre>
      </div>
    </section>
  );
}

function FirstCalls({ origin }: { origin: string }) {
  const { text, richText } = useText();
  return (
    <section aria-labelledby="try" className="space-y-4">
      <h2 id="try" className="text-3xl">
        {text('ce.start.heading')}
      </h2>
      <p className="max-w-[60ch]">{text('ce.start.text')}</p>
      <div className="prose">
        <pre>
          <code lang="en">{`curl -i ${origin}/api/version\n\ncurl '${origin}/api/storage/crates/public-library/items?limit=3'`}</code>
        </pre>
      </div>
      <p className="max-w-[60ch]">
        {richText('ce.start.terms', {
          link: (words) => (
            <SiteLink to="/terms-rce" className="text-link underline">
              {words}
            </SiteLink>
          ),
        })}
      </p>
    </section>
  );
}

function clientExample(origin: string): string {
  return `import { createClient } from 'rumpus-client';

const rumpus = createClient({ baseUrl: '${origin}' });
for await (const level of rumpus.rows('levelhead.findLevels', { query: { sort: 'HiddenGem' } })) {
  console.log(level.title);
}`;
}

function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <SiteLink to={to} className="text-link underline">
      {children}
    </SiteLink>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="@container block-card space-y-3 p-6 odd:-rotate-[0.5deg] even:rotate-[0.6deg]">
      <h2 className="text-2xl">{title}</h2>
      <p>{children}</p>
    </section>
  );
}
