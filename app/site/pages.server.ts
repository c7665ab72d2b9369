import { RouterContextProvider, createRequestHandler } from 'react-router';
import * as build from 'virtual:react-router/server-build';

import { currentContext, nonceContext } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';

const handle = createRequestHandler(build, import.meta.env.MODE);

/** Renders a screen for who asks. @param nonce marks its scripts and styles as ours */
export function renderPage(request: Request, current: Current, nonce: string): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(currentContext, current);
  context.set(nonceContext, nonce);
  return handle(request, context);
}
