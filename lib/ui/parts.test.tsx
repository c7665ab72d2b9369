import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { Avatar } from './avatar.tsx';
import { Button, buttonClass } from './button.tsx';
import { CheckboxField, Field, SelectField, TextareaField } from './field.tsx';
import { Notice } from './notice.tsx';
import { Pagination } from './pagination.tsx';
import { Table } from './table.tsx';

test('a button does not submit by itself, and a busy one says so without leaving the keyboard', () => {
  expect(renderToStaticMarkup(<Button>Go</Button>)).toBe(
    '<button type="button" class="button button-plain "><span class="contents">Go</span></button>',
  );
  const busy = renderToStaticMarkup(
    <Button kind="loud" type="submit" busy>
      Go
    </Button>,
  );
  expect(busy).toContain('type="submit"');
  expect(busy).toContain('aria-busy="true" aria-disabled="true"');
  expect(busy).not.toContain(' disabled');
  expect(buttonClass('quiet')).toBe('button button-quiet');
});

test('a field is named by its label and described by its error, then its hint', () => {
  const markup = renderToStaticMarkup(<Field id="eyes" label="Eyes" hint="A whole number." error="Not whole." />);
  expect(markup).toContain('<label class="field-label" for="eyes">Eyes</label>');
  expect(markup).toContain('id="eyes" aria-describedby="eyes-error eyes-hint" aria-invalid="true"');
  expect(markup).toContain('<p id="eyes-hint" class="field-hint">A whole number.</p>');
  expect(markup).toMatch(/<p id="eyes-error" class="field-error">.*Not whole\./);
});

test('a field of each kind is named by its label, and described by its error', () => {
  for (const markup of [
    renderToStaticMarkup(<Field id="eyes" label="Eyes" error="Not whole." />),
    renderToStaticMarkup(<TextareaField id="eyes" label="Eyes" error="Not whole." />),
    renderToStaticMarkup(<SelectField id="eyes" label="Eyes" error="Not whole." />),
    renderToStaticMarkup(<CheckboxField id="eyes" label="Eyes" error="Not whole." />),
  ]) {
    expect(markup).toContain(' for="eyes"');
    expect(markup).toMatch(
      /<(?:input|textarea|select) [^>]*id="eyes" aria-describedby="eyes-error" aria-invalid="true"/,
    );
  }
});

test('a wrong field asks for the focus, which a browser without scripts gives to the first', () => {
  expect(renderToStaticMarkup(<Field label="Eyes" error="Not whole." />)).toContain('autofocus=""');
  expect(renderToStaticMarkup(<CheckboxField label="It bites" aria-invalid />)).toContain('autofocus=""');
  expect(renderToStaticMarkup(<Field label="Eyes" hint="A whole number." />)).not.toContain('autofocus');
});

test('a field with nothing to add is described by nothing', () => {
  const markup = renderToStaticMarkup(<CheckboxField id="bites" label="It bites" error="" />);
  expect(markup).not.toContain('aria-');
  expect(markup).toContain('type="checkbox"');
});

test('a notice is read aloud only where it appears: errors at once, others in a pause', () => {
  expect(renderToStaticMarkup(<Notice kind="error">No</Notice>)).not.toContain('role');
  expect(
    renderToStaticMarkup(
      <Notice kind="error" live>
        No
      </Notice>,
    ),
  ).toContain('role="alert"');
  expect(renderToStaticMarkup(<Notice live>Yes</Notice>)).toContain('role="status"');
});

test('pages that are not there have no link, and without any there is no navigation', () => {
  const link = ({ to, rel, children }: { to: string; rel: string; children: ReactNode }) => (
    <a href={to} rel={rel}>
      {children}
    </a>
  );
  const last = renderToStaticMarkup(<Pagination label="Pages" previous={{ to: '/1', text: 'Newer' }} link={link} />);
  expect(last).toMatch(/^<nav aria-label="Pages"[^>]*><a href="\/1" rel="prev">.*Newer<\/span><\/a><\/nav>$/);
  expect(renderToStaticMarkup(<Pagination label="Pages" link={link} />)).toBe('');
});

test('a table has a caption, says how it is sorted, and offers to sort only where that works', () => {
  const columns = [
    { id: 'name', header: 'Name', cell: (name: string) => name, isSortable: true },
    { id: 'length', header: 'Length', cell: (name: string) => name.length, isNumber: true },
  ];
  const table = { caption: 'Who', columns, rows: ['Bo'], toKey: (name: string) => name };
  const sort = { column: 'name', descending: true };
  const sortable = renderToStaticMarkup(<Table {...table} sort={sort} onSort={() => {}} />);
  expect(sortable).toMatch(/<th scope="col" aria-sort="descending"><button type="button"><span>Name/);
  expect(sortable.match(/<button/g)).toHaveLength(1);
  expect(renderToStaticMarkup(<Table {...table} />)).not.toContain('<button');
  expect(renderToStaticMarkup(<Table {...table} rows={[]} empty="Nobody." />)).toContain(
    '<td colSpan="2">Nobody.</td>',
  );
});

test('a cell says what it is where its row is a card, which only a table without an order is', () => {
  const columns = [{ id: 'name', header: 'Name', cell: (name: string) => name }];
  const table = { caption: 'Who', columns, rows: ['Bo'], toKey: (name: string) => name };
  const cell = /<td><span class="table-name" aria-hidden="true">Name<\/span><div>Bo<\/div><\/td>/;
  expect(renderToStaticMarkup(<Table {...table} />)).toMatch(cell);
  expect(renderToStaticMarkup(<Table {...table} onSort={() => {}} />)).toContain('<td>Bo</td>');
});

test('a disabled button says so, and keeps the keyboard', () => {
  const button = renderToStaticMarkup(<Button aria-disabled="true">Ban</Button>);
  expect([button.includes('aria-disabled="true"'), / disabled/.test(button)]).toEqual([true, false]);
});

test('a person without a portrait is one letter, as readers count letters', () => {
  const letterOf = (name: string) => /">(.*)<\/span>/.exec(renderToStaticMarkup(<Avatar name={name} />))?.[1];
  expect(['gorble', '@0192', '👩‍🚀 Ada', 'łukasz', ''].map(letterOf)).toEqual(['G', '0', '👩‍🚀', 'Ł', '?']);
});
