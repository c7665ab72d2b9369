import type pg from 'pg';
import { parseSync, Visitor } from 'vite';

import type { SqlMessage } from '#lib/database/sql.server.ts';

import type { SourceFile } from '../architecture/source.ts';

interface Template {
  /** `file:line` */
  readonly place: string;
  /** What stands between its values; the same for the same text. */
  readonly key: string;
}

/** Every sql`…` in code. */
export function findTemplates({ path, text }: SourceFile): Template[] {
  if (!text.includes('sql`')) return [];
  const templates: Template[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi, start }) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return;
      const line = text.slice(0, start).split('\n').length;
      templates.push({ place: `${path}:${line}`, key: keyOf(quasi.quasis.map(({ value }) => value.cooked ?? '')) });
    },
  }).visit(parseSync(path, text).program);
  return templates;
}

/** The templates that are in no statement that was sent. */
export function neverSent(templates: readonly Template[], messages: readonly SqlMessage[]): string[] {
  const sent = new Set(messages.flatMap((message) => message.templates.map(keyOf)));
  return templates.filter(({ key }) => !sent.has(key)).map(({ place }) => place);
}

/**
 * What PostgreSQL says of the statements that do not fit the schema of `client`. Those of tests are left out, and those
 * with raw SQL, whose names may be gone.
 */
export async function findMisfits(
  client: pg.Client,
  templates: readonly Template[],
  messages: readonly SqlMessage[],
): Promise<string[]> {
  const places = new Map(templates.map(({ key, place }) => [key, place]));
  const ours = messages.filter(
    ({ isRaw, templates, text }) => !isRaw && PREPARABLE.test(text) && templates.every((one) => places.has(keyOf(one))),
  );
  const texts = new Map(ours.map(({ text, templates: [first = []] }) => [text, places.get(keyOf(first))]));
  const misfits: string[] = [];
  await client.query('begin');
  const temporary = messages.filter(({ text }) => TEMPORARY.test(text));
  for (const text of new Set(temporary.map(({ text }) => text))) await client.query(text);
  for (const [text, place] of texts) {
    await client.query('savepoint tried');
    const refusal = await client.query(`prepare tried as ${text}`).catch((error: Error) => error);
    if (refusal instanceof Error) misfits.push(`${place}: ${refusal.message} in\n${text}`);
    else await client.query('deallocate tried');
    await client.query('rollback to savepoint tried');
  }
  await client.query('rollback');
  return misfits;
}

/** What `prepare` takes; parts that tests of the tag itself put together begin with none of these words. */
const PREPARABLE = /^\s*\(?\s*(?:select|insert|update|delete|merge|values|with)\b/i;

/** A table that a statement makes for others of its transaction. */
const TEMPORARY = /^\s*create temp(?:orary)? table\b/i;

function keyOf(strings: readonly string[]): string {
  return JSON.stringify(strings);
}
