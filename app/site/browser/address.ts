import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';

import { CACHE_PARAMETER } from '#lib/calls/browser/address.ts';

/** Busts caches when a page reloads for a newer version. */
const RELOAD_PARAMETER = 'reload';

const LOADING_PARAMETERS = [CACHE_PARAMETER, RELOAD_PARAMETER, 'masquerade'];

export function usePlainAddress(): void {
  const { key } = useLocation();
  const clean = useEffectEvent((_key: string) => {
    const plain = plainAddress(location.href);
    if (plain !== location.href) history.replaceState(history.state, '', plain);
  });
  useEffect(() => clean(key), [key]);
}

/** The address, or a part of it, without the parameters that only served its loading. */
export function plainAddress(address: string): string {
  return withoutParameters(address, LOADING_PARAMETERS);
}

export function withoutParameters(address: string, names: readonly string[]): string {
  const [, before = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(address) ?? [];
  const pairs = query.split('&');
  const rest = pairs.filter((pair) => !names.includes(readName(pair)));
  if (rest.length === pairs.length) return address;
  return `${before}${rest.length === 0 ? '' : `?${rest.join('&')}`}${hash}`;
}

/** Bypasses every cache. */
export function freshAddress(address: string, version: string): string {
  const url = new URL(plainAddress(address));
  url.searchParams.set(RELOAD_PARAMETER, version);
  return url.href;
}

function readName(pair: string): string {
  return new URLSearchParams(pair).keys().next().value ?? '';
}
