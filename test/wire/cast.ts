export const CAST = ['player', 'creator', 'collaborator', 'staff', 'admin', 'super'] as const;
export type WireCastName = (typeof CAST)[number];

/** Someone signed in: the Cookie header, the token for `X-XSRF-TOKEN`, and who it is. */
export interface WireSignIn {
  url: string;
  cookie: string;
  xsrf: string;
  userId: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    cast: Record<WireCastName, WireSignIn>;
    /** A session of the player's that a test may end. */
    leaving: WireSignIn;
    /** Another one, which staff may end. */
    ending: WireSignIn;
    /** The OpenAPI document, as JSON text. */
    document: string;
    /** Keeps the names of this run apart from those of others on the same site. */
    run: string;
  }
}
