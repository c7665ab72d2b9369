/** Made by lib/vite-folder-hash.ts. */
declare module 'virtual:*-version' {
  const version: string;
  export default version;
}
