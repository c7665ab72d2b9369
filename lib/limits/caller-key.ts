import ipaddr from 'ipaddr.js';

/**
 * The key to count by: an IPv4 address, also when mapped into IPv6; of IPv6 the /64 network, because one household has
 * as many addresses in it as it likes. What is no address shares one key.
 */
export function callerKey(ip: string): string {
  const plain = PLAIN.exec(ip)?.[1];
  if (plain !== undefined) return plain;
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toRFC5952String()}/64`;
}

/** The /24 of IPv4, or the /48 of IPv6 that one customer may have. */
export function networkKey(ip: string): string {
  const plain = PLAIN.exec(ip)?.[1];
  if (plain !== undefined) return plain.replace(/\d+$/, '0/24');
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString().replace(/\d+$/, '0/24');
  const network = new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]);
  return `${network.toRFC5952String()}/48`;
}

/** The networks of an address that have a budget: the /24 of IPv4, the /64 and the /48 of IPv6. */
export function networkKeys(ip: string): string[] {
  const [own, network] = [callerKey(ip), networkKey(ip)];
  return own.endsWith('/64') ? [own, network] : [network];
}

/** IPv4 as nearly all write it, without parsing: every request needs its key. */
const PLAIN = /^(?:::ffff:)?((?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4})$/;
