import { PATHS } from '#app/telemetry/limits.ts';

import type { TestSite } from './site.ts';
import { openTestApp } from './test-app.ts';
import type { TestApp } from './test-app.ts';

interface TelemetrySource {
  door?: TestApp;
  headers?: Record<string, string>;
  address?: string;
}

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };

/** Tells a site events as a browser does, with nothing of a person's. */
export function telemetrySender(site: TestSite) {
  const now = () => site.parts.now().toISOString();
  const send = (
    path: string,
    data: unknown[],
    { door = openTestApp(site), headers, address }: TelemetrySource = {},
  ) => {
    const body = JSON.stringify({ data });
    const ofBody = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    return door.sendRequest(path, {
      method: 'POST',
      body,
      headers: { ...ofBody, ...BROWSER, ...headers },
      ...(address !== undefined && { address }),
    });
  };
  return {
    view: (url: string, more: object = {}) => ({ url, referer: '', '@time': now(), ...more }),
    error: (message: string, more: object = {}) => ({ message, '@time': now(), ...more }),
    sendViews: (data: unknown[], from?: TelemetrySource) => send(PATHS.pageViews, data, from),
    sendErrors: (data: unknown[], from?: TelemetrySource) => send(PATHS.errors, data, from),
  };
}
