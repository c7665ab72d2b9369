/** Made by lib/vite-folder-hash.ts: a short hash of all files of a folder. */
declare module 'virtual:*-version' {
  const version: string;
  export default version;
}
