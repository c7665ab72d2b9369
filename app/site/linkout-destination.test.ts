import { expect, test } from 'vitest';

import { destinationOf } from './linkout-destination.server.ts';

test('an address is told in its parts, and the parts are all of it', () => {
  const told = destinationOf(' https://Example.com:8443/a?b=c#d ');
  expect(told).toEqual({
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

test('what stands before an @ is no host', () => {
  const told = destinationOf('http://www.rumpus.example%2Flogin:x@evil.example/@www.rumpus.example');
  expect(told).toMatchObject({
    before: 'http://www.rumpus.example%2Flogin:x@',
    host: 'evil.example',
    behind: '/@www.rumpus.example',
    userinfo: 'www.rumpus.example%2Flogin:x',
    isEncrypted: false,
  });
  expect(destinationOf('https://:secret@evil.example/')).toMatchObject({
    before: 'https://:secret@',
    host: 'evil.example',
    userinfo: 'secret',
  });
});

test('a host in other letters is told in both ways', () => {
  expect(destinationOf('https://раypal.com/')).toMatchObject({
    host: 'xn--ypal-43d9g.com',
    readable: 'раypal.com',
  });
  expect(destinationOf('https://xn--bcher-kva.example/')).toMatchObject({ readable: 'bücher.example' });
});

test('nothing in it turns its direction', () => {
  const told = destinationOf('https://evil.example/\u202Egnp.\u2066exe?\u200F#\u202B');
  expect(told).toMatchObject({ host: 'evil.example' });
  expect(JSON.stringify(told)).toMatch(/^[ -~]*$/);
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
] as const)('%j is refused as %s', (url, refusal) => {
  expect(destinationOf(url)).toBe(refusal);
});
