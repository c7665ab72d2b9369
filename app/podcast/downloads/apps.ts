import Bowser from 'bowser';
import { isbot } from 'isbot';

import { BOTS, OTHER_APPS } from './download.ts';

/** What listeners use names itself so. Lists of bots take most of these for bots, because they are no browsers. */
const APPS: readonly (readonly [string, RegExp])[] = [
  ['AntennaPod', /^AntennaPod\//],
  ['Amazon Music', /^Amazon ?Music/],
  ['Castamatic', /^Castamatic/],
  ['CastBox', /^CastBox\//i],
  ['Castro', /^Castro[ /]/],
  ['Deezer', /^Deezer\//],
  ['Downcast', /^Downcast\//],
  ['Fountain', /^Fountain\//],
  ['gPodder', /^gPodder\//],
  ['iCatcher', /^iCatcher/],
  ['iHeartRadio', /^iHeartRadio\//],
  ['Overcast', /^Overcast\//],
  ['Player FM', /^Player ?FM/i],
  ['Pocket Casts', /^(?:Pocket ?Casts|Shifty Jelly)/i],
  ['Podbean', /^Podbean\//i],
  ['Podcast Addict', /^Podcast ?Addict/],
  ['Podcast Guru', /^Podcast ?Guru/],
  ['Podimo', /^Podimo\//],
  ['Podverse', /^Podverse\//],
  ['Apple Podcasts', /^(?:Podcasts\/|Podcast%E|Balados\/|iTunes\/|AppleCoreMedia\/)/],
  ['Sonos', /\bSonos\b/],
  ['Spotify', /^Spotify\//],
  ['TuneIn', /^TuneIn/],
  ['VLC', /^VLC\//],
  ['YouTube Music', /^YouTube ?Music/],
];
/** Services of these apps fetch as well, to look at a feed or to copy a file. */
const SERVICE = /\b(?:bot|crawler|spider|fetcher|parser|sync|validator|monitor)\b/i;
const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const MAX_LENGTH = 500;

/** The family of what fetches: a name of ours, of a browser, `bots` or `other`; never a stranger's words. */
export function detectApp(userAgent: string): string {
  const name = userAgent.slice(0, MAX_LENGTH).trim();
  const app = APPS.find(([, pattern]) => pattern.test(name))?.[0];
  if (app !== undefined && !SERVICE.test(name)) return app;
  if (name === '' || app !== undefined || isbot(name)) return BOTS;
  const browser = Bowser.parse(name).browser.name;
  return browser !== undefined && BROWSERS.has(browser) ? browser : OTHER_APPS;
}
