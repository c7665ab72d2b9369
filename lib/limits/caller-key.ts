import ipaddr from 'ipaddr.js';

/**
 * Who is counted for a request from that address: an IPv4 address itself, also when it comes mapped into IPv6; of IPv6
 * the network of 64 bits, because one household has as many addresses in it as it likes.
 * What is no address shares one key.
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

/** Whose the address is in a wider sense: 256 neighbours of IPv4, or the 48 bits of IPv6 that one customer may have. */
export function networkKey(ip: string): string {
  const plain = PLAIN.exec(ip)?.[1];
  if (plain !== undefined) return plain.replace(/\d+$/, '0/24');
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString().replace(/\d+$/, '0/24');
  const network = new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]);
  return `${network.toRFC5952String()}/48`;
}

/** IPv4 as nearly all write it, which needs no parsing: every request asks for its key. */
const PLAIN = /^(?:::ffff:)?((?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4})$/;
