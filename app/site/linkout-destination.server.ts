import { domainToUnicode } from 'node:url';

/** Where a link leads, told apart from what it looks like. */
export interface Destination {
  /** As browsers normalise it: all of it ASCII, so that nothing in it can turn its direction or pass for other letters. */
  readonly href: string;
  /** What stands in `href` before and behind the host. */
  readonly before: string;
  readonly behind: string;
  /** In ASCII (punycode), without its port. */
  readonly host: string;
  /** In its own letters, where these are not ASCII. */
  readonly readable: string | undefined;
  /** What stands before an @ and is no part of where it leads. */
  readonly userinfo: string | undefined;
  readonly port: string | undefined;
  readonly isEncrypted: boolean;
}

export type LinkRefusal = 'missing' | 'unreadable' | 'scheme';

/** Reads a link that somebody wrote; only addresses of the web are one. */
export function destinationOf(url: string | null): Destination | LinkRefusal {
  const written = url?.trim() ?? '';
  if (written === '') return 'missing';
  if (!URL.canParse(written)) return 'unreadable';
  const { href, protocol, hostname, username, password, port } = new URL(written);
  if (protocol !== 'https:' && protocol !== 'http:') return 'scheme';
  const userinfo = [username, password].filter((part) => part !== '').join(':');
  const start = protocol.length + 2 + (userinfo === '' ? 0 : href.slice(protocol.length + 2).indexOf('@') + 1);
  const readable = domainToUnicode(hostname);
  return {
    href,
    before: href.slice(0, start),
    behind: href.slice(start + hostname.length),
    host: hostname,
    readable: readable === hostname || readable === '' ? undefined : readable,
    userinfo: userinfo === '' ? undefined : userinfo,
    port: port === '' ? undefined : port,
    isEncrypted: protocol === 'https:',
  };
}
