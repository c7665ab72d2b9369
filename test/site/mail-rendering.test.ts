import { expect, test } from 'vitest';

import { LOCALES } from '#app/current/locale.ts';
import { renderMail } from '#app/mail/render.server.tsx';
import { mails } from '#app/nouns.server.ts';

import { LETTERS } from '../mail/letters.ts';
import { faultsInWord } from '../mail/word.ts';
import { useTestSite } from '../site.ts';

const site = useTestSite();

test('every mail has a name of its own', () => {
  expect(new Set(mails.map(({ name }) => name)).size).toBe(mails.length);
  for (const { name } of mails) expect(name).toMatch(/^[a-z]+(\.[a-z][A-Za-z]*)+$/);
  // Those of notifications are rendered with each kind of event beside their code.
  const sampled = mails.filter(({ name }) => !name.startsWith('notifications.'));
  expect(new Set(LETTERS.map(({ mail }) => mail))).toEqual(new Set(sampled));
});

test.each(LETTERS)(
  'the mail “$name” says the same in words alone, fetches nothing and fits every program',
  async ({ mail, props }) => {
    for (const locale of LOCALES) {
      const { subject, html, text } = await renderMail(site.parts, mail, props, locale);
      expect(subject).toMatch(/^[^\p{Cc}]{3,120}$/u);
      expect(html).not.toMatch(/<(img|script|link|iframe|object|video)\b|@import|url\(/i);
      expect(faultsInWord(html)).toEqual([]);
      // Larger ones are cut off by some programs.
      expect(html.length).toBeLessThan(30_000);
      const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'));
      for (const to of links.slice(1)) expect(text).toContain(to);
      expect(text).not.toMatch(/<[a-z]|undefined|\[object|\bNaN\b|Invalid Date/);
      expect(text.length).toBeGreaterThan(120);
    }
  },
);
