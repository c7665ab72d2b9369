import { UNSAFE_decodeViaTurboStream } from 'react-router';
import { beforeAll, expect, test } from 'vitest';

import { FORM_KEY } from '#app/current/forms/form-state.ts';
import { sql } from '#lib/database/sql.server.ts';

import { useTestSite } from '../site.ts';
import type { TestSite } from '../site.ts';
import { sendStaffForms } from '../staff-forms.ts';

const site = useTestSite();

interface Sending {
  readonly intent: string;
  readonly first: unknown;
  readonly second: unknown;
  /** Tables that have more rows after the second. */
  readonly grown: readonly string[];
}

/** What came of each form that was sent twice, as a button does that is pressed twice. */
async function sendTwice(run: (site: TestSite) => Promise<unknown>): Promise<readonly Sending[]> {
  const sendings: Sending[] = [];
  const pair = async (intent: string, send: (key: Record<string, string>) => Promise<Response>) => {
    const key = { [FORM_KEY]: `key ${sendings.length}` };
    const first = await send(key);
    const before = await countRows();
    const second = await send(key);
    const after = await countRows();
    const grown = [...after].filter(([table, count]) => count > (before.get(table) ?? 0)).map(([table]) => table);
    sendings.push({ intent, first: await readAnswer(first), second: await readAnswer(second), grown });
    return first;
  };
  await run({
    ...site,
    submit: (who, path, fields) => {
      const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
      const intent = new URLSearchParams(pairs).get('intent') ?? '';
      return pair(intent, (key) => site.submit(who, path, [...pairs, ...Object.entries(key)]));
    },
    submitFiles: (who, path, fields) =>
      pair(typeof fields['intent'] === 'string' ? fields['intent'] : '', (key) =>
        site.submitFiles(who, path, { ...fields, ...key }),
      ),
  });
  return sendings;
}

/** Of a page only where it leads: it has a nonce. */
async function readAnswer(response: Response) {
  const { status, headers, body } = response.clone();
  const isData = headers.get('content-type')?.startsWith('text/x-script') === true && body !== null;
  const data = isData ? (await UNSAFE_decodeViaTurboStream(body, globalThis)).value : undefined;
  return { status, location: headers.get('location'), data };
}

async function countRows(): Promise<ReadonlyMap<string, number>> {
  const rows = await site.stranger.query<{ table: string; count: string }>(sql`
    select format('%I.%I', schemaname, relname) as table,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', schemaname, relname), false, true, '')))[1]::text as count
    from pg_stat_user_tables where schemaname in ('public', 'graphile_worker')`);
  return new Map(rows.map(({ table, count }) => [table, Number(count)]));
}

let sendings: readonly Sending[];
beforeAll(async () => {
  sendings = await sendTwice(sendStaffForms);
}, 120_000);

test('a form of staff that arrives twice makes one thing', () => {
  expect(sendings.length).toBeGreaterThan(50);
  expect(sendings.filter(({ grown }) => grown.length > 0)).toEqual([]);
});

test('a form of staff that arrives twice has the same answer', () => {
  for (const { intent, first, second } of sendings) expect(second, intent).toEqual(first);
});
