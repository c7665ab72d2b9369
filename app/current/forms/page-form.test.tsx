import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouterProvider, createStaticHandler, createStaticRouter } from 'react-router';
import { describe, expect, test } from 'vitest';

import { Field } from '#lib/ui/field.tsx';

import type { SitePath } from '../page/site-link.tsx';
import { ActionForm, Submit } from './action-form.tsx';
import { UndoForm } from './action-form.tsx';
import { FormNotice } from './form-notice.tsx';
import { focusTarget } from './form-state.ts';
import type { FormProblem, FormState } from './form-state.ts';
import { Removal } from './removal.tsx';
import { useForm } from './use-form.ts';
import type { PageForm } from './use-form.ts';

/** A page with a form, as the server renders it. */
async function render(
  answered: FormState | undefined,
  show: (form: PageForm) => ReactNode,
  place?: string,
): Promise<string> {
  const Page = () => show(useForm(answered, { of: 'pets.', action: '/pets' as SitePath, fallbackFocus: place }));
  const handler = createStaticHandler([{ path: '/pets', Component: Page }]);
  const context = await handler.query(new Request('http://localhost/pets'));
  if (context instanceof Response) throw new Error('a redirect');
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

const done: FormState = { intent: 'pets.feed', done: true, text: 'Mia is fed.' };
const refused = (problem: Partial<FormProblem> = {}): FormState => ({
  intent: 'pets.feed',
  done: false,
  values: { petId: '7', food: 'hay' },
  problem: { code: 'pets.full', text: 'Mia is full.', ...problem },
});
const notice = (answered: FormState | undefined, proof?: ReactNode) =>
  render(answered, (form) => <FormNotice form={form} proof={proof} />);

test('a form works without scripts: the page has its address, its hidden fields and its button', async () => {
  const html = await render(undefined, (form) => (
    <ActionForm form={form} fields={{ intent: 'pets.feed', petId: '7' }}>
      <Submit kind="loud">Feed</Submit>
    </ActionForm>
  ));
  expect(html).toMatch(/^<form [^>]*action="\/pets"[^>]*>/);
  expect(html).toContain('method="post"');
  expect(html).toContain('<input type="hidden" name="intent" value="pets.feed"/>');
  expect(html).toContain('<input type="hidden" name="petId" value="7"/>');
  expect(html).toMatch(/<button type="submit" class="button button-loud "[^>]*><span[^>]*>Feed<\/span><\/button>/);
});

describe('the notice', () => {
  test('shows a success, which screen readers announce at a pause', async () => {
    expect(await notice(done)).toMatch(/tabindex="-1".*notice-success.*role="status".*Mia is fed\./);
  });

  test('shows a refusal, announced at once and in its own language', async () => {
    expect(await notice(refused())).toMatch(/notice-error.*role="alert".*Mia is full\./);
    expect(await notice(refused({ lang: 'en' }))).toContain('<p class="wrap-anywhere" lang="en">Mia is full.</p>');
  });

  test('is empty for a refusal at its field, for other forms, and without a text', async () => {
    expect(await notice(refused({ fields: { food: 'Mia is full.' } }))).toBe('');
    expect(await notice(refused({ fields: { food: 'Too small' } }))).toContain('Mia is full.');
    expect(await notice({ ...done, intent: 'toys.give' })).toBe('');
    expect(await notice({ intent: 'pets.feed', done: true, result: 7 })).toBe('');
    expect(await notice(undefined)).toBe('');
  });

  test('links to a fresh sign-in when the refusal requires one', async () => {
    const proof = <a href="/login">Prove it</a>;
    expect(await notice(refused(), proof)).not.toContain('Prove it');
    expect(await notice(refused({ code: 'current.proofRequired' }), proof)).toContain('Prove it');
  });

  test('shows a success from before a redirect, until the next answer', async () => {
    const after = (answered?: FormState) => render(answered, (form) => <FormNotice form={form} done="Fed." />);
    expect(await after()).toContain('Fed.');
    expect(await after(refused())).not.toContain('Fed.');
  });

  test('has an undo form when the answer has an undo', async () => {
    const withUndo = (answered: FormState) =>
      render(answered, (form) => <FormNotice form={form} undo={<UndoForm form={form} label="Undo" letter="U" />} />);
    expect(await withUndo(done)).not.toContain('Undo');
    const html = await withUndo({ ...done, undo: { intent: 'pets.starve', fields: { petId: '7' } } });
    expect(html).toContain('<input type="hidden" name="petId" value="7"/>');
    expect(html).toContain('value="pets.starve" aria-keyshortcuts="U"');
  });
});

describe('without scripts the browser gives the focus', () => {
  const focused = async (answered?: FormState) => {
    const html = await render(answered, (form) => (
      <>
        <FormNotice form={form} />
        <Field
          label="Food"
          name="food"
          error={form.findRefusal({})?.problem.fields?.['food']}
          {...focusTarget(form.state, 'food')}
        />
      </>
    ));
    return [...html.matchAll(/<(\w+)[^>]* autofocus=""/g)].map(([, tag]) => tag);
  };

  test('to what comes next after a success, else to its notice', async () => {
    expect(await focused({ ...done, next: 'food' })).toEqual(['input']);
    expect(await focused(done)).toEqual(['div']);
    expect(await focused()).toEqual([]);
  });

  test('to the field of a refusal, else to its notice', async () => {
    expect(await focused(refused({ fields: { food: 'Mia is full.' } }))).toEqual(['input']);
    expect(await focused(refused({ fields: { food: 'Too small' } }))).toEqual(['input']);
    expect(await focused(refused())).toEqual(['div']);
  });

  test('to the notice also where scripts would give it to a place', async () => {
    const show = (form: PageForm) => <FormNotice form={form} />;
    for (const answered of [done, refused()]) expect(await render(answered, show, 'pets')).toContain('autofocus=""');
  });
});

test('a removal asks first, also without scripts, and stays open when it is refused', async () => {
  const fields = { intent: 'pets.feed', petId: '7' };
  const show = (form: PageForm) => (
    <Removal form={form} fields={fields} label="Remove" spoken="Remove Mia" question="Miss her?" submit="Yes" />
  );
  const html = await render(undefined, show);
  expect(html).toMatch(
    /^<details class="[^"]*"><summary>.*aria-hidden="true">Remove<.*sr-only">Remove Mia<.*<\/summary>/,
  );
  expect(html).toMatch(/<\/summary>.*<form .*value="7".*Miss her\?.*button-danger.*Yes.*<\/form>.*<\/details>$/);
  expect(await render(refused(), show)).toMatch(/^<details open="" /);
});

test('refusalOf finds the refusal of a form by its fields', async () => {
  const known = (fields: Record<string, string>, answered = refused()) =>
    render(answered, (form) => form.findRefusal(fields)?.values['food'] ?? 'none');
  expect(await known({ intent: 'pets.feed', petId: '7' })).toBe('hay');
  expect(await known({})).toBe('hay');
  expect(await known({ petId: '8' })).toBe('none');
  expect(await known({ intent: 'pets.brush', petId: '7' })).toBe('none');
  expect(await known({ petId: '7' }, done)).toBe('none');
});
