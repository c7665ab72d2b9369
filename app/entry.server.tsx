import type { ReactNode } from 'react';
import { preloadModule } from 'react-dom';
import { renderToReadableStream } from 'react-dom/server';
import { ServerRouter, isRouteErrorResponse } from 'react-router';
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router';
import { textFiles } from 'virtual:text-files';

import { textsFor } from '#lib/locale/text-files.ts';
import { TextProvider } from '#lib/locale/text.tsx';
import { NonceProvider } from '#lib/nonce/nonce.tsx';

import { currentContext, nonceContext } from './current/current.server.ts';
import { toFormKey } from './current/forms/form-answers.server.ts';
import { FormKeyContext } from './current/forms/form-state.ts';
import { loadMessages } from './current/locale.ts';
import type { Locale } from './current/locale.ts';
import { loggedPath } from './door/logged-path.ts';

/** Renders the whole document before it is sent: no part of a page is deferred. */
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
        <FormKeyContext value={toFormKey(nonce)}>
          <EarlyTexts router={router} locale={locale}>
            <ServerRouter context={router} url={request.url} nonce={nonce} />
          </EarlyTexts>
        </FormKeyContext>
      </NonceProvider>
    </TextProvider>
  );
  const importMap = textFiles && { imports: textFiles.imports[locale] };
  // Else large parts come in hidden elements behind the page, which only a script puts in their places.
  const progressiveChunkSize = Number.MAX_SAFE_INTEGER;
  const body = await renderToReadableStream(page, { nonce, importMap, progressiveChunkSize, signal: request.signal });
  await body.allReady;
  // One chunk is sent and compressed much faster than the hundreds that React makes.
  const html = await new Response(body).text();
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(request.method === 'HEAD' ? null : html, { status, headers });
}

/** Scripts would import the texts one after another. As a sibling it would change React's ids on the server only. */
function EarlyTexts({ router, locale, children }: { router: EntryContext; locale: Locale; children: ReactNode }) {
  const { entry, routes } = router.manifest;
  const screens = router.staticHandlerContext.matches.map(({ route }) => routes[route.id]);
  const loaded = [entry, ...screens].filter((one) => one !== undefined);
  const scripts = loaded.flatMap(({ module, imports = [] }) => [module].concat(imports));
  for (const url of textFiles === undefined ? [] : textsFor(textFiles, locale, scripts)) preloadModule(url);
  return children;
}

/** Logs a bug once, with its request. Refusals do not come here, except the router's own. */
export const handleError: HandleErrorFunction = (error, { context, request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context
    .get(currentContext)
    .log.error({ err: error, path: loggedPath(new URL(request.url).pathname) }, 'bug in a screen');
};
