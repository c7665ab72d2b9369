import { afterAll, describe, expect, test, vi } from 'vitest';

/** What the module reads of a field. */
class Field {
  readonly type = 'text';
  readonly tabIndex = 0;
  readonly name: string;
  readonly defaultValue: string;
  value: string;
  constructor(name: string, saved: string, value = saved) {
    this.name = name;
    this.defaultValue = saved;
    this.value = value;
  }
}

// No field of these tests is one.
for (const name of ['HTMLTextAreaElement', 'HTMLSelectElement']) vi.stubGlobal(name, WeakMap);
vi.stubGlobal('HTMLInputElement', Field);
afterAll(() => vi.unstubAllGlobals());
const { restoreFields } = await import('./form-drafts.ts');

const restore = (fields: Field[], values: Record<string, string>) =>
  restoreFields({ elements: fields } as unknown as HTMLFormElement, values);

describe('what was typed', () => {
  test('comes back into a field that holds what is saved, and hides that, however often it is put back', () => {
    const fields = [new Field('policy', '{}')];
    expect([restore(fields, { policy: 'typed' }), restore(fields, { policy: 'typed' })]).toEqual([true, true]);
    expect(fields[0]?.value).toBe('typed');
  });

  test('leaves a field that somebody has touched since, and hides nothing where nothing is saved', () => {
    const touched = [new Field('policy', '{}', 'newer')];
    expect([restore(touched, { policy: 'typed' }), touched[0]?.value]).toEqual([false, 'newer']);
    const empty = [new Field('note', '')];
    expect([restore(empty, { note: 'typed' }), empty[0]?.value]).toEqual([false, 'typed']);
    const same = [new Field('policy', '{}')];
    expect([restore(same, { policy: '{}' }), same[0]?.value]).toEqual([false, '{}']);
  });
});
