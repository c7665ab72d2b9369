import type { FormFields } from '#app/current/forms/form-fields.ts';
import type { FieldValues } from '#app/current/forms/form-state.ts';
import { unclearForm } from '#app/current/problems.ts';
import { textOfForm } from '#app/editor/documents.server.ts';
import { withMarks } from '#app/editor/merge-marks.server.ts';
import { mergeTexts, mergeValues } from '#app/editor/merge.ts';
import type { Merge } from '#app/editor/merge.ts';
import type { Crate } from '#app/storage/crates/crate.ts';
import { CrateChange } from '#app/storage/crates/crate.ts';
import type { Policy } from '#app/storage/crates/policy.ts';
import { parseJson } from '#lib/calls/body.server.ts';
import { describeFields, issueWords } from '#lib/calls/issue-words.server.ts';
import { Problem } from '#lib/problem.ts';

import { POLICY_PARTS, STAT_NUMBERS, statField, withControls } from './policy-controls.ts';

/** A crate as its forms have it: all of it is text. */
interface CrateDocument {
  readonly name: string;
  readonly maxBytes: string;
  readonly policy: string;
}

/** A state that a form began from, in one field: the etag and what it said. */
export function writeState(crate: Pick<Crate, 'etag' | 'name' | 'maxBytes' | 'policy'>): string {
  return JSON.stringify({ etag: crate.etag, ...toDocument(crate) });
}

/** @throws Problem 400 */
export function readState(field: string): CrateDocument & { readonly etag: string } {
  const parsed = tryParse(field);
  if (typeof parsed !== 'object' || parsed === null) throw new Problem(unclearForm);
  const [etag, name, maxBytes, policy] = ['etag', 'name', 'maxBytes', 'policy'].map((key): unknown =>
    Reflect.get(parsed, key),
  );
  if (
    typeof etag !== 'string' ||
    typeof name !== 'string' ||
    typeof maxBytes !== 'string' ||
    typeof policy !== 'string'
  )
    throw new Problem(unclearForm);
  return { etag, name, maxBytes, policy };
}

function toDocument({ name, maxBytes, policy }: Pick<Crate, 'name' | 'maxBytes' | 'policy'>): CrateDocument {
  return { name, maxBytes: String(maxBytes), policy: writePolicy(policy) };
}

function writePolicy(policy: Policy): string {
  return JSON.stringify(policy, null, 2);
}

/** What was typed into the controls of one part, with the rest as it was. @throws Problem 400 */
function typedIn(fields: FormFields): CrateDocument {
  const base = readState(fields.raw('etag'));
  const part = fields.raw('part');
  const { name, maxBytes } =
    part === 'facts' || part === 'whole' ? { name: fields.text('name'), maxBytes: fields.text('maxBytes') } : base;
  return { name, maxBytes, policy: typedPolicy(fields, part, base.policy) };
}

function typedPolicy(fields: FormFields, part: string, base: string): string {
  if (part === 'json' || part === 'whole') return textOfForm(fields.raw('policy'));
  const controls = POLICY_PARTS.find((one) => one === part);
  if (controls === undefined) return base;
  const policy = readPolicy(base);
  if (typeof policy !== 'object' || policy === null) return base;
  return writePolicy(withControls(policy, controls, (name) => fields.raw(name)));
}

/** @throws Problem 400 that names the fields of the part */
export function toChange(fields: FormFields): CrateChange {
  const { name, maxBytes, policy: json } = typedIn(fields);
  const change = { name, maxBytes: maxBytes === '' ? Number.NaN : Number(maxBytes), policy: readPolicy(json) };
  const { success, data, error } = CrateChange.safeParse(change, { error: issueWords });
  if (success) return data;
  throw new Problem(unclearForm, { fields: atControls(fields, describeFields(error.issues, 'policy')) });
}

/** As the call reads it. @throws Problem 400 that names the field */
function readPolicy(json: string): unknown {
  const words =
    jsonFault(json) ?? 'at most 16 levels, without __proto__, null characters and numbers that would be rounded';
  try {
    return parseJson(json, unclearForm);
  } catch {
    throw new Problem(unclearForm, { fields: { policy: `JSON: ${words}` } });
  }
}

/** Paths of a policy, at the field that holds them. */
function atControls(fields: FormFields, faults: Record<string, string>): Record<string, string> {
  const inPolicy = Object.entries(faults).filter(([path]) => path.startsWith('policy'));
  const beside = Object.entries(faults).filter(([path]) => !path.startsWith('policy'));
  const part = fields.raw('part');
  const isJson = part === 'json' || part === 'whole';
  const named = inPolicy.map(([path, words]) => [path.replace(/^policy\.?/, ''), words] as const);
  if (!isJson && part !== 'facts') {
    return Object.fromEntries([...beside, ...named.map(([path, words]) => [controlAt(fields, path), words] as const)]);
  }
  const lines = named.map(([path, words]) => (path === '' ? words : `${path}: ${words}`));
  return { ...Object.fromEntries(beside), ...(lines.length > 0 && { policy: lines.join('; ') }) };
}

function controlAt(fields: FormFields, path: string): string {
  const [, name, limit = 'name'] = /^stats\.([^.]*)(?:\.(\w+))?/.exec(path) ?? [];
  if (name === undefined) return path;
  for (let at = 0; fields.raw(statField(at, 'row')) !== ''; at += 1) {
    const field = STAT_NUMBERS.find((one) => one === limit) ?? 'name';
    if (fields.text(statField(at, 'name')) === name) return statField(at, field);
  }
  return path;
}

/** Who changed something else is not asked; both sides of the rest are shown. @param theirs a state, as `writeState` made it */
export function mergeCrate(fields: FormFields, theirs: string): Merge {
  const { etag: _, policy: base, ...was } = readState(fields.raw('etag'));
  const { policy: mine, ...own } = typedIn(fields);
  const { etag: __, policy: other, ...others } = readState(theirs);
  const merge = {
    ...mergeValues({ ...was }, { ...own }, { ...others }, new Set()),
    parts: mergeTexts(base, mine, other),
  };
  return withMarks({ etag: theirs, ...merge });
}

/** The fields by which a merged crate is saved. */
export function mergedFields(
  merge: Merge,
  chosen: { readonly fields: FieldValues; readonly text: string },
): FieldValues {
  return { intent: 'crates.save', part: 'whole', ...merge.values, ...chosen.fields, policy: chosen.text };
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
