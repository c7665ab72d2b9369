import {
  RouterContextProvider,
  createContext,
  createRequestHandler,
  createStaticHandler,
  redirect,
} from 'react-router';
import type { LoaderFunctionArgs, ServerBuild } from 'react-router';
import * as build from 'virtual:react-router/server-build';

import { currentContext, nonceContext } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { noPage } from '#app/current/locale-segment.ts';
import { isLocale } from '#app/current/locale.ts';
import type { Masquerade } from '#app/current/masquerade.server.ts';
import type { CacheHandle, FormHandle } from '#app/current/page/handle.ts';
import { routerError } from '#app/current/page/loaders.server.ts';
import { unknownPage } from '#app/current/problems.ts';
import { loginPath } from '#app/current/return-route.ts';
import { isAtLeast } from '#app/current/role.ts';
import { isProduction } from '#app/current/stage.ts';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import type { EventCatalog } from '#app/notifications/event-kind.server.ts';
import { FEEDS } from '#app/posts/feed-name.ts';
import { withoutParameters } from '#app/site/browser/address.ts';
import { isUtf8Form, readBytes, readText, requireUtf8Charset } from '#lib/calls/body.server.ts';
import { badAddress, invalidBody, methodNotAllowed, notFound, unsupportedType } from '#lib/calls/problems.ts';
import { memoize } from '#lib/memoize.ts';
import { Problem } from '#lib/problem.ts';

import { isOwnVisit } from './page-cookies.server.ts';
import { isWrite } from './request-limits.server.ts';

// The door checks the origin of a change: the router would compare with the address behind the proxy.
const site: ServerBuild = { ...build, allowedActionOrigins: ['**'] };
const refusalContext = createContext<Problem | Response>();

/** Undefined for a page that is not cached, such as at a path that is not canonical. */
export function cacheHandleOf(path: string): CacheHandle | undefined {
  if (path.includes('%') || canonicalPathOf(path) !== path) return undefined;
  const handle = matchScreen(path)?.handle as Partial<CacheHandle> | undefined;
  return handle?.cacheTopics && { ...handle, cacheTopics: handle.cacheTopics };
}

/** In the spelling of app/routes.ts, so that a page has one address: no capitals, no extra slashes. */
function canonicalPathOf(path: string): string | undefined {
  const match = matchScreen(path);
  if (match === undefined || match.path === '*') return undefined;
  const { locale } = match.params;
  if (locale !== undefined && !isFirstSegment(locale, match.path)) return undefined;
  const segments = match.path.split('/').filter((segment) => segment !== ':locale?' || locale !== undefined);
  const given = path.split('/').filter((part) => part !== '');
  const spelled = segments.flatMap((segment, at) => {
    if (segment === '*') return given.slice(at);
    return segment.startsWith(':') ? (given[at] ?? '') : segment;
  });
  return `/${spelled.join('/')}`;
}

/** A locale; or the name of a feed, which the router takes for one in `/blog/news/x/y`, where the screen is the same. */
function isFirstSegment(named: string, route: string): boolean {
  return isLocale(named) || (isFeed(named) && isFeed(route.split('/')[1]));
}

function isFeed(name: string | undefined): boolean {
  return FEEDS.some((feed) => feed === name);
}

interface PageRequest {
  readonly request: Request;
  readonly path: string;
  readonly search: string;
}

export function redirectToCanonical({ request, path, search }: PageRequest): Response | undefined {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // Two slashes at the start would lead to another host.
  if (!isRead || path.startsWith('//') || path.endsWith('.data')) return undefined;
  const canonical = canonicalPathOf(path);
  if (canonical === undefined || canonical === path || canonical.startsWith('//')) return undefined;
  return new Response(null, { status: 308, headers: { location: canonical + search } });
}

/** Once the cookie has the masquerade, the address loses it, so that nobody shares it. Old browsers do that themselves. */
export function redirectFromMasquerade(
  { request, path, search }: PageRequest,
  { requested }: Masquerade,
): Response | undefined {
  const isVisit = request.headers.get('sec-fetch-dest') === 'document' && isOwnVisit(request) && !isWrite(request);
  if (requested === undefined || !isVisit || path.startsWith('//')) return undefined;
  return new Response(null, { status: 302, headers: { location: withoutParameters(path + search, ['masquerade']) } });
}

const SCREENS = Object.values(build.routes).flatMap((route) => {
  if (route === undefined || route.id === 'root') return [];
  const { id, path = '', index, module } = route;
  // A layout route without a path of its own.
  if (path === '' && !index) return [];
  const handle: unknown = module.handle;
  return [index ? { id, path, index, handle } : { id, path, handle }];
});

/** It ranks the routes once; `matchRoutes` does that for each path, which takes eighty times as long. */
const screens = createStaticHandler(SCREENS);

/** @returns the screen at a path, or at that of its data, with its parameters */
function matchScreen(path: string) {
  // The router requests a page's data with these suffixes.
  const match = screens.match(path.replace(/\/_\.data$|\.data$/, '') || '/')?.at(-1);
  if (match === undefined) return undefined;
  const { id, path: pattern = '', handle } = match.route;
  return { id, path: pattern, handle: handle as unknown, params: match.params };
}

type RequestHandler = ReturnType<typeof createRequestHandler>;

const handleAny: RequestHandler = createRequestHandler(site, import.meta.env.MODE);

interface ScreenHandlers {
  readonly handle: RequestHandler;
  readonly handleRefused: RequestHandler;
}

/** With a screen's own routes alone: to go through all of them took a sixth of the time of a page. */
const handlersOf = memoize((id: string | undefined): ScreenHandlers => {
  const screen = buildOf(id);
  return {
    handle: createRequestHandler(screen, import.meta.env.MODE),
    handleRefused: createRequestHandler(refusing(screen), import.meta.env.MODE),
  };
});

function buildOf(screen: string | undefined): ServerBuild {
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
}

/** @throws Problem 404 before any loader or action runs, when there is no such screen for the actor; else as `readPageForm` */
export async function renderPage(request: Request, visit: PageVisit): Promise<Response> {
  if (isRoutesPath(new URL(request.url).pathname)) return findRoutes(request);
  const signIn = requireScreen(visit.current, request);
  const context = contextOf(visit);
  const { handle, handleRefused } = handlersOf(matchScreen(new URL(request.url).pathname)?.id);
  // After the screen is known to be for the actor: what some of them take is long.
  if (signIn === undefined) return handle(isWrite(request) ? await readPageForm(request) : request, context);
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
function requireScreen({ actor, stage }: Current, { url, method }: Request): string | undefined {
  const address = new URL(url);
  if (looksLikeHost(address.pathname)) throw new Problem(unknownPage);
  const match = matchScreen(address.pathname);
  if (match === undefined) return undefined;
  const named = match.params.locale;
  if (named !== undefined && !isFirstSegment(named, match.path)) throw noPage(named);
  const area = staffAreaOf(match.path.replace(':locale?/', ''));
  if (area === undefined) return undefined;
  const isOpen = area === 'editor' || !isProduction(stage);
  if (isOpen && isAtLeast(actor.role, 'staff')) return undefined;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isOpen || actor.userId !== undefined || !isRead) throw new Problem(unknownPage);
  return loginPath(address, match.params);
}

export async function renderRefusal(request: Request, visit: PageVisit, refusal: Problem): Promise<Response> {
  const context = contextOf(visit);
  context.set(refusalContext, refusal);
  const { headers, method } = request;
  const { pathname } = new URL(request.url);
  const isHost = looksLikeHost(pathname);
  // The router would answer a refused request for routes.
  const url = isHost || isRoutesPath(pathname) ? new URL('/404', request.url) : request.url;
  // After a failed action the router omits the shell's data; a GET of the page has it.
  const isForm = method !== 'HEAD' && !pathname.endsWith('.data');
  const { handleRefused } = handlersOf(matchScreen(new URL(url).pathname)?.id);
  const given = new Headers(headers);
  // The door has judged it; the router would parse it, and fail.
  given.delete('origin');
  const page = await handleRefused(new Request(url, { method: isForm ? 'GET' : method, headers: given }), context);
  // In a browser the page's scripts would write links by the address, which lead to that host.
  if (isHost) page.headers.set('refresh', '0;url=/404');
  return page;
}

function staffAreaOf(screen: string): string | undefined {
  const [first = ''] = screen.split('/');
  return screen === 'api/docs' || first === 'admin' || first === 'editor' ? first : undefined;
}

/** URL parsers drop tabs and line breaks, and two slashes are then a host, to which a page's own links would lead. */
function looksLikeHost(path: string): boolean {
  return /^\/(?:%0[9ad])*[/\\]/i.test(path);
}

function contextOf({ current, nonce, catalog }: PageVisit): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(currentContext, current);
  context.set(nonceContext, nonce);
  context.set(eventCatalogContext, catalog);
  return context;
}

function refusing({ routes, ...rest }: ServerBuild): ServerBuild {
  const refused = Object.entries(routes).map(([id, route]) => {
    if (route === undefined || id === 'root') return [id, route];
    // A middleware would answer before the loader refuses.
    return [id, { ...route, module: { ...route.module, middleware: [], loader: refuse, action: refuse } }];
  });
  return { ...rest, routes: Object.fromEntries(refused) as ServerBuild['routes'] };
}

function refuse({ context }: LoaderFunctionArgs): never {
  const refusal = context.get(refusalContext);
  throw refusal instanceof Problem ? routerError(refusal, context.get(currentContext).requestId) : refusal;
}

/** PostgreSQL stores no null character. @throws Problem 404 in a path, 400 in a query */
export function requireAddress({ path, search }: { readonly path: string; readonly search: string }): void {
  if (path.includes('%00')) throw new Problem(notFound);
  if (search.includes('%00')) throw new Problem(badAddress);
}

const MAX_FORM_BYTES = 64 * 1024;

function formHandleOf(path: string) {
  const handle = matchScreen(path)?.handle as Partial<FormHandle> | undefined;
  return { maxFormBytes: MAX_FORM_BYTES, ...handle };
}

/** @throws Problem 405 for another method than POST, 413, 415 for another type, 400 for text that is no UTF-8 or has a null character */
async function readPageForm(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request;
  if (method !== 'POST') throw new Problem(methodNotAllowed);
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  requireUtf8Charset(type);
  const { maxFormBytes, maxFileFormBytes } = formHandleOf(new URL(url).pathname);
  if (maxFileFormBytes !== undefined && type.startsWith('multipart/form-data')) {
    return readFileForm(request, maxFileFormBytes);
  }
  const text = await readText(request, maxFormBytes);
  if (text !== '' && !type.startsWith('application/x-www-form-urlencoded')) throw new Problem(unsupportedType);
  if (/%00|\0/.test(text) || !isUtf8Form(text)) throw new Problem(invalidBody);
  const form = new Headers(headers);
  form.set('content-type', 'application/x-www-form-urlencoded');
  return new Request(url, { method, headers: form, body: text, signal });
}

/** Once it is whole and has been read, so that the screen's action gets a form. @throws Problem 400, 413 as soon as it is longer */
async function readFileForm(request: Request, maxBytes: number): Promise<Request> {
  const { url, method, headers, signal } = request;
  const body = await readBytes(request, maxBytes);
  const type = headers.get('content-type') ?? '';
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => undefined);
  const isStorable = (value: FormDataEntryValue) => !(typeof value === 'string' ? value : value.name).includes('\0');
  if (form === undefined || ![...form.values()].every(isStorable)) throw new Problem(invalidBody);
  return new Request(url, { method, headers, body, signal });
}
