/** Bugs of browser extensions, and messages without information. */
const NOISE = /^Script error\.?$|ResizeObserver loop|\b(?:chrome|moz|safari(?:-web)?)-extension:\/\//;

/** @param text a message or a trace */
export function isNoise(text: string): boolean {
  return NOISE.test(text);
}
