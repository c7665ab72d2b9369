import { RouterContextProvider, createContext, createRequestHandler, redirect } from 'react-router';
import type { LoaderFunctionArgs, ServerBuild } from 'react-router';
import * as build from 'virtual:react-router/server-build';

import { choiceCatalogContext } from '#app/choices/choice.server.ts';
import type { ChoiceCatalog } from '#app/choices/choice.server.ts';
import { currentContext, nonceContext } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { noPage } from '#app/current/locale-segment.ts';
import { routerError } from '#app/current/page/loaders.server.ts';
import { unknownPage } from '#app/current/problems.ts';
import { loginPath } from '#app/current/return-route.ts';
import { isAtLeast } from '#app/current/role.ts';
import { isProduction } from '#app/current/stage.ts';
import { exportCatalogContext } from '#app/exports/export-catalog.server.ts';
import type { ExportCatalog } from '#app/exports/export-catalog.server.ts';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import type { EventCatalog } from '#app/notifications/event-kind.server.ts';
import { consoleContext } from '#app/noun/noun.server.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';
import { reportKindsContext } from '#app/reports/report-kind.server.ts';
import type { ReportKind } from '#app/reports/report-kind.server.ts';
import { badAddress, methodNotAllowed } from '#lib/calls/problems.ts';
import { memoize } from '#lib/memoize.ts';
import { Problem } from '#lib/problem.ts';

import { isFirstSegment, looksLikeHost, matchScreen } from './addresses.server.ts';
import type { ScreenMatch } from './addresses.server.ts';
import { readPageForm } from './page-forms.server.ts';
import { isWrite } from './request-limits.server.ts';

// The door checks the origin of a change: the router would compare with the address behind the proxy.
const site: ServerBuild = { ...build, allowedActionOrigins: ['**'] };
const refusalContext = createContext<Problem | Response>();

type RequestHandler = ReturnType<typeof createRequestHandler>;

const handleAny: RequestHandler = createRequestHandler(site, import.meta.env.MODE);

interface ScreenHandlers {
  readonly handle: RequestHandler;
  readonly handleRefused: RequestHandler;
}

/** With a screen's own routes alone: to go through all of them took a sixth of the time of a page. */
const handlersFor = memoize((id: string | undefined): ScreenHandlers => {
  const screen = pickBuild(id);
  return {
    handle: createRequestHandler(screen, import.meta.env.MODE),
    handleRefused: createRequestHandler(refusing(screen), import.meta.env.MODE),
  };
});

function pickBuild(screen: string | undefined): ServerBuild {
  const ids = new Set(['root']);
  for (let id = screen; id !== undefined; id = site.routes[id]?.parentId) ids.add(id);
  const pick = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  const { routes, assets } = site;
  return { ...site, routes: pick(routes), assets: { ...assets, routes: pick(assets.routes) } };
}

interface PageVisit {
  readonly current: Current;
  readonly nonce: string;
  readonly catalog: EventCatalog;
  readonly consoleParts: ConsoleParts;
  readonly choices: ChoiceCatalog;
  readonly reportKinds: readonly ReportKind[];
  readonly exportCatalog: ExportCatalog;
}

/** @throws Problem 404 before any loader or action runs, when there is no such screen for the actor; else as `readPageForm` */
export async function renderPage(request: Request, visit: PageVisit): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (isRoutesPath(pathname)) return findRoutes(request);
  if (looksLikeHost(pathname)) throw new Problem(unknownPage);
  const screen = matchScreen(pathname);
  const signIn = screen && requireScreen(visit.current, request, screen);
  const context = createRouterContext(visit);
  const { handle, handleRefused } = handlersFor(screen?.id);
  // After the screen is known to be for the actor: what some of them take is long.
  if (signIn === undefined)
    return handle(isWrite(request) ? await readPageForm(request, screen?.handle) : request, context);
  context.set(refusalContext, redirect(signIn));
  return handleRefused(request, context);
}

function isRoutesPath(path: string): boolean {
  return site.routeDiscovery.mode === 'lazy' && path === site.routeDiscovery.manifestPath;
}

/** As the router of a browser asks before it goes to a page. The same for everyone, and only for who knows the path. */
async function findRoutes(request: Request): Promise<Response> {
  if (isWrite(request)) throw new Problem(methodNotAllowed);
  const paths = new URL(request.url).searchParams.get('paths')?.split(',') ?? [];
  if (paths.length > MAX_PATHS) throw new Problem(badAddress);
  const response = await handleAny(request);
  // The door may add a cookie.
  if (response.status === 200) response.headers.set('cache-control', 'private, max-age=31536000, immutable');
  return response;
}

/** A browser asks for one path and all above it, or for some links that were pointed at. */
const MAX_PATHS = 32;

/**
 * The first segment may be a locale. /admin, /editor and /api/docs are for staff, on production /editor alone (specification §2, §6).
 * @returns the address of the sign-in for a visitor, who may turn out to be staff
 */
function requireScreen(
  { actor, stage }: Current,
  { url, method }: Request,
  { path, params }: ScreenMatch,
): string | undefined {
  const { locale } = params;
  if (locale !== undefined && !isFirstSegment(locale, path)) throw noPage(locale);
  const area = findStaffArea(path.replace(':locale?/', ''));
  if (area === undefined) return undefined;
  const isOpen = area === 'editor' || !isProduction(stage);
  if (isOpen && isAtLeast(actor.role, 'staff')) return undefined;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isOpen || actor.userId !== undefined || !isRead) throw new Problem(unknownPage);
  return loginPath(new URL(url), params);
}

function findStaffArea(screen: string): string | undefined {
  const [first = ''] = screen.split('/');
  return screen === 'api/docs' || first === 'admin' || first === 'editor' ? first : undefined;
}

export async function renderRefusal(request: Request, visit: PageVisit, refusal: Problem): Promise<Response> {
  const context = createRouterContext(visit);
  context.set(refusalContext, refusal);
  const { headers, method } = request;
  const { pathname } = new URL(request.url);
  const isHost = looksLikeHost(pathname);
  // The router would answer a refused request for routes.
  const url = isHost || isRoutesPath(pathname) ? new URL('/404', request.url) : request.url;
  // After a failed action the router omits the shell's data; a GET of the page has it.
  const isForm = method !== 'HEAD' && !pathname.endsWith('.data');
  const { handleRefused } = handlersFor(matchScreen(new URL(url).pathname)?.id);
  const given = new Headers(headers);
  // The door has judged it; the router would parse it, and fail.
  given.delete('origin');
  const page = await handleRefused(new Request(url, { method: isForm ? 'GET' : method, headers: given }), context);
  // In a browser the page's scripts would write links by the address, which lead to that host.
  if (isHost) page.headers.set('refresh', '0;url=/404');
  return page;
}

function createRouterContext(visit: PageVisit): RouterContextProvider {
  const { current, nonce, catalog, consoleParts, choices, reportKinds, exportCatalog } = visit;
  const context = new RouterContextProvider();
  context.set(currentContext, current);
  context.set(nonceContext, nonce);
  context.set(eventCatalogContext, catalog);
  context.set(consoleContext, consoleParts);
  context.set(choiceCatalogContext, choices);
  context.set(reportKindsContext, reportKinds);
  context.set(exportCatalogContext, exportCatalog);
  return context;
}

function refusing({ routes, ...rest }: ServerBuild): ServerBuild {
  const refused = Object.entries(routes).map(([id, route]) => {
    if (route === undefined) return [id, route];
    // A middleware would answer before the loader refuses.
    const module = { ...route.module, middleware: [] };
    return [id, { ...route, module: id === 'root' ? module : { ...module, loader: refuse, action: refuse } }];
  });
  return { ...rest, routes: Object.fromEntries(refused) as ServerBuild['routes'] };
}

function refuse({ context }: LoaderFunctionArgs): never {
  const refusal = context.get(refusalContext);
  throw refusal instanceof Problem ? routerError(refusal, context.get(currentContext).requestId) : refusal;
}
