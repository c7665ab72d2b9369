import { domainToUnicode } from 'node:url';

interface Destination {
  /** Normalised to ASCII, so that nothing in it can change the direction or imitate letters. */
  readonly href: string;
  readonly before: string;
  readonly behind: string;
  /** In ASCII (punycode), without its port. */
  readonly host: string;
  /** The host in Unicode, if it is not ASCII. */
  readonly readable: string | undefined;
  /** The part before an @, which is not the host. */
  readonly userinfo: string | undefined;
  readonly port: string | undefined;
  readonly isEncrypted: boolean;
}

type LinkRefusal = 'missing' | 'unreadable' | 'scheme';

/** Parses an untrusted link; only http and https are accepted. */
export function parseDestination(url: string | null): Destination | LinkRefusal {
  const text = url?.trim() ?? '';
  if (text === '') return 'missing';
  if (!URL.canParse(text)) return 'unreadable';
  const { href, protocol, hostname, username, password, port } = new URL(text);
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
