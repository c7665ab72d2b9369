import { expect, test } from 'vitest';

import english from '#content/locales/en-US.json' with { type: 'json' };

import { compileMessages } from './compile.ts';
import { createText } from './messages.ts';
import { pseudoMessages } from './pseudo.ts';

function pseudo(source: Record<string, string | { text: string }>) {
  const messages = compileMessages({ locale: 'en-US', source }, { locale: 'en-US', source: {} });
  return { ...messages, texts: pseudoMessages(messages) };
}

test('a text is accented, bracketed and still readable', () => {
  expect(pseudo({ a: 'Our Games!' }).texts).toEqual({ a: '⟦Óúúŕ Ĝááɱééš!⟧' });
});

test('arguments, plurals, choices and tags stay', () => {
  const text = createText(
    'en-XA',
    pseudo({
      posts: '{n, plural, =0 {none} one {# post} other {# posts}} by <b>{name}</b>',
      door: '{state, select, open {Open} other {Shut}} {at, date, long}',
    }),
  );
  const b = (chunks: unknown) => `<b>${String(chunks)}</b>`;
  expect(text('posts', { n: 0, name: 'Kit', b } as never)).toBe('⟦ñóóñéé ƀý <b>Kit</b>⟧');
  expect(text('posts', { n: 1, name: 'Kit', b } as never)).toBe('⟦1 þóóšţ ƀý <b>Kit</b>⟧');
  expect(text('posts', { n: 1200, name: 'Kit', b } as never)).toBe('⟦1,200 þóóšţš ƀý <b>Kit</b>⟧');
  expect(text('door', { state: 'open', at: 0 })).toBe('⟦Óþééñ January 1, 1970⟧');
});

test('no plain letter is left, and the texts of the site grow by about a third', () => {
  const all = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const said = createText('en-XA', pseudo({ all }))('all');
  expect(said).not.toMatch(/[A-Za-z]/);
  expect(new Set(said).size).toBe(2 + all.length);
  const lengthOf = (texts: object) => JSON.stringify(texts).length;
  const { texts } = compileMessages({ locale: 'en-US', source: english }, { locale: 'en-US', source: {} });
  const plain = Object.entries(texts).filter(([, message]) => typeof message === 'string');
  const growth = lengthOf(pseudoMessages({ texts: Object.fromEntries(plain) })) / lengthOf(Object.fromEntries(plain));
  expect(growth).toBeGreaterThan(1.15);
  expect(growth).toBeLessThan(1.45);
});
