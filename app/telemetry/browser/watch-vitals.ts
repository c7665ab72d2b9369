import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';

import type { Telemetry } from './telemetry.ts';

/** Narrower is a phone. CSS pixels. */
const NARROW = 768;

/** Tells each measure of this page once it is final, which of some is when the page is left. */
export function watchVitals(telemetry: Telemetry): void {
  const device = innerWidth < NARROW ? 'mobile' : 'desktop';
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
    watch(({ name, value, navigationType }) => {
      // A page that the browser has kept is no page that was loaded.
      if (navigationType === 'back-forward-cache') return;
      telemetry.recordVital(name, value, { device, isLeft: document.visibilityState === 'hidden' });
    });
  }
}
