import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

import { compileMessages } from './compile.ts';
import { TextProvider, useText } from './text.tsx';
import type { PageText } from './text.tsx';

const source = {
  plain: 'Hello, {name}!',
  terms: 'By <em>clicking</em> you accept <link>the {what}</link>, {who}.',
};
const messages = compileMessages({ locale: 'en-US', source }, { locale: 'en-US', source });

test('tags become elements, and values are escaped', () => {
  const log = vi.spyOn(console, 'error');
  const html = render(({ richText }) =>
    richText('terms', {
      em: (chunks) => <em>{chunks}</em>,
      link: (chunks) => <a href="/terms">{chunks}</a>,
      what: '<terms>',
      who: <b>you</b>,
    }),
  );
  // A browser that translates the page replaces texts beside others, of which React must not know.
  const parts = ['<span>By </span>', '<em>clicking</em>', '<span> you accept </span>'];
  parts.push('<a href="/terms">the &lt;terms&gt;</a>', '<span>, </span>', '<b>you</b>', '<span>.</span>');
  expect(html).toBe(parts.join(''));
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});

test('a page shows texts and dates in the locale above it', () => {
  expect(render(({ text, formatDate }) => text('plain', { name: formatDate(0) }))).toBe('Hello, January 1, 1970!');
});

test('a component outside a TextProvider throws', () => {
  expect(() => renderToStaticMarkup(<Page show={({ text }) => text('plain')} />)).toThrow('TextProvider');
});

function render(show: Show): string {
  return renderToStaticMarkup(
    <TextProvider locale="en-US" messages={messages}>
      <Page show={show} />
    </TextProvider>,
  );
}

type Show = (page: PageText<keyof typeof source>) => ReactNode;

function Page({ show }: { show: Show }) {
  return show(useText<keyof typeof source>());
}
