import type { Passkey } from '#app/accounts/passkeys/passkey.ts';

import type { CastName } from '../cast.ts';
import type { TestSite } from '../site.ts';
import { dataOf } from '../storage.ts';
import { Authenticator } from '../wire/authenticator.ts';
import type { WireCeremony } from '../wire/authenticator.ts';

export const ORIGIN = 'http://localhost:8080';
const PATH = '/api/auth/passkeys';

interface PasskeyOptions {
  challenge: string;
  user?: { id: string; name: string };
  [name: string]: unknown;
}

/** The ways of browsers with passkeys at the door of a site. */
export function passkeysAt(site: TestSite) {
  const post = (who: CastName | undefined, path: string, body?: object, headers: Record<string, string> = {}) =>
    site.ask(who, PATH + path, { method: 'POST', headers, ...(body && { body }) });
  const begin = async (who: CastName | undefined, path: string) => dataOf<PasskeyOptions>(await post(who, path));
  return {
    post,
    /** Begins to make a passkey, and sends what the device made of it. */
    async add(who: CastName, device: Authenticator, ceremony: Partial<WireCeremony> = {}): Promise<Response> {
      const credential = device.make(await begin(who, '/options'), { origin: ORIGIN, ...ceremony });
      return post(who, '', { credential });
    },
    /** A device with a passkey that the account has. */
    async addDevice(who: CastName, device = new Authenticator()): Promise<Authenticator> {
      const response = await this.add(who, device);
      if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
      await dataOf<Passkey>(response);
      return device;
    },
    /** The options for signing in, and the cookie of the browser that asked. */
    async beginSignIn(): Promise<{ options: PasskeyOptions; cookie: string }> {
      const response = await post(undefined, '/sign-in/options');
      const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0]);
      return { options: await dataOf<PasskeyOptions>(response), cookie: cookie.join('; ') };
    },
    async signIn(device: Authenticator, ceremony: Partial<WireCeremony> = {}, more: object = {}): Promise<Response> {
      const { options, cookie } = await this.beginSignIn();
      const credential = device.sign(options, { origin: ORIGIN, ...ceremony });
      return post(undefined, '/sign-in', { credential, ...more }, { cookie });
    },
    async prove(who: CastName, device: Authenticator, ceremony: Partial<WireCeremony> = {}): Promise<Response> {
      const credential = device.sign(await begin(who, '/prove/options'), { origin: ORIGIN, ...ceremony });
      return post(who, '/prove', { credential });
    },
    begin,
  };
}

/** How many answers there are of each status. */
export function countsOf(answers: readonly Response[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
