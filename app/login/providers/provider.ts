/** A provider that the site offers. */
export interface OfferedProvider {
  /** Its word in addresses, such as `google`. */
  readonly platform: string;
  /** What people call it, such as `Google`. */
  readonly service: string;
}

/** What a way to a provider is for: to sign in, to connect it to one's account, to show that it is still oneself. */
export const SIGN_IN_PURPOSES = ['signIn', 'connect', 'prove'] as const;
export type SignInPurpose = (typeof SIGN_IN_PURPOSES)[number];

/** Where its sign-in begins, by a POST, and where it is told about by a GET. */
export function signInPath(platform: string): string {
  return `/login/with/${platform}`;
}

/** Where the provider sends the browser back to; each has its own, so that none can answer for another. */
export function callbackPath(platform: string): string {
  return `${signInPath(platform)}/callback`;
}

/** Where a connection that was begun on the account page ends. */
export const CONNECTIONS = '/account#connections';

/** The door lets a provider's own page post to these, from another site: they only pass on what they are told. */
export function isAnswerPath(path: string): boolean {
  return /^\/login\/with\/[a-z\d]+\/callback$/.test(path);
}
