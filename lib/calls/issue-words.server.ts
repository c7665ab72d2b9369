import type * as z from 'zod/mini';

/**
 * Why a value does not fit its schema, in words that follow its name ('limit: a number'), for schemas that give none
 * themselves. @example schema.safeParse(value, { error: issueWords })
 */
export const issueWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return (TYPES[issue.expected] ?? issue.expected) + (issue.input === undefined ? ', which is missing' : '');
    case 'invalid_value':
      return issue.values
        .map(String)
        .join(', ')
        .replace(/, (?=[^,]*$)/, ' or ');
    case 'invalid_format':
      return FORMATS[issue.format] ?? `of the form ${issue.pattern ?? issue.format}`;
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${formatCount(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${formatCount(issue.maximum, issue.origin)}`;
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `without ${issue.keys.slice(0, MAX_NAMES).join(', ')}`;
    case 'invalid_key':
      return `a name that is ${describeIssues(issue.issues)}`;
    case 'invalid_element':
      return describeIssues(issue.issues);
    case 'invalid_union':
      return [...new Set(issue.errors.map(describeIssues))].join(', or ');
    default:
      return undefined;
  }
};

/** Limits the answer to a value with thousands of wrong fields. */
const MAX_FIELDS = 20;

/** The first reason of each field. @param whole the name of the value itself */
export function describeFields(
  issues: readonly z.core.$ZodIssue[],
  whole: string,
  most = MAX_FIELDS,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues.slice(0, most)) fields[path.join('.') || whole] ??= message;
  return fields;
}

const MAX_NAMES = 4;

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'a date such as 2026-11-20T00:00:00Z',
  uuid: 'a UUID',
  safeint: 'a whole number',
};

const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
};

function formatCount(count: number | bigint, origin: string): string {
  const unit = UNITS[origin]?.[Number(count) === 1 ? 0 : 1];
  return unit === undefined ? String(count) : `${count} ${unit}`;
}

function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  return issues.map(({ path, message }) => [...path, message].join(': ')).join(', and ');
}
