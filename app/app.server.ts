import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';

import { decodeRequest } from '#lib/calls/content-encoding.server.ts';
import { crossSite, notFound, serverError, weakEtag } from '#lib/calls/problems.ts';
import { problemReply, respond } from '#lib/calls/respond.server.ts';
import type { Keeping } from '#lib/calls/respond.server.ts';
import { CallRouter } from '#lib/calls/route.server.ts';
import type { MatchedCall } from '#lib/calls/route.server.ts';
import { hasXsrfToken, isSameOrigin } from '#lib/csrf/csrf.server.ts';
import { databaseProblem } from '#lib/database/failures.server.ts';
import { compressResponse } from '#lib/http/compress.server.ts';
import { hasWeakEtag } from '#lib/http/conditions.ts';
import { readCookies } from '#lib/http/cookies.ts';
import { nextRequestId } from '#lib/http/request-id.server.ts';
import { splitUrl } from '#lib/http/split-url.ts';
import { Problem } from '#lib/problem.ts';
import type { Session } from '#lib/sessions/sessions.server.ts';

import { isForGames } from './announcements/addresses.ts';
import { isKept } from './current/answer.server.ts';
import type { Current } from './current/current.server.ts';
import { requireLocaleOfStage } from './current/locale-segment.ts';
import { LOCALE_COOKIE, pathWithoutLocale, requestLocale } from './current/locale.ts';
import { isStaff } from './current/role.ts';
import { ownOrigins } from './current/stage.ts';
import {
  findCacheHandle,
  redirectFromMasquerade,
  redirectToCanonical,
  requireAddress,
} from './door/addresses.server.ts';
import {
  ANONYMOUS,
  toActor,
  authenticate,
  hasTesterToken,
  isStillAuthenticated,
  applyMasquerade,
} from './door/authentication.server.ts';
import type { Authentication } from './door/authentication.server.ts';
import { isCallPath } from './door/call-path.ts';
import { findAppOrigin, judgeOrigin } from './door/cross-origin.server.ts';
import { FeedDates } from './door/feed-dates.server.ts';
import {
  callHeaders,
  fileHeaders,
  keptHeaders,
  mediaHeaders,
  pageHeaders,
  preflightHeaders,
} from './door/headers.server.ts';
import { hasKey, nameNeededKey } from './door/keys.server.ts';
import type { RequestKey } from './door/keys.server.ts';
import { loggedPath } from './door/logged-path.ts';
import { answerMedia, isForSome, isMediaPath } from './door/media.server.ts';
import { Operations } from './door/operations.server.ts';
import type { PageRender } from './door/page-cache.server.ts';
import { PageCache, isCacheable } from './door/page-cache.server.ts';
import { pageCookies } from './door/page-cookies.server.ts';
import { renderPage, renderRefusal } from './door/pages.server.ts';
import { toServices } from './door/parts.server.ts';
import type { SiteParts } from './door/parts.server.ts';
import { isWrite, limitRequest } from './door/request-limits.server.ts';
import { frameHosts } from './games/games.server.ts';
import { sessionCookieName } from './login/cookies.server.ts';
import { isAnswerPath } from './login/providers/provider.ts';
import { api, catalog, choiceCatalog, consoleParts, nouns, reportKinds } from './nouns.server.ts';
import { ASK_PATH } from './podcast/questions/question.ts';
import { answerShortlink, isShortlinkPath } from './shortlinks/redirects.server.ts';
import { VERSION } from './site/version.ts';
import { wrongDigest } from './storage/problems.ts';
import { isReport } from './telemetry/reports.ts';

/** The address of the client, behind trusted proxies. */
interface ClientAddress {
  readonly address: string;
}

interface IncomingRequest {
  readonly request: Request;
  readonly path: string;
  readonly search: string;
  readonly cookies: Record<string, string>;
  readonly requestId: string;
  readonly client: ClientAddress;
}

/** Known as soon as its key is, so that what is refused after that counts for it. */
interface CallSender {
  key: RequestKey | undefined;
}

const CALLS = new CallRouter<Current>(api);
const ABOUT_NOUNS = { catalog, consoleParts, choices: choiceCatalog, reportKinds, exportCatalog: nouns };

export class Site {
  readonly #parts: SiteParts;
  readonly #operations: Operations;
  readonly #origins: ReadonlySet<string>;
  readonly #callHeaders: Record<string, string>;
  readonly #sessionCookie: string;
  readonly #pageCache: PageCache;
  readonly #feedDates: FeedDates;
  readonly #services: ReturnType<typeof toServices>;

  constructor(parts: SiteParts) {
    this.#parts = parts;
    this.#operations = new Operations(parts);
    this.#origins = ownOrigins(parts.config.publicUrl);
    this.#callHeaders = callHeaders(parts.config, VERSION);
    this.#sessionCookie = sessionCookieName(parts.config);
    this.#pageCache = new PageCache(parts.pubSub, parts.now);
    this.#feedDates = new FeedDates(parts.now);
    this.#services = toServices(parts);
  }

  async fetch(request: Request, client: ClientAddress): Promise<Response> {
    const started = performance.now();
    const [path, search] = splitUrl(request.url);
    // Cookies are ignored beside a key.
    const cookies =
      hasKey(request, path) || hasTesterToken(request, path) ? {} : readCookies(request.headers.get('cookie'));
    const visit = { request, path, search, cookies, requestId: nextRequestId(), client };
    const special = await this.#operations.respond(request, path, client);
    if (special !== undefined) return special;
    const kind = isCallPath(path) ? 'call' : isMediaPath(path) ? 'media' : isShortlinkPath(path) ? 'shortlink' : 'page';
    const answer = {
      call: () => this.#answerCall(visit),
      media: () => this.#answerMedia(visit),
      shortlink: async () => (await this.#redirect(visit)) ?? this.#answerPage(visit),
      page: async () => this.#feedDates.answer(request, path + search, await this.#answerPage(visit)),
    }[kind];
    const response = await answer();
    const seconds = (performance.now() - started) / 1000;
    const { method } = request;
    this.#operations.metrics.count(kind === 'shortlink' ? 'page' : kind, method, response.status, seconds);
    const ms = Math.round(seconds * 1e5) / 100;
    this.#parts.log.info(
      { requestId: visit.requestId, method, path: loggedPath(path), status: response.status, ms },
      'request',
    );
    return response;
  }

  async #answerCall(visit: IncomingRequest): Promise<Response> {
    const sender: CallSender = { key: undefined };
    const response = await this.#replyToCall(visit, sender);
    if (sender.key?.of === 'app') this.#parts.keyCalls.count(sender.key.key.keyId, response.status);
    return response;
  }

  async #replyToCall(visit: IncomingRequest, sender: CallSender): Promise<Response> {
    const { request, path, search, requestId } = visit;
    const headers: Record<string, string> = { ...this.#callHeaders, 'x-request-id': requestId };
    try {
      if (request.method === 'OPTIONS') return await this.#preflight(visit, headers);
      const authentication = applyMasquerade(visit, await this.#authenticateWithinLimits(visit, headers, sender));
      if (isWrite(request) && !authentication.isTester) this.#requireOwnPage(request, authentication.session);
      const decoded = decodeRequest(request, wrongDigest);
      const reply = await CALLS.run(decoded, path, search, (matched) => this.#current(visit, authentication, matched));
      return await respond(request, reply, headers, this.#keeping(visit));
    } catch (thrown) {
      const refusal = this.#tellKey(this.#toProblem(thrown, visit), visit);
      const isWeak = refusal.status === weakEtag.status && hasWeakEtag(request.headers.get('if-match'));
      return respond(
        request,
        problemReply(isWeak ? new Problem(weakEtag, refusal.details) : refusal, requestId),
        headers,
      );
    }
  }

  /** Nearly all pictures are public, so most requests are not authenticated. */
  async #answerMedia(visit: IncomingRequest): Promise<Response> {
    const { request, path, search, requestId } = visit;
    const headers: Record<string, string> = { ...mediaHeaders(this.#parts.config), 'x-request-id': requestId };
    try {
      await this.#limit(visit, ANONYMOUS, headers);
      const authentication = isForSome(path)
        ? applyMasquerade(visit, await authenticate(this.#parts, visit))
        : ANONYMOUS;
      return await respond(
        request,
        await answerMedia(this.#current(visit, authentication), request, path, search),
        headers,
      );
    } catch (thrown) {
      return respond(request, problemReply(this.#toProblem(thrown, visit), requestId), headers);
    }
  }

  /** Of a shortlink that leads away; undefined where its page has something to show, also a refusal. */
  async #redirect(visit: IncomingRequest): Promise<Response | undefined> {
    const { request, path, cookies, client, requestId } = visit;
    if (isWrite(request)) return undefined;
    const headers: Record<string, string> = { ...fileHeaders(this.#parts.config), 'x-request-id': requestId };
    const { method, headers: sent } = request;
    const visitor = { method, headers: sent, path, cookies, address: client.address };
    try {
      await this.#limit(visit, ANONYMOUS, headers);
      return await answerShortlink({ ...this.#services, log: this.#parts.log }, visitor, headers);
    } catch {
      return undefined;
    }
  }

  async #answerPage(visit: IncomingRequest): Promise<Response> {
    const { request, path, requestId } = visit;
    const key = isCacheable(visit, this.#sessionCookie)
      ? `${this.#current(visit, ANONYMOUS).locale} ${path}`
      : undefined;
    const own: Record<string, string> = { 'x-request-id': requestId };
    const nonce = randomBytes(16).toString('base64');
    let authentication = ANONYMOUS;
    let page: Response;
    let pageRender: PageRender | undefined;
    try {
      authentication = await authenticate(this.#parts, visit);
      await this.#limit(visit, authentication, own);
      requireLocaleOfStage(this.#parts.config.stage, path);
      requireAddress(visit);
      const cached = key && this.#pageCache.answer(key, request, own);
      if (cached) return cached;
      const redirect = redirectToCanonical(visit);
      if (key) pageRender = this.#pageCache.begin(key, nonce, findCacheHandle(path));
      authentication = applyMasquerade(visit, authentication);
      const isOurs = isAnswerPath(path) || isSameOrigin(request, this.#origins, false);
      if (isWrite(request) && !isOurs) throw new Problem(crossSite);
      page =
        redirect ??
        redirectFromMasquerade(visit, authentication.masquerade) ??
        (await renderPage(decodeRequest(request, wrongDigest), {
          current: this.#pageCurrent(visit, authentication, pageRender),
          nonce,
          ...ABOUT_NOUNS,
        }));
    } catch (thrown) {
      const refusal = this.#toProblem(thrown, visit);
      Object.assign(own, refusal.details.headers);
      page = await renderRefusal(
        request,
        { current: this.#current(visit, authentication), nonce, ...ABOUT_NOUNS },
        refusal,
      );
    }
    this.#addHeaders(page, { ...visit, authentication }, nonce, own);
    for (const cookie of pageCookies(this.#parts, visit, authentication)) page.headers.append('set-cookie', cookie);
    const answered = pageRender === undefined ? page : await this.#pageCache.keep(pageRender, request, page, own);
    return compressResponse(request, answered);
  }

  #addHeaders(
    { headers, ok, status }: Response,
    { path, authentication }: IncomingRequest & { readonly authentication: Authentication },
    nonce: string,
    own: Record<string, string>,
  ): void {
    const { config, isDevelopment } = this.#parts;
    const bare = pathWithoutLocale(path);
    // Staff look at mails in frames of ours; the router keeps the policy of the page that was loaded first.
    const frames = [...(ok ? frameHosts(bare) : []), ...(isStaff(authentication.own) ? ["'self'"] : [])];
    const ours = pageHeaders(config, nonce, { isDevelopment, frames, hasMicrophone: bare === ASK_PATH });
    const all = { ...ours, 'rumpus-version': VERSION, ...own };
    // What is shown in a frame of ours comes with a policy of its own, and what strangers have sent with a stricter one.
    const isFramed = headers.get('x-frame-options') === 'SAMEORIGIN';
    for (const [name, value] of Object.entries(all)) {
      const isOwn = isFramed || name === 'content-security-policy';
      if (!isOwn || !headers.has(name)) headers.set(name, value);
    }
    // The router drops the headers of a loader's refusal.
    const retryAfter = RETRY_AFTER[status];
    if (retryAfter !== undefined && !headers.has('retry-after')) headers.set('retry-after', retryAfter);
    if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store');
  }

  /** @param matched the call, unless a page is requested */
  #current(visit: IncomingRequest, authentication: Authentication, matched?: MatchedCall): Current {
    const { parts, requestId, request, path, cookies } = { parts: this.#parts, ...visit };
    const actor = toActor(authentication, matched);
    const { stage } = parts.config;
    return {
      ...this.#services,
      actor,
      requestId,
      address: visit.client.address,
      browser: { userAgent: request.headers.get('user-agent'), cookies },
      overrideReason: request.headers.get('rumpus-override-reason'),
      isStillSignedIn: () => isStillAuthenticated(this.#parts, visit, authentication),
      // Getters, because most calls need none of them.
      get locale() {
        const acceptLanguage = request.headers.get('accept-language');
        // A call has the locale of its page in the header.
        const cookie = request.headers.get('locale') ?? authentication.locale ?? cookies[LOCALE_COOKIE];
        return requestLocale({ stage, path, cookie, acceptLanguage });
      },
      get log() {
        return parts.log.child({ requestId });
      },
    };
  }

  #pageCurrent(visit: IncomingRequest, authentication: Authentication, render: PageRender | undefined): Current {
    return Object.assign(this.#current(visit, authentication), { topicWatch: render?.watch });
  }

  /** Failed authentications are counted by address, then refused. */
  async #authenticateWithinLimits(
    visit: IncomingRequest,
    headers: Record<string, string>,
    sender: CallSender,
  ): Promise<Authentication> {
    const isOpen = isReport(visit.request, visit.path) || isForGames(visit.path);
    if (isOpen) return this.#limit(visit, ANONYMOUS, headers).then(() => ANONYMOUS);
    let refusal: unknown;
    const authentication = await authenticate(this.#parts, visit).catch((thrown: unknown) => {
      refusal = thrown;
      return ANONYMOUS;
    });
    const { key } = authentication;
    sender.key = key;
    if (key?.of === 'app') refusal = judgeOrigin(visit.request, key.key, this.#origins, headers);
    await this.#limit(visit, authentication, headers);
    if (refusal !== undefined) throw refusal;
    return authentication;
  }

  #limit(visit: IncomingRequest, authentication: Authentication, headers: Record<string, string>): Promise<void> {
    const call = CALLS.findCall(visit.request.method, visit.path);
    return limitRequest(this.#parts.limits, { ...visit, call, authentication }, headers);
  }

  #keeping(visit: IncomingRequest): Keeping | undefined {
    const call = CALLS.findCall(visit.request.method, visit.path);
    return call && isKept(call) ? keptHeaders(this.#isOfNobody(visit)) : undefined;
  }

  /** Without a key, and without a session, also one that has ended. */
  #isOfNobody({ request, path, cookies }: IncomingRequest): boolean {
    return !hasKey(request, path) && !hasTesterToken(request, path) && cookies[this.#sessionCookie] === undefined;
  }

  #tellKey(refusal: Problem, visit: IncomingRequest): Problem {
    const { request, path } = visit;
    // A page of ours whose session was ended in another tab is told 401, and asks who is signed in.
    const isTool = this.#isOfNobody(visit) && !isSameOrigin(request, this.#origins, false);
    return nameNeededKey(refusal, CALLS.findCall(request.method, path), isTool);
  }

  /** A write with a session cookie needs its XSRF token and our own origin. */
  #requireOwnPage(request: Request, session: Session | undefined): void {
    if (session === undefined) return;
    const fromUs = isSameOrigin(request, this.#origins, true);
    if (!fromUs || !hasXsrfToken(request, session.loginId, this.#parts.secret)) throw new Problem(crossSite);
  }

  async #preflight(visit: IncomingRequest, headers: Record<string, string>): Promise<Response> {
    await this.#limit(visit, ANONYMOUS, headers);
    const methods = CALLS.listMethods(visit.path);
    if (methods.length === 0) throw new Problem(notFound);
    const origin = await findAppOrigin(this.#parts, visit.request);
    return new Response(null, { status: 204, headers: preflightHeaders(methods, headers, origin) });
  }

  /** A refusal, also by the database; anything else is a bug, logged once with its request and answered with 500. */
  #toProblem(thrown: unknown, { requestId, path }: IncomingRequest): Problem {
    const refusal = thrown instanceof Problem ? thrown : databaseProblem(thrown);
    if (refusal !== undefined) return refusal;
    this.#parts.log.error({ err: thrown, requestId, path: loggedPath(path) }, 'bug');
    return new Problem(serverError);
  }
}

/** Seconds, by status. */
const RETRY_AFTER: Readonly<Record<number, string>> = { 503: '5', 507: '60' };
