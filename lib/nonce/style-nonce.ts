/**
 * Gives React Aria the nonce, so that the Content-Security-Policy lets its style elements in: it looks for one under this
 * name, and scripts can read a nonce only from an element's property, not from markup.
 */
if (typeof document !== 'undefined') {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  Object.assign(globalThis, { __webpack_nonce__: nonce });
}
