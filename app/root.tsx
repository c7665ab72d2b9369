import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  isRouteErrorResponse,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import type { ReactNode } from 'react';

import type { Route } from './+types/root';
import { findAliases } from './aliases/aliases.server.ts';
import { DEFAULT_CONTEXT } from './aliases/alias.ts';
import { forScreen } from './current/loads.server.ts';
import { alternates, barePath, htmlLang, localeOr, useText } from './current/locale.ts';
import { isProduction } from './current/stage.ts';
import { ErrorPage } from './site/error-page.tsx';
import { Footer } from './site/footer.tsx';
import { Header } from './site/header.tsx';
import { SkipLink } from './site/skip-link.tsx';
import { StageBanner } from './site/stage-banner.tsx';
import './site.css';

const FIRST_YEAR = 2026;

/** What the shell around every screen says. */
export const loader = forScreen(async (current, { url }: Route.LoaderArgs) => {
  const { actor, locale, stage, config } = current;
  const path = barePath(url.pathname);
  const [alias] = actor.userId === undefined ? [] : await findAliases(current, DEFAULT_CONTEXT, [actor.userId]);
  return {
    locale,
    stage,
    year: current.now().getUTCFullYear(),
    // Only the studio's main site names its addresses to search engines (specification §2).
    canonical: isProduction(stage) ? `${config.publicUrl}${url.pathname}` : undefined,
    alternates: alternates(path, config.publicUrl),
    user:
      actor.userId === undefined
        ? undefined
        : { alias: alias?.alias ?? `@${actor.userId}`, masquerade: actor.masquerade, role: actor.ownRole },
  };
});

export function Layout({ children }: { children: ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>('root');
  // The texts know it even where the loader has failed.
  const locale = localeOr(useText().locale);
  return (
    <html lang={htmlLang(locale)} data-locale={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {shell?.canonical && <link rel="canonical" href={shell.canonical} />}
        {shell?.alternates.map(({ hreflang, href }) => (
          <link key={hreflang} rel="alternate" hrefLang={hreflang} href={href} />
        ))}
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        <SkipLink />
        <StageBanner stage={shell?.stage ?? 'www'} />
        <Header user={shell?.user} />
        <main id="content" tabIndex={-1} className="mx-auto w-full max-w-6xl grow px-4 py-8 outline-none sm:px-8">
          {children}
        </main>
        <Footer locale={locale} year={shell?.year ?? FIRST_YEAR} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} />;
  const { data, status } = error;
  return <ErrorPage status={status} requestId={textIn(data, 'requestId')} reason={textIn(data, 'message')} />;
}

function textIn(data: unknown, name: 'message' | 'requestId'): string | undefined {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
