import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';

import { CACHE_PARAMETER } from '#lib/calls/browser/address.ts';

/** Busts caches when a page is loaded anew for a newer version. */
export const RELOAD_PARAMETER = 'reload';

const PASSING = [CACHE_PARAMETER, RELOAD_PARAMETER];

/** Takes out of the address, once the page is there, what only served its loading; the rest stays as it is written. */
export function usePlainAddress(): void {
  const { key } = useLocation();
  const clean = useEffectEvent((_key: string) => {
    const plain = plainAddress(location.href);
    if (plain !== location.href) history.replaceState(history.state, '', plain);
  });
  useEffect(() => clean(key), [key]);
}

/** The address, or a part of it, without what only served its loading. */
export function plainAddress(address: string): string {
  return withoutParameters(address, PASSING);
}

/** The address without these parameters of its query. What else stands there keeps its spelling. */
export function withoutParameters(address: string, names: readonly string[]): string {
  const [, before = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(address) ?? [];
  const pairs = query.split('&');
  const rest = pairs.filter((pair) => !names.includes(nameOf(pair)));
  if (rest.length === pairs.length) return address;
  return `${before}${rest.length === 0 ? '' : `?${rest.join('&')}`}${hash}`;
}

/** The address that is loaded past every cache. */
export function freshAddress(address: string, version: string): string {
  const url = new URL(plainAddress(address));
  url.searchParams.set(RELOAD_PARAMETER, version);
  return url.href;
}

function nameOf(pair: string): string {
  return new URLSearchParams(pair).keys().next().value ?? '';
}
