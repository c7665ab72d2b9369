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

import { findAliases } from './aliases/aliases.server.ts';
import { DEFAULT_CONTEXT } from './aliases/alias.ts';
import type { Current } from './current/current.server.ts';
import { forScreen } from './current/loads.server.ts';
import { htmlLang, localeOr, useText } from './current/locale.ts';
import { isAtLeast } from './current/role.ts';
import { effectiveRole } from './current/browser/session-user-store.ts';
import type { SessionUser } from './current/browser/session-user-store.ts';
import { ErrorPage } from './site/error-page.tsx';
import { DocumentHead } from './site/head/document-head.tsx';
import { fontLinks } from './site/font-links.ts';
import { Footer } from './site/shell/footer.tsx';
import { Header } from './site/shell/header.tsx';
import { PageAlive } from './site/shell/page-alive.tsx';
import { SkipLink } from './site/shell/skip-link.tsx';
import { StageBanner } from './site/shell/stage-banner.tsx';
import { MessageList } from './site/messages/message-list.tsx';
import { Notices } from './site/notices/notices.tsx';
import { TranslationNotice } from './site/notices/translation-notice.tsx';
import { VERSION } from './site/version.ts';
import { versionOf } from './policies/policy.ts';
import { PageViews } from './telemetry/page-views.tsx';
import './site.css';

const FIRST_YEAR = 2026;

/** What the shell around every screen says. */
export const loader = forScreen(async (current) => {
  const { locale, stage, config } = current;
  return {
    locale,
    stage,
    year: current.now().getUTCFullYear(),
    publicUrl: config.publicUrl,
    user: await findSessionUser(current),
    versions: {
      version: VERSION,
      terms: versionOf('terms'),
      termsRce: versionOf('terms-rce'),
      privacy: versionOf('privacy'),
    },
  };
});

/** Who the page is made for, as the browser keeps it. */
async function findSessionUser(current: Current): Promise<SessionUser | undefined> {
  const { userId, loginId = '', ownRole, masquerade } = current.actor;
  if (userId === undefined || ownRole === 'public') return undefined;
  const [found] = await findAliases(current, DEFAULT_CONTEXT, [userId]);
  const { alias } = found ?? {};
  return { userId, loginId, usertype: ownRole, ...(alias && { alias }), ...(masquerade && { masquerade }) };
}

export function Layout({ children }: { children: ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>('root');
  // The texts know it even where the loader has failed.
  const locale = localeOr(useText().locale);
  const isError = (useRouteError() ?? undefined) !== undefined;
  const fonts = fontLinks(locale);
  return (
    <html lang={htmlLang(locale)} data-locale={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <DocumentHead site={shell} locale={locale} isError={isError} />
        {fonts.preload.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="" />
        ))}
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        <SkipLink />
        <StageBanner stage={shell?.stage ?? 'www'} />
        <Header user={shell?.user} stage={shell?.stage ?? 'www'} />
        <TranslationNotice />
        <main id="content" tabIndex={-1} className="mx-auto w-full max-w-6xl grow px-4 py-8 outline-none sm:px-8">
          {children}
        </main>
        <Footer
          locale={locale}
          year={shell?.year ?? FIRST_YEAR}
          isStaff={isAtLeast(effectiveRole(shell?.user), 'staff')}
        />
        <Notices />
        <MessageList />
        {/* Down here it holds nothing up: the page is read in the machine's own faces meanwhile. */}
        {fonts.stylesheet && <link rel="stylesheet" href={fonts.stylesheet} />}
        <ScrollRestoration />
        <PageAlive shell={shell} />
        <Scripts />
        <PageViews />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const publicUrl = useRouteLoaderData<typeof loader>('root')?.publicUrl;
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} publicUrl={publicUrl} />;
  const { data, status } = error;
  const told = { requestId: textIn(data, 'requestId'), reason: textIn(data, 'message') };
  return <ErrorPage status={status} publicUrl={publicUrl} {...told} />;
}

function textIn(data: unknown, name: 'message' | 'requestId'): string | undefined {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
