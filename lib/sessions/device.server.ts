import Bowser from 'bowser';

import type { SessionDevice } from './sessions.server.ts';

/** Names such as `Firefox` and `Linux` from our own list only: what a stranger sends must not stand in a mail. */
export function parseUserAgent(userAgent: string | null): SessionDevice {
  if (userAgent === null || userAgent === '') return {};
  const { browser, system } = parseClient(userAgent);
  return { browser, system };
}

/** The same, and what it runs on: `desktop`, `mobile`, `tablet`, `tv` or `bot`. Takes some 0.1 ms. */
export function parseClient(userAgent: string): SessionDevice & { readonly device: string | undefined } {
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, MAX_LENGTH));
  return {
    browser: known(BROWSERS, browser.name),
    system: known(SYSTEMS, os.name),
    device: known(DEVICES, platform.type),
  };
}

const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set<string>(Object.values(Bowser.OS_MAP));
const DEVICES = new Set<string>(Object.values(Bowser.PLATFORMS_MAP));

function known(names: ReadonlySet<string>, name: string | undefined): string | undefined {
  return name !== undefined && names.has(name) ? name : undefined;
}

const MAX_LENGTH = 500;
