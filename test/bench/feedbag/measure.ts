import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { openInProcess, rateOf, timesOf } from '../in-process.ts';
import type { InProcess } from '../in-process.ts';
import { percentilesOf } from '../people/percentiles.ts';
import type { BenchSetup } from '../setup.ts';
import type { FeedbagReport } from './report.ts';

const ENTRIES = 50_000;
const BATCH = 5000;
const PROJECT = 'bench';
const HOT = '01890000-0000-7000-8000-00000000beef';

/** The deeds beside plain SQL on the same tables, in this process, in turns. */
export async function measureFeedbag(ground: BenchSetup): Promise<FeedbagReport> {
  const within = await openInProcess(ground);
  try {
    const vocabulary = vocabularyOf(2500);
    await fill(within, vocabulary);
    return { entries: ENTRIES, similar: await measureSimilar(within, vocabulary), votes: await measureVotes(within) };
  } finally {
    await within.close();
  }
}

/** Words that can be said, each of two or three syllables. */
function vocabularyOf(size: number): string[] {
  const syllables = 'bdfglmnprstvz'.split('').flatMap((start) => 'aeiou'.split('').map((vowel) => start + vowel));
  return Array.from({ length: size }, (_, at) => {
    const [first = '', second = ''] = [syllables[at % 65], syllables[Math.floor(at / 65) % 65]];
    return `${first}${second}${'rnslk'[at % 5]}`;
  });
}

/** Frequent words are far more frequent than rare ones, as in life. */
function titleOf(vocabulary: readonly string[], at: number): string[] {
  return Array.from({ length: 4 }, (_, place) => {
    const turn = ((at * (place + 3) * 7919) % 9973) / 9973;
    return vocabulary[Math.floor(vocabulary.length * turn ** 3)] ?? '';
  });
}

async function fill({ current, load }: InProcess, vocabulary: readonly string[]): Promise<void> {
  const { saveProject } = await load<typeof import('#app/feedbag/projects.server.ts')>(
    '/app/feedbag/projects.server.ts',
  );
  const { saveWords, collectWords } = await load<typeof import('#app/feedbag/entries/word-forms.server.ts')>(
    '/app/feedbag/entries/word-forms.server.ts',
  );
  const texts = { name: 'Bench', about: '', welcome: '', template: '', game: undefined };
  const rules = { leastRole: 'public', stages: [], isModerated: false, takesAnonymous: false } as const;
  await saveProject(current, { projectId: PROJECT, ...texts, ...rules }, 1);
  for (let at = 0; at < vocabulary.length; at += 100) {
    await saveWords(current, PROJECT, { title: vocabulary.slice(at, at + 100).join(' '), body: '' });
  }
  const ids = Array.from({ length: ENTRIES - 1 }, (_, at) => uuidv7(1_700_000_000_000 + at));
  for (let at = 0; at < ENTRIES; at += BATCH) {
    const rows = [...ids, HOT].slice(at, at + BATCH).map((id, place) => {
      const title = titleOf(vocabulary, at + place).join(' ');
      return { id, title, votes: (at + place) % 50, words: collectWords({ title, body: `What I mean is ${title}.` }) };
    });
    await current.db.heavy.query(sql`
      insert into feedbag_entries (subject_id, project_id, title, platform, version, tags, status, status_at, standing,
        is_internal, participant_id, source, votes, words, has_old_words, created_at, last_at)
      select id, ${PROJECT}, title, '', '', '{}', 'open', now(), 'shown', false, 'visitor', 'site',
        case when id = ${HOT} then 0 else votes end, words, false, now(), now()
      from json_to_recordset(${JSON.stringify(rows)}::json) r(id uuid, title text, votes integer, words text[])`);
  }
  await current.db.heavy.query(sql`analyze feedbag_entries`);
  await current.db.heavy.query(sql`analyze feedbag_words`);
}

async function measureSimilar({ current, load }: InProcess, vocabulary: readonly string[]) {
  const { findSimilar } = await load<typeof import('#app/feedbag/entries/similar.server.ts')>(
    '/app/feedbag/entries/similar.server.ts',
  );
  let at = 0;
  const next = () => titleOf(vocabulary, (at += 37) % ENTRIES).slice(0, 3);
  const deed = () => findSimilar(current, PROJECT, next().join(' '));
  const typed = () => findSimilar(current, PROJECT, next().map(mistyped).join(' '));
  const plain = () =>
    current.db.query(sql`select subject_id, title, status, votes from feedbag_entries
      where project_id = ${PROJECT} and status <> 'duplicate' and words @> ${next().map((word) => `^${word}`)}::text[]
      order by votes desc limit 5`);
  for (const warm of [plain, deed, typed]) await timesOf(warm, 1);
  const [plainTimes, deedTimes, typedTimes] = [
    await timesOf(plain, 1),
    await timesOf(deed, 1),
    await timesOf(typed, 1),
  ];
  return { plain: percentilesOf(plainTimes), exact: percentilesOf(deedTimes), mistyped: percentilesOf(typedTimes) };
}

/** Two letters in the other order. */
function mistyped(word: string): string {
  return `${word.slice(0, 2)}${word.slice(3, 4)}${word.slice(2, 3)}${word.slice(4)}`;
}

async function measureVotes({ current, parts, load }: InProcess) {
  const { voteFor } = await load<typeof import('#app/feedbag/entries/votes.server.ts')>(
    '/app/feedbag/entries/votes.server.ts',
  );
  let voters = 0;
  const voter = (): Current => {
    voters += 1;
    return { ...current, actor: { ...current.actor, userId: `bench${voters}`, role: 'authenticated' } };
  };
  const deed = () => voteFor(voter(), HOT);
  const plain = () =>
    parts.db.query(sql`with voted as (
        insert into feedbag_votes (subject_id, participant_id, user_id, version, source, created_at)
        values (${HOT}, ${`plain ${(voters += 1)}`}, ${`plain${voters}`}, '', '', now()) on conflict do nothing
        returning subject_id
      ) update feedbag_entries e set votes = votes + 1 from voted where e.subject_id = voted.subject_id`);
  await rateOf(plain);
  await rateOf(deed);
  const [plainRate, deedRate] = [await rateOf(plain), await rateOf(deed)];
  const [row] = await parts.db.query<{ votes: number; rows: number }>(sql`select votes, (select count(*)::integer
    from feedbag_votes where subject_id = ${HOT}) as rows from feedbag_entries where subject_id = ${HOT}`);
  if (row === undefined || row.votes !== row.rows) throw new Error('the count of votes is not that of their rows');
  return { deed: deedRate, plain: plainRate };
}
