import { expect, test } from 'vitest';

import { parseDestination } from './linkout-destination.server.ts';

test('destinationOf returns all parts of an address', () => {
  const destination = parseDestination(' https://Example.com:8443/a?b=c#d ');
  expect(destination).toEqual({
    href: 'https://example.com:8443/a?b=c#d',
    before: 'https://',
    host: 'example.com',
    behind: ':8443/a?b=c#d',
    readable: undefined,
    userinfo: undefined,
    port: '8443',
    isEncrypted: true,
  });
});

test('destinationOf does not take the part before an @ for the host', () => {
  const destination = parseDestination('http://www.rumpus.example%2Flogin:x@evil.example/@www.rumpus.example');
  expect(destination).toMatchObject({
    before: 'http://www.rumpus.example%2Flogin:x@',
    host: 'evil.example',
    behind: '/@www.rumpus.example',
    userinfo: 'www.rumpus.example%2Flogin:x',
    isEncrypted: false,
  });
  expect(parseDestination('https://:secret@evil.example/')).toMatchObject({
    before: 'https://:secret@',
    host: 'evil.example',
    userinfo: 'secret',
  });
});

test('destinationOf returns a host in ASCII and in Unicode', () => {
  expect(parseDestination('https://раypal.com/')).toMatchObject({
    host: 'xn--ypal-43d9g.com',
    readable: 'раypal.com',
  });
  expect(parseDestination('https://xn--bcher-kva.example/')).toMatchObject({ readable: 'bücher.example' });
});

test('destinationOf encodes characters that change the direction', () => {
  const destination = parseDestination('https://evil.example/\u202Egnp.\u2066exe?\u200F#\u202B');
  expect(destination).toMatchObject({ host: 'evil.example' });
  expect(JSON.stringify(destination)).toMatch(/^[ -~]*$/);
});

test.each([
  [null, 'missing'],
  ['', 'missing'],
  ['   ', 'missing'],
  ['example.com', 'unreadable'],
  ['//example.com', 'unreadable'],
  ['/games', 'unreadable'],
  ['https://', 'unreadable'],
  ['https://ex ample.com', 'unreadable'],
  ['javascript:alert(1)', 'scheme'],
  [' JavaScript:alert(1)', 'scheme'],
  ['java\nscript:alert(1)', 'scheme'],
  ['data:text/html,<script>alert(1)</script>', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['blob:https://example.com/x', 'scheme'],
  ['mailto:a@example.com', 'scheme'],
  ['vbscript:x', 'scheme'],
  ['ftp://example.com/', 'scheme'],
] as const)('%j is refused as %s', (url, refusal) => {
  expect(parseDestination(url)).toBe(refusal);
});
