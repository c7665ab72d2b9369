import { expect, test } from 'vitest';

import { spentLink } from './problems.ts';
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe-links.server.ts';

const site = { secret: 'a secret of the tests, longer than 32 characters' };

test('a token is about mails of its own kind alone, and of this site', () => {
  const token = unsubscribeToken(site, 'letters', 'pip weekly');
  expect(readUnsubscribeToken(site, 'letters', token)).toBe('pip weekly');
  const refused = [
    ['letter', token],
    ['alerts', token],
    ['letters', `${token}x`],
    ['letters', unsubscribeToken({ secret: 'of another site' }, 'letters', 'pip weekly')],
  ] as const;
  for (const [kind, other] of refused) {
    expect(() => readUnsubscribeToken(site, kind, other), `${kind} ${other}`).toThrow(spentLink.message);
  }
});
