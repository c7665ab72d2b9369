import Bowser from 'bowser';

import type { Device } from './sessions.server.ts';

/** What a browser says it is, in two words such as `Firefox` and `Linux`; empty where it says nothing known. */
export function deviceOf(userAgent: string | null): Device {
  if (userAgent === null || userAgent === '') return {};
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_LENGTH));
  return { browser: browser.name, system: os.name };
}

const MAX_LENGTH = 500;
