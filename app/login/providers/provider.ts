/** A provider that the site offers. */
export interface OfferedProvider {
  /** Its name in URLs, such as `google`. */
  readonly platform: string;
  /** Its name for people, such as `Google`. */
  readonly service: string;
}

/** What a redirect to a provider is for: to sign in, to connect it to an account, to prove a session anew. */
export const SIGN_IN_PURPOSES = ['signIn', 'connect', 'prove'] as const;
export type SignInPurpose = (typeof SIGN_IN_PURPOSES)[number];

/** A POST begins the sign-in, a GET shows its page. */
export function signInPath(platform: string): string {
  return `/login/with/${platform}`;
}

/** Where the provider redirects the browser; each has its own, so that none can answer for another. */
export function callbackPath(platform: string): string {
  return `${signInPath(platform)}/callback`;
}

/** The path to return to after connecting. */
export const CONNECTIONS = '/account#connections';

/** The door allows posts from other sites to these paths: they only redirect with the provider's parameters. */
export function isAnswerPath(path: string): boolean {
  return /^\/login\/with\/[a-z\d]+\/callback$/.test(path);
}
