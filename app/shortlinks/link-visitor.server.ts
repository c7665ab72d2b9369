import { isbot } from 'isbot';

import type { Current } from '#app/current/current.server.ts';
import { LOCALE_COOKIE, requestLocale } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { readCountry } from '#app/telemetry/visits/client-facts.server.ts';

import type { LinkDevice, VisitKind } from './shortlink.ts';

/** Of whoever opens a link, what the door knows. */
export interface LinkRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly address: string;
  readonly path: string;
  readonly cookies: Readonly<Record<string, string>>;
}

/** Who opens a link, as far as its headers tell: each thing is read when somebody asks for it, and once. */
export class LinkVisitor {
  readonly method: string;
  readonly headers: Headers;
  readonly address: string;
  readonly #current: VisitParts;
  readonly #request: LinkRequest;
  #agent: AgentFacts | undefined;
  #locale: Locale | undefined;

  constructor(current: VisitParts, request: LinkRequest) {
    this.method = request.method;
    this.headers = request.headers;
    this.address = request.address;
    this.#current = current;
    this.#request = request;
  }

  /** Empty also where it is longer than that of any browser. */
  get userAgent(): string {
    const userAgent = this.headers.get('user-agent') ?? '';
    return userAgent.length > MAX_AGENT ? '' : userAgent;
  }

  get agent(): AgentFacts {
    return (this.#agent ??= readAgent(this.#current, this.userAgent));
  }

  get locale(): Locale {
    return (this.#locale ??= this.#readLocale());
  }

  get country(): string {
    return readCountry(this.#current.config, this.headers);
  }

  #readLocale(): Locale {
    const { path, cookies } = this.#request;
    const acceptLanguage = this.headers.get('accept-language');
    return requestLocale({ stage: this.#current.stage, path, cookie: cookies[LOCALE_COOKIE], acceptLanguage });
  }
}

type VisitParts = Pick<Current, 'db' | 'config' | 'stage'>;

/** Who asks for a page of ours. @param method as which it counts */
export function linkVisitor(current: Current, { headers, url }: Request, method: string): LinkVisitor {
  const { address = '', browser } = current;
  return new LinkVisitor(current, { method, headers, address, path: new URL(url).pathname, cookies: browser.cookies });
}

/** Programs of chats and networks that fetch a link to draw a preview of it. */
const UNFURLERS =
  /facebookexternalhit|Facebot|Twitterbot|Slackbot|Slack-ImgProxy|Discordbot|TelegramBot|WhatsApp|LinkedInBot|SkypeUriPreview|redditbot|Mastodon|Bluesky|Cardyb|Iframely|Embedly|vkShare|Pinterestbot|Pinterest\/0|MicrosoftPreview|Synapse|Misskey|Pleroma|Lemmy|Snap URL Preview|kakaotalk-scrap/i;

/** What a browser says of itself tells this, as far as it is true. */
interface AgentFacts {
  readonly kind: VisitKind;
  readonly device: LinkDevice;
}

const MAX_AGENTS = 1000;
const MAX_AGENT = 1024;

const createAgents = () => new Map<string, AgentFacts>();

/** Kept by the whole header, because nearly everybody has one of a few, and to tell programs from people takes long. */
function readAgent({ db }: VisitParts, userAgent: string): AgentFacts {
  const agents = db.processState.get(createAgents);
  const known = agents.get(userAgent);
  if (known !== undefined) return known;
  const facts = { kind: visitKind(userAgent), device: detectDevice(userAgent) };
  if (agents.size >= MAX_AGENTS) agents.clear();
  agents.set(userAgent, facts);
  return facts;
}

/** A client that does not say what it is counts as a program. */
export function visitKind(userAgent: string): VisitKind {
  if (UNFURLERS.test(userAgent)) return 'unfurl';
  return userAgent === '' || isbot(userAgent) ? 'bot' : 'person';
}

export function detectDevice(userAgent: string): LinkDevice {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (userAgent.includes('Android')) return 'android';
  if (userAgent.includes('Windows')) return 'windows';
  if (userAgent.includes('Mac OS X')) return 'macos';
  return /Linux|X11|CrOS/.test(userAgent) ? 'linux' : 'other';
}

/** What a browser fetches before anybody asks for it. */
export function isPrefetch(headers: Headers): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? '';
  return /prefetch|prerender|preview/i.test(purpose);
}
