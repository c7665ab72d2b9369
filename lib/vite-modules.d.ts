/** Made by lib/vite-folder-hash.ts. */
declare module 'virtual:*-version' {
  const version: string;
  export default version;
}

/** Made by lib/vite-threads.ts: an address for `Worker`. */
declare module 'thread:*' {
  const url: string;
  export default url;
}
