import type { Config } from '#app/current/config/config.server.ts';
import type { ProviderSetting } from '#app/current/config/provider-settings.ts';
import { Problem } from '#lib/problem.ts';

import { presetOf } from '../openid/presets.server.ts';
import { noProvider } from './problems.ts';
import type { SignInPurpose, OfferedProvider } from './provider.ts';

export function offeredProviders({ providers }: Pick<Config, 'providers'>): OfferedProvider[] {
  return providers.map((setting) => ({ platform: setting.platform, service: serviceOf(setting) }));
}

export function provingProviders({ providers }: Pick<Config, 'providers'>): OfferedProvider[] {
  return offeredProviders({ providers: providers.filter((setting) => presetOf(setting).asksAnew) });
}

/** @throws Problem 404 for one that is not set up, or that does not support the purpose */
export function getProvider(
  { providers }: Pick<Config, 'providers'>,
  platform: string,
  aim: SignInPurpose = 'signIn',
): ProviderSetting {
  const setting = providers.find((one) => one.platform === platform);
  if (setting === undefined || (aim === 'prove' && !presetOf(setting).asksAnew)) throw new Problem(noProvider);
  return setting;
}

export function serviceOf(setting: ProviderSetting): string {
  if (setting.preset === 'steam') return 'Steam';
  return setting.preset === 'oidc' ? (setting.service ?? setting.platform) : presetOf(setting).service;
}
