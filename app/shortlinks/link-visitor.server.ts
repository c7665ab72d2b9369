import { isbot } from 'isbot';

import type { Current } from '#app/current/current.server.ts';
import { LOCALE_COOKIE, requestLocale } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';

import type { Device, VisitKind } from './shortlink.ts';

/** Who opens a link, as far as its headers tell. */
export interface LinkVisitor {
  readonly method: string;
  readonly headers: Headers;
  readonly address: string;
  readonly path: string;
  readonly cookies: Readonly<Record<string, string>>;
}

/** Who asks for a page of ours. */
export function linkVisitor(
  { address = '', browser }: Pick<Current, 'address' | 'browser'>,
  { method, headers, url }: Request,
): LinkVisitor {
  return { method, headers, address, path: new URL(url).pathname, cookies: browser.cookies };
}

/** Programs of chats and networks that fetch a link to draw a preview of it. */
const UNFURLERS =
  /facebookexternalhit|Facebot|Twitterbot|Slackbot|Slack-ImgProxy|Discordbot|TelegramBot|WhatsApp|LinkedInBot|SkypeUriPreview|redditbot|Mastodon|Bluesky|Cardyb|Iframely|Embedly|vkShare|Pinterestbot|Pinterest\/0|MicrosoftPreview|Synapse|Misskey|Pleroma|Lemmy|Snap URL Preview|kakaotalk-scrap/i;

export function isUnfurler(userAgent: string): boolean {
  return UNFURLERS.test(userAgent);
}

/** A client that does not say what it is counts as a program. */
export function visitKind(userAgent: string): VisitKind {
  if (isUnfurler(userAgent)) return 'unfurl';
  return userAgent === '' || isbot(userAgent) ? 'bot' : 'person';
}

export function detectDevice(userAgent: string): Device {
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

export function visitorLocale({ stage }: Pick<Current, 'stage'>, { path, cookies, headers }: LinkVisitor): Locale {
  return requestLocale({ stage, path, cookie: cookies[LOCALE_COOKIE], acceptLanguage: headers.get('accept-language') });
}

/** As a proxy of ours says it, in two capital letters; empty where none does. */
export function visitorCountry({ config }: Pick<Current, 'config'>, { headers }: LinkVisitor): string {
  const country = config.COUNTRY_HEADER === undefined ? '' : (headers.get(config.COUNTRY_HEADER) ?? '').toUpperCase();
  return /^[A-Z]{2}$/.test(country) ? country : '';
}
