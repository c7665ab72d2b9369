import type * as z from 'zod/mini';

import { Problem } from '#lib/problem.ts';

import { unclearForm } from '../problems.ts';
import type { FieldValues } from './form-state.ts';

/** What nobody should see twice, not even who typed it. */
const SECRETS = new Set(['code']);

/** Reads the fields of a form. */
export class FormFields {
  readonly #form: FormData;

  constructor(form: FormData) {
    this.#form = form;
  }

  /** Without the spaces around it; empty where there is no such field. */
  text(name: string): string {
    return this.raw(name).trim();
  }

  /** As it was typed; empty where there is no such field. */
  raw(name: string): string {
    const value = this.#form.get(name);
    return typeof value === 'string' ? value : '';
  }

  /** Whether a box is ticked. */
  has(name: string): boolean {
    return this.#form.has(name);
  }

  /** @param values what the schema reads, where the fields have other names @throws Problem 400 that names the fields */
  parse<Value>(schema: z.ZodMiniType<Value>, values: unknown = Object.fromEntries(this.#form)): Value {
    const { success, data, error } = schema.safeParse(values);
    if (success) return data;
    throw new Problem(unclearForm, {
      fields: Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])),
    });
  }

  /** All that was typed, but for secrets and files. */
  typed(): FieldValues {
    return Object.fromEntries(
      [...this.#form].flatMap(([name, value]) =>
        typeof value === 'string' && !SECRETS.has(name) ? [[name, value]] : [],
      ),
    );
  }
}
