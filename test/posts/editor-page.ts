import { FORM_KEY } from '#app/current/forms/form-state.ts';

import type { CastName } from '../cast.ts';
import type { TestSite } from '../site.ts';

/** The page of the editor in a browser without scripts: its fields, and what sends them. */
export interface EditorTab {
  readonly response: Response;
  readonly html: string;
  readonly fields: Record<string, string>;
  send(intent: string, changes?: Record<string, string>): Promise<EditorTab>;
  /** Presses the button beside what was done just now. */
  undo(): Promise<EditorTab>;
}

/** Follows redirects, as a browser does. */
export async function openEditor(site: TestSite, who: CastName | undefined, path: string): Promise<EditorTab> {
  return tabOf(site, who, path, await site.ask(who, path));
}

async function tabOf(site: TestSite, who: CastName | undefined, path: string, response: Response): Promise<EditorTab> {
  const html = await response.text();
  const forms = html.match(/<form[^>]*method="post"[^]*?<\/form>/g) ?? [];
  const form = forms.find((one) => /name="etag"/.test(one) && !IS_UNDO.test(one)) ?? '';
  const fields = fieldsIn(form);
  const [, action = path] = /<form[^>]* action="([^"]*)"/.exec(form) ?? [];
  const send = async (intent: string, changes: Record<string, string> = {}): Promise<EditorTab> => {
    const answer = await site.submit(who, action, { ...fields, ...changes, intent });
    const location = answer.headers.get('location');
    return location === null ? tabOf(site, who, action, answer) : openEditor(site, who, location);
  };
  const undo = async (): Promise<EditorTab> => {
    const undoing = forms.find((one) => IS_UNDO.test(one));
    if (undoing === undefined) throw new Error('there is nothing to undo');
    const [, intent = ''] = /<button value="([^"]*)"[^>]* name="intent"/.exec(undoing) ?? [];
    const [, to = path] = /<form[^>]* action="([^"]*)"/.exec(undoing) ?? [];
    const answer = await site.submit(who, to, { ...fieldsIn(undoing), intent });
    const location = answer.headers.get('location');
    return location === null ? tabOf(site, who, to, answer) : openEditor(site, who, location);
  };
  return { response, html, fields, send, undo };
}

/** What a reader of the page reads. */
export const wordsOf = ({ html }: EditorTab) =>
  html.replaceAll(/<script[^]*?<\/script>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

const IS_UNDO = />Undo</;

function fieldsIn(form: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const name = attributeOf(tag, 'name');
    const isChoice = /^(?:radio|checkbox)$/.test(attributeOf(tag, 'type') ?? '');
    // Whoever presses in several tabs at once sends forms of several keys.
    if (name !== undefined && name !== FORM_KEY && !isChoice) fields[name] = attributeOf(tag, 'value') ?? '';
  }
  for (const [, tag = '', text = ''] of form.matchAll(/<textarea([^>]*)>([^]*?)<\/textarea>/g)) {
    fields[attributeOf(tag, 'name') ?? ''] = unescaped(text).replace(/^\n/, '');
  }
  for (const [, tag = '', options = ''] of form.matchAll(/<select([^>]*)>([^]*?)<\/select>/g)) {
    const all = [...options.matchAll(/<option[^>]*>/g)].map(([option]) => option);
    const chosen = all.find((option) => / selected/.test(option)) ?? all[0] ?? '';
    fields[attributeOf(tag, 'name') ?? ''] = attributeOf(chosen, 'value') ?? '';
  }
  return fields;
}

function attributeOf(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : unescaped(value);
}

function unescaped(html: string): string {
  return html
    .replaceAll(/&#x([0-9A-F]+);/gi, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
