import type { ReactNode } from 'react';
import { preloadModule } from 'react-dom';
import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter, isRouteErrorResponse } from 'react-router';
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router';
import { textFiles } from 'virtual:text-files';

import { currentContext, nonceContext } from './current/current.server.ts';
import { loadMessages } from './current/locale.ts';
import type { Locale } from './current/locale.ts';
import { loggedPath } from './door/logged-path.ts';
import { textsFor } from '#lib/locale/text-files.ts';
import { TextProvider } from '#lib/locale/text.tsx';
import { NonceProvider } from '#lib/nonce/nonce.tsx';

/** Renders the document whole: nothing on these pages comes later than the rest. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { locale } = context.get(currentContext);
  const nonce = context.get(nonceContext);
  const messages = await loadMessages(locale);
  const page = (
    <TextProvider locale={locale} messages={messages}>
      <NonceProvider nonce={nonce}>
        <EarlyTexts router={router} locale={locale}>
          <ServerRouter context={router} url={request.url} nonce={nonce} />
        </EarlyTexts>
      </NonceProvider>
    </TextProvider>
  );
  const importMap = textFiles && { imports: textFiles.imports[locale] };
  const body = await renderToReadableStream(page, { nonce, importMap, signal: request.signal });
  await body.allReady;
  // In one piece, which is sent and compressed far quicker than the hundreds that React makes.
  const html = await new Response(body).text();
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(request.method === 'HEAD' ? null : html, { status, headers });
}

/**
 * Has the browser load the texts of the page beside its scripts, which would else name them one after another. It stands
 * around the page: beside it, it would change the ids that React makes on the server only.
 */
function EarlyTexts({ router, locale, children }: { router: EntryContext; locale: Locale; children: ReactNode }) {
  const { entry, routes } = router.manifest;
  const screens = router.staticHandlerContext.matches.map(({ route }) => routes[route.id]);
  const loaded = [entry, ...screens].filter((one) => one !== undefined);
  const scripts = loaded.flatMap(({ module, imports = [] }) => [module].concat(imports));
  for (const url of textFiles === undefined ? [] : textsFor(textFiles, locale, scripts)) preloadModule(url);
  return children;
}

/** A bug in a screen: logged once with its request. A refusal never comes here, and what the router refuses itself is none. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context
    .get(currentContext)
    .log.error({ err: error, path: loggedPath(new URL(request.url).pathname) }, 'bug in a screen');
};
