import { expect, test } from 'vitest';

import { callerKey, networkKey, networkKeys } from './caller-key.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['255.249.100.0', '255.249.100.0'],
  ['010.0.0.1', '8.0.0.1'],
  ['256.1.1.1', 'unknown'],
  ['1.2.3.4.', 'unknown'],
  ['1.2.3.4.5', 'unknown'],
  ['', 'unknown'],
  ['not an address', 'unknown'],
  ['1.2.3.4, 5.6.7.8', 'unknown'],
])('a request from %j is counted for %j', (ip, key) => {
  expect(callerKey(ip)).toBe(key);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['nothing', 'unknown'],
])('%s belongs to the network %s', (ip, network) => {
  expect(networkKey(ip)).toBe(network);
});

test('an IPv4 address has one network with a budget, one of IPv6 two', () => {
  expect(networkKeys('203.0.113.7')).toEqual(['203.0.113.0/24']);
  expect(networkKeys('2001:db8:1:2::9')).toEqual(['2001:db8:1:2::/64', '2001:db8:1::/48']);
  expect(networkKeys('nothing')).toEqual(['unknown']);
});
