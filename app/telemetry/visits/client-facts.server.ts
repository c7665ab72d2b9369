import type { Config } from '#app/current/config/config.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { LruCache } from '#lib/lru-cache.ts';
import { parseClient } from '#lib/sessions/device.server.ts';

/** '' where unknown. */
interface ClientFacts {
  readonly country: string;
  readonly device: string;
  readonly browser: string;
  readonly system: string;
}

const createClients = () => new LruCache<Omit<ClientFacts, 'country'>>(1000);

/** What many have in common; the name of the browser itself is kept nowhere but in memory. */
export async function readClientFacts({ config, db }: Current, headers: Headers): Promise<ClientFacts> {
  const name = (headers.get('user-agent') ?? '').slice(0, 500);
  const client = await db.processState.get(createClients).get(name, async () => {
    const { device = '', browser = '', system = '' } = name === '' ? {} : parseClient(name);
    return { device, browser, system };
  });
  return { ...client, country: readCountry(config, headers) };
}

/** Two capital letters, as a proxy of ours told; '' where none does or none knows it. */
export function readCountry({ COUNTRY_HEADER }: Pick<Config, 'COUNTRY_HEADER'>, headers: Headers): string {
  const told = COUNTRY_HEADER === undefined ? null : headers.get(COUNTRY_HEADER);
  // XX and ZZ say that nobody knows.
  return told !== null && /^[A-Z]{2}$/.test(told) && !/^(?:XX|ZZ)$/.test(told) ? told : '';
}

const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign'];

/** @param url scrubbed  @returns such as `newsletter / mail / autumn`; '' of an address without a campaign */
export function readCampaign(url: string): string {
  const query = new URLSearchParams(url.split('?', 2)[1]);
  const parts = CAMPAIGN.map((name) => query.get(name)?.trim() ?? '').filter((part) => part !== '');
  return parts.join(' / ');
}
