export function readCookies(header: string | null): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=');
    const name = part.slice(0, equals).trim();
    if (equals > 0 && name !== '__proto__') cookies[name] ??= part.slice(equals + 1).trim();
  }
  return cookies;
}

interface CookieOptions {
  /** Seconds; 0 removes the cookie. */
  maxAge: number;
  secure: boolean;
  readable?: boolean;
}

/** A `Set-Cookie` value for the whole site, sent with top-level navigation only (SameSite=Lax). */
export function writeCookie(name: string, value: string, { maxAge, secure, readable = false }: CookieOptions): string {
  const flags = [secure ? 'Secure' : '', readable ? '' : 'HttpOnly'].filter(Boolean);
  return [`${name}=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'SameSite=Lax', ...flags].join('; ');
}
