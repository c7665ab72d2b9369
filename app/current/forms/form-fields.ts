import type * as z from 'zod/mini';

import { Problem } from '#lib/problem.ts';

import { unclearForm } from '../problems.ts';
import { FORM_KEY } from './form-state.ts';
import type { FieldValues } from './form-state.ts';

/** Never sent back to the page. */
const SECRETS = new Set(['code', 'password', FORM_KEY]);

export class FormFields {
  readonly #form: FormData;

  constructor(form: FormData) {
    this.#form = form;
  }

  /** Trimmed; empty without such a field. */
  text(name: string): string {
    return this.raw(name).trim();
  }

  raw(name: string): string {
    const value = this.#form.get(name);
    return typeof value === 'string' ? value : '';
  }

  /** Of checkboxes with one name. */
  all(name: string): string[] {
    return this.#form.getAll(name).filter((value) => typeof value === 'string');
  }

  /** What was chosen; a field without a choice sends an empty file without a name. */
  files(name: string): File[] {
    return this.#form
      .getAll(name)
      .filter((value) => typeof value !== 'string' && (value.name !== '' || value.size > 0)) as File[];
  }

  has(name: string): boolean {
    return this.#form.has(name);
  }

  /** @param values for a schema with other names than the fields @throws Problem 400 that names the fields */
  parse<Value>(schema: z.ZodMiniType<Value>, values: unknown = Object.fromEntries(this.#form)): Value {
    const { success, data, error } = schema.safeParse(values);
    if (success) return data;
    throw new Problem(unclearForm, {
      fields: Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])),
    });
  }

  typed(): FieldValues {
    return Object.fromEntries(
      [...this.#form].flatMap(([name, value]) =>
        typeof value === 'string' && !SECRETS.has(name) ? [[name, value]] : [],
      ),
    );
  }
}
