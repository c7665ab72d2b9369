export interface OfferedProvider {
  readonly platform: string;
  readonly service: string;
}

export const SIGN_IN_PURPOSES = ['signIn', 'connect', 'prove'] as const;
export type SignInPurpose = (typeof SIGN_IN_PURPOSES)[number];

export function signInPath(platform: string): string {
  return `/login/with/${platform}`;
}

/** Where the provider redirects the browser; each has its own, so that none can answer for another. */
export function callbackPath(platform: string): string {
  return `${signInPath(platform)}/callback`;
}

export const CONNECTIONS = '/account#connections';

/** The door allows posts from other sites to these paths: they only redirect with the provider's parameters. */
export function isAnswerPath(path: string): boolean {
  return /^\/login\/with\/[a-z\d]+\/callback$/.test(path);
}
