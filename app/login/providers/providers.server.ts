import type { Config } from '#app/current/config.server.ts';
import type { ProviderSetting } from '#app/current/providers/provider-settings.ts';
import { Problem } from '#lib/problem.ts';

import { presetOf } from '../openid/presets.server.ts';
import { noProvider } from './problems.ts';
import type { OfferedProvider } from './provider.ts';

/** The providers that are set up, in the order in which they are shown. */
export function offeredProviders({ providers }: Pick<Config, 'providers'>): OfferedProvider[] {
  return providers.map((setting) => ({ platform: setting.platform, service: serviceOf(setting) }));
}

/** @throws Problem 404 for one that is not set up */
export function getProvider({ providers }: Pick<Config, 'providers'>, platform: string): ProviderSetting {
  const setting = providers.find((one) => one.platform === platform);
  if (setting === undefined) throw new Problem(noProvider);
  return setting;
}

export function serviceOf(setting: ProviderSetting): string {
  if (setting.preset === 'steam') return 'Steam';
  return setting.preset === 'oidc' ? (setting.service ?? setting.platform) : presetOf(setting).service;
}
