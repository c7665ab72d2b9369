import { createContext } from 'react';

/** The key that was typed, for all calls of a page. It is in the memory of the page, and nowhere else. */
export const KeyContext = createContext({ key: '', setKey: (_key: string): void => undefined });
