/** Undefined in development and in tests, where the browser loads a locale in one piece. */
declare module 'virtual:text-files' {
  export const textFiles: import('./text-files.ts').TextFiles | undefined;
}

/** The texts that the scripts of the page have loaded so far; those of a screen come with it. */
declare var pageTexts: import('./messages.ts').MessageCatalog | undefined;
