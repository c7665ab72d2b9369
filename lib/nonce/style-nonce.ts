/**
 * Tells React Aria the nonce of the page, so that the policy of content lets its style elements in. It asks for one
 * under this name, and a nonce can be read from an element of the page only, not from markup.
 */
if (typeof document !== 'undefined') {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  Object.assign(globalThis, { __webpack_nonce__: nonce });
}
