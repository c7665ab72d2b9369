/** Made by lib/fonts/vite-font-characters.ts: the address of a font with the characters of a locale's texts. */
declare module '*&font' {
  const address: string;
  export default address;
}
/** Made by lib/fonts/vite-font-characters.ts: the Chinese, Japanese or Korean characters of a locale's texts. */
declare module '*.json?characters' {
  const characters: string;
  export default characters;
}
