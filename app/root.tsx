import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import {
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  isRouteErrorResponse,
  redirect,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';

import { CallClientContext } from '#lib/calls/browser/use-call-client.ts';
import { loadOnUse } from '#lib/ui/load-on-use.tsx';

import type { Route } from './+types/root';
import { getSessionUser } from './accounts/accounts.server.ts';
import { banPagePath } from './accounts/ban-page.server.ts';
import { findKeptPath } from './accounts/merged-ids.server.ts';
import { findRequestSettings } from './accounts/settings/settings.server.ts';
import type { SessionUser } from './current/browser/session-user.ts';
import { currentContext } from './current/current.server.ts';
import type { Current } from './current/current.server.ts';
import { htmlLang, localeOrDefault, useText } from './current/locale.ts';
import { findWayBack } from './current/masquerade.server.ts';
import { withCurrent } from './current/page/loaders.server.ts';
import { isStaff } from './current/role.ts';
import { offeredProviders } from './login/providers/providers.server.ts';
import { findBadgeCount } from './notifications/counts.server.ts';
import { eventCatalogContext } from './notifications/event-kind.server.ts';
import { versionInForce } from './policies/policy.ts';
import { apiClient } from './site/browser/api-client.ts';
import { keepPage, useDataRouter } from './site/browser/keep-page.ts';
import { ErrorPage } from './site/error-page.tsx';
import { fontLinks } from './site/font-links.server.ts';
import { FontSheets } from './site/font-sheets.tsx';
import { DocumentHead } from './site/head/document-head.tsx';
import { MessageList } from './site/notices/message-list.tsx';
import { Notices } from './site/notices/notices.tsx';
import { BanBanner, StageBanner, TranslationNotice } from './site/shell/banners.tsx';
import { Footer } from './site/shell/footer.tsx';
import { Header, SkipLink } from './site/shell/header.tsx';
import { PageEffects } from './site/shell/page-effects.tsx';
import { VERSION } from './site/version.ts';

import '#content/fonts/faces.css';

import './site.css';
import { FaultNotice, GuardedPart } from './site/view-boundary.tsx';

const FIRST_YEAR = 2026;
/** Nobody else loads it. */
const StaffShell = loadOnUse(async () => (await import('./admin/doors/staff-shell.tsx')).StaffShell, true);

export const loader = withCurrent(async (current, { context }: Route.LoaderArgs) => {
  const { locale, stage, config } = current;
  return {
    locale,
    stage,
    fonts: fontLinks(locale),
    year: current.now().getUTCFullYear(),
    publicUrl: config.publicUrl,
    user: await findSessionUser(current),
    theme: await findTheme(current),
    ...findWayBack(current),
    count: await findBadgeCount(current, context.get(eventCatalogContext)),
    banPage: current.actor.bannedId && banPagePath(current, current.actor.bannedId),
    providers: offeredProviders(config),
    versions: {
      version: VERSION,
      terms: versionInForce('terms'),
      termsRce: versionInForce('terms-rce'),
      privacy: versionInForce('privacy'),
    },
  };
});

/** Addresses with the Lookup Code of a merged account lead on. Feeds of authors are there for any code. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, request, url: { pathname, search } }, next) => {
    const response = await next();
    if (request.method === 'POST' || (response.status !== 404 && !pathname.includes('@'))) return response;
    const kept = await findKeptPath(context.get<Current>(currentContext), pathname);
    if (kept === undefined) return response;
    await response.body?.cancel();
    throw redirect(kept + search, 301);
  },
];

export const clientMiddleware = [keepPage];

async function findSessionUser(current: Current): Promise<SessionUser | undefined> {
  return current.actor.userId === undefined ? undefined : getSessionUser(current, current.actor.userId);
}

/** Undefined where it is that of the device. */
async function findTheme({ actor, db, rowCache }: Current): Promise<'light' | 'dark' | undefined> {
  if (actor.userId === undefined) return undefined;
  const { theme } = await findRequestSettings(db, rowCache, actor.userId);
  return theme === 'system' ? undefined : theme;
}

export function Layout({ children }: { children: ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>('root');
  const { user, theme, count, providers = [], stage = 'www' } = shell ?? {};
  // The texts have it even when the loader has failed.
  const locale = localeOrDefault(useText().locale);
  const isError = (useRouteError() ?? undefined) !== undefined;
  useDataRouter();
  return (
    <html lang={htmlLang(locale)} data-locale={locale} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        <DocumentHead site={shell} locale={locale} isError={isError} />
        {shell?.fonts.preload.map(({ href, media }) => (
          <link key={href} rel="preload" href={href} media={media} as="font" type="font/woff2" crossOrigin="" />
        ))}
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        <CallClientContext value={apiClient}>
          <GuardedPart>
            <SkipLink />
            <StageBanner stage={stage} />
            <BanBanner page={shell?.banPage} />
            {user && isStaff(user.usertype) && <StaffShell user={user} stage={stage} />}
            <Header user={user} count={count} providers={providers} stage={stage} />
            <TranslationNotice />
          </GuardedPart>
          <main id="content" tabIndex={-1} className="mx-auto w-full max-w-6xl grow px-4 py-8 outline-none sm:px-8">
            <GuardedPart isContent>{children}</GuardedPart>
          </main>
          <GuardedPart>
            <Notices />
          </GuardedPart>
          <GuardedPart>
            <Footer locale={locale} year={shell?.year ?? FIRST_YEAR} />
          </GuardedPart>
          <Overlays />
          {shell && <FontSheets fonts={shell.fonts} locale={shell.locale} />}
          <ScrollRestoration />
          <GuardedPart>
            <PageEffects shell={shell} />
          </GuardedPart>
          <Scripts />
        </CallClientContext>
      </body>
    </html>
  );
}

function Overlays() {
  return (
    <>
      <GuardedPart>
        <PlayerSlot />
      </GuardedPart>
      <GuardedPart>
        <MessageList />
      </GuardedPart>
    </>
  );
}

/** Around every page, so that what plays goes on when the page changes. */
function PlayerSlot() {
  const [bar, setBar] = useState<ReactNode>();
  useEffect(() => {
    const show = (event: Event) => setBar((event as CustomEvent<ReactNode>).detail);
    addEventListener('player', show);
    return () => removeEventListener('player', show);
  }, []);
  return bar;
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const publicUrl = useRouteLoaderData<typeof loader>('root')?.publicUrl;
  const hasServerFailed = Boolean(useDataRouter()?.state.errors);
  if (!hasServerFailed) return <FaultNotice words="" onRetry={() => location.reload()} />;
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} publicUrl={publicUrl} />;
  const { data, status } = error;
  const isGeneral = GENERAL.has(textIn(data, 'code'));
  const details = { requestId: textIn(data, 'requestId'), reason: isGeneral ? undefined : textIn(data, 'message') };
  return <ErrorPage status={status} publicUrl={publicUrl} {...details} />;
}

/** Codes of refusals that say no more than the sentence of their status; their problems would load on every page. */
const GENERAL: ReadonlySet<string | undefined> = new Set(['call.badAddress', 'current.unknownPage']);

function textIn(data: unknown, name: 'code' | 'message' | 'requestId'): string | undefined {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
