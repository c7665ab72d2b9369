import { isbot } from 'isbot';

import type { Device, VisitKind } from './shortlink.ts';

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
