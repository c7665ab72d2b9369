import type { Config } from '#app/current/config/config.server.ts';
import type { ProviderSetting } from '#app/current/config/provider-settings.ts';
import { routeSegments } from '#lib/http/route-segments.ts';
import { Problem } from '#lib/problem.ts';

import { presetFor, presetService } from '../openid/presets.server.ts';
import { noProvider } from './problems.ts';
import type { SignInPurpose, OfferedProvider } from './provider.ts';

export function offeredProviders({ providers }: Pick<Config, 'providers'>): OfferedProvider[] {
  return providers.map((setting) => ({ platform: setting.platform, service: serviceFor(setting) }));
}

export function provingProviders({ providers }: Pick<Config, 'providers'>): OfferedProvider[] {
  return offeredProviders({ providers: providers.filter((setting) => presetFor(setting).asksAnew) });
}

/** @throws Problem 404 for one that is not set up, or that does not support the purpose */
export function getProvider(
  { providers }: Pick<Config, 'providers'>,
  platform: string,
  aim: SignInPurpose = 'signIn',
): ProviderSetting {
  const setting = providers.find((one) => one.platform === platform);
  if (setting === undefined || (aim === 'prove' && !presetFor(setting).asksAnew)) throw new Problem(noProvider);
  return setting;
}

/** The service that a game sent somebody to connect (`/connect/{platform}`), by the page to which they return. */
export function findWantedService({ providers }: Pick<Config, 'providers'>, returnTo: string): string | undefined {
  const { pathname, searchParams } = new URL(returnTo, 'http://own');
  const platform = searchParams.get('from');
  if (platform === null || routeSegments(pathname).join() !== 'account') return undefined;
  const setting = providers.find((one) => one.platform === platform);
  return setting === undefined ? presetService(platform) : serviceFor(setting);
}

export function serviceFor(setting: ProviderSetting): string {
  if (setting.preset === 'steam') return 'Steam';
  return setting.preset === 'oidc' ? (setting.service ?? setting.platform) : presetFor(setting).service;
}
