import { productCode, unitOf } from './source.ts';
import type { SourceFile } from './source.ts';
import { syntaxOf } from './syntax.ts';
import type { Text } from './syntax.ts';

const CREATES = /create (?:unlogged )?table (?:if not exists )?"?(\w+)/gi;
const IS_SQL =
  /\b(?:select\b(?=[^]*\bfrom\b)|insert into|delete from|update\s+[\w.]+(?:\s+\w+)?\s+set|join\s+[\w."]+(?:\s+\w+)?\s+on|truncate)\b/;
const NAME = String.raw`(?:only\s+|lateral\s+)?[\w."]+(?:\s+(?:as\s+)?\w+)?`;
const AFTER = new RegExp(
  String.raw`\b(?:from|join|into|update|using|truncate|table)\s+(${NAME}(?:\s*,\s*${NAME})*)`,
  'g',
);

/** R5 */
export function oneOwnerPerTable(files: SourceFile[]): string[] {
  const tables = tablesOf(files);
  const naming = new Map<string, Map<string, string>>();
  for (const file of productCode(files)) {
    if (unitOf(file.path) === 'database') continue;
    for (const table of namedTables(file, tables)) {
      const owners = naming.get(table) ?? new Map<string, string>();
      owners.set(unitOf(file.path), file.path);
      naming.set(table, owners);
    }
  }
  return [...naming].flatMap(([table, owners]) =>
    owners.size < 2
      ? []
      : [`${[...owners.values()].join(' and ')}: both name the table ${table} in SQL, and a table has one owner`],
  );
}

function tablesOf(files: SourceFile[]): Set<string> {
  const migrations = files.filter(({ path }) => /^database\/migrations\/[^/]+\.sql$/.test(path));
  return new Set(migrations.flatMap(({ text }) => [...text.matchAll(CREATES)].map((match) => match[1] ?? '')));
}

/** The tables that the SQL of a file reads or writes. */
function namedTables(file: SourceFile, tables: Set<string>): Set<string> {
  const named = statementsOf(file).flatMap((text) => namesAfter(AFTER, text));
  return new Set(named.filter((name) => tables.has(name)));
}

/** What a file has of SQL, in lower case. */
function statementsOf(file: SourceFile): string[] {
  // Most files hold no such word, and need no tree.
  const texts = /\bsql[<`]/.test(file.text) || isSql(file) ? syntaxOf(file).found.texts : [];
  return texts.filter(isSql).map(({ text }) => inLowerCase(text));
}

function namesAfter(words: RegExp, text: string): string[] {
  return [...text.matchAll(words)]
    .flatMap((match) => (match[1] ?? '').split(','))
    .map((name) => name.trim().replace(/^(?:only|lateral)\s+/, ''))
    .map((name) => (name.split(/\s/)[0] ?? '').replaceAll('"', '').replace(/^public\./, ''));
}

export function isSql({ text, tag }: Text): boolean {
  return tag === 'sql' || IS_SQL.test(inLowerCase(text));
}

/** Keywords in capitals are SQL too; a capitalised word is the beginning of a sentence. */
function inLowerCase(text: string): string {
  return text.replace(/\b[A-Z]{2,}\b/g, (word) => word.toLowerCase());
}

/**
 * Tables with rows that not everybody sees, and the files (or rooms) that select them. The first of each says who sees
 * what, and gives it to other files as a source for their `from`; of the others no reader is shown more than they may see.
 */
const ROW_READERS: Readonly<Record<string, readonly string[]>> = {
  account_blocks: ['app/accounts/blocks/blocks.server.ts', 'app/accounts/personal-rows.server.ts'],
  account_choices: ['app/choices/choices.server.ts', 'app/choices/personal-rows.server.ts'],
  aliases: [
    'app/aliases/aliases.server.ts',
    'app/aliases/naming/',
    'app/aliases/moderation/',
    'app/aliases/personal-rows.server.ts',
    'app/aliases/erasure.server.ts',
    'app/aliases/merging.server.ts',
  ],
  contact_submissions: [
    'app/contact/submission-rows.server.ts',
    'app/contact/desk/',
    'app/contact/merging/',
    'app/contact/expiry.server.ts',
    'app/contact/search-index.server.ts',
    'app/contact/personal-rows.server.ts',
    'app/contact/erasure.server.ts',
  ],
  data_exports: [
    'app/exports/exports.server.ts',
    'app/exports/making/run.server.ts',
    'app/exports/personal-rows.server.ts',
  ],
  feedbag_entries: [
    'app/feedbag/entries/entry-rows.server.ts',
    'app/feedbag/entries/word-forms.server.ts',
    'app/feedbag/personal-rows.server.ts',
    'app/feedbag/erasure.server.ts',
  ],
  feedbag_projects: ['app/feedbag/projects.server.ts'],
  form_answers: ['app/current/forms/form-answers.server.ts'],
  item_views: ['app/admin/items/item-views.server.ts', 'app/admin/items/personal-rows.server.ts'],
  levelhead_level_tags: ['app/levelhead/search/level-rows.server.ts'],
  levelhead_levels: [
    'app/levelhead/search/level-rows.server.ts',
    'app/levelhead/play/ageing.server.ts',
    'app/levelhead/play/graduations.server.ts',
  ],
  levelhead_players: ['app/levelhead/search/player-rows.server.ts', 'app/levelhead/personal-rows.server.ts'],
  mailbox_messages: [
    'app/mailbox/mailbox.server.ts',
    'app/mailbox/event-kinds.server.ts',
    'app/mailbox/writing/written-messages.server.ts',
    'app/mailbox/personal-rows.server.ts',
  ],
  notifications: [
    'app/notifications/list/list.server.ts',
    'app/notifications/counts.server.ts',
    'app/notifications/personal-rows.server.ts',
  ],
  perk_codes: ['app/perks/codes/codes.server.ts', 'app/perks/codes/redeem.server.ts'],
  perk_grants: [
    'app/perks/own/own-perks.server.ts',
    'app/perks/giving/holders.server.ts',
    'app/perks/giving/grants.server.ts',
    'app/perks/codes/redeem.server.ts',
    'app/perks/event-kinds.server.ts',
    'app/perks/personal-rows.server.ts',
  ],
  perk_keys: ['app/perks/own/own-perks.server.ts', 'app/perks/keys.server.ts', 'app/perks/personal-rows.server.ts'],
  report_decisions: [
    'app/reports/queue.server.ts',
    'app/reports/event-kinds.server.ts',
    'app/reports/personal-rows.server.ts',
  ],
  reported_things: ['app/reports/queue.server.ts'],
  reports: [
    'app/reports/reports.server.ts',
    'app/reports/queue.server.ts',
    'app/reports/event-kinds.server.ts',
    'app/reports/personal-rows.server.ts',
  ],
  telegram_campaigns: [
    'app/telegrams/campaigns/campaigns.server.ts',
    'app/telegrams/campaigns/campaign-states.server.ts',
    'app/telegrams/campaigns/deliveries.server.ts',
    'app/telegrams/reader-history.server.ts',
  ],
  thread_files: [
    'app/threads/files.server.ts',
    'app/threads/messages.server.ts',
    'app/threads/personal-rows.server.ts',
  ],
  thread_messages: [
    'app/threads/readers.server.ts',
    'app/threads/messages.server.ts',
    'app/threads/merging/splits.server.ts',
    'app/threads/personal-rows.server.ts',
  ],
};

const SELECTED = new RegExp(String.raw`(?<!\bdelete )\b(?:from|join|using)\s+(${NAME}(?:\s*,\s*${NAME})*)`, 'g');
/** What writes or locks says for itself what it is about. */
const WRITES = /\b(?:insert into|delete from|update\s+[\w.]+(?:\s+(?:as\s+)?\w+)?\s+set|for (?:no key )?update)\b/;

export function rowsHaveReaders(files: SourceFile[]): string[] {
  return productCode(files)
    .filter(({ path }) => path.startsWith('app/'))
    .flatMap((file) => {
      const selected = statementsOf(file)
        .filter((text) => !WRITES.test(text))
        .flatMap((text) => namesAfter(SELECTED, text));
      return [...new Set(selected)].flatMap((table) => {
        const readers = ROW_READERS[table];
        return readers === undefined || readers.some((reader) => file.path.startsWith(reader))
          ? []
          : [`${file.path}: selects ${table}, whose rows leave through ${readers[0]}`];
      });
    });
}
