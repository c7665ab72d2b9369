import type { RequestSample } from './reference.ts';

/** Stand in the code of an example for what the steps before it have made. */
export const ITEM = '__ITEM__';
export const REV = '__REV__';

export interface SetupPlace {
  readonly steps: NonNullable<RequestSample['setup']>;
  /** The address of the items of a crate. */
  readonly items: string;
}

type SetupLanguage = 'curl' | 'javascript' | 'python';

/** The steps before the code of an example, which then names what they made. */
export function addSetup(language: SetupLanguage, { steps, items }: SetupPlace, code: string): string {
  const { before = [], writers, name } = SETUPS[language];
  const lines = [...before, ...steps.flatMap((step) => writers[step](items))];
  return `${lines.join('\n')}\n\n${name(code)}`;
}

interface Setup {
  readonly before?: readonly string[];
  readonly writers: Readonly<Record<SetupPlace['steps'][number], (items: string) => string[]>>;
  /** With variables for the names in it. */
  readonly name: (code: string) => string;
}

const KEY = '-H "Rumpus-Delegation-Key: $RUMPUS_KEY"';
const TEXT = "-H 'Content-Type: text/plain'";
const READ_ID = String.raw`sed 's/.*"itemId":"\([^"]*\)".*/\1/'`;
const READ_REV = String.raw`sed 's/.*"etag":"\\"\([0-9]*\)\\"".*/\1/'`;

const SETUPS: Readonly<Record<SetupLanguage, Setup>> = {
  curl: {
    writers: {
      find: (items) => [`ITEM=$(curl -s '${items}?limit=1' | ${READ_ID})`],
      create: (items) => [`ITEM=$(curl -s '${items}' \\\n  ${KEY} ${TEXT} \\\n  --data-binary 'Hello' | ${READ_ID})`],
      update: (items) => [
        `REV=$(curl -s -X PUT "${items}/$ITEM" \\\n  ${KEY} ${TEXT} -H 'If-Match: *' \\\n  --data-binary 'Hello again' | ${READ_REV})`,
      ],
      delete: (items) => [`curl -s -X DELETE "${items}/$ITEM" \\\n  ${KEY} -H 'If-Match: *'`],
    },
    name: (code) =>
      code
        .replaceAll(/'([^'\n]*)'/g, (text, inner: string) =>
          isNamed(inner) && inner.startsWith('http') ? `"${inner}"` : text,
        )
        .replaceAll(/"(https?:[^"\n]*)"/g, (text) => text.replace(ITEM, '$ITEM').replace(REV, '$REV'))
        .replaceAll(ITEM, `'"$ITEM"'`),
  },
  javascript: {
    writers: {
      find: (items) => [
        `const found = await fetch('${items}?limit=1');`,
        'const item = (await found.json()).data[0].itemId;',
      ],
      create: (items) => [
        "const key = { 'Rumpus-Delegation-Key': process.env.RUMPUS_KEY };",
        `const made = await fetch('${items}', {`,
        "  method: 'POST',",
        "  headers: { ...key, 'Content-Type': 'text/plain' },",
        "  body: 'Hello',",
        '});',
        'const item = (await made.json()).data.itemId;',
      ],
      update: (items) => [
        `const changed = await fetch(\`${items}/\${item}\`, {`,
        "  method: 'PUT',",
        "  headers: { ...key, 'Content-Type': 'text/plain', 'If-Match': '*' },",
        "  body: 'Hello again',",
        '});',
        'const rev = JSON.parse((await changed.json()).data.etag);',
      ],
      delete: (items) => [
        `await fetch(\`${items}/\${item}\`, { method: 'DELETE', headers: { ...key, 'If-Match': '*' } });`,
      ],
    },
    name: (code) =>
      code
        .replaceAll(`'${ITEM}'`, 'item')
        .replaceAll(/'([^'\n]*)'/g, (text, inner: string) =>
          isNamed(inner) ? `\`${inner.replace(ITEM, '${item}').replace(REV, '${rev}')}\`` : text,
        ),
  },
  python: {
    before: ['import json, os', 'from urllib.request import Request, urlopen', ''],
    writers: {
      find: (items) => [
        `with urlopen('${items}?limit=1') as found:`,
        "    item = json.load(found)['data'][0]['itemId']",
      ],
      create: (items) => [
        "key = {'Rumpus-Delegation-Key': os.environ['RUMPUS_KEY']}",
        `with urlopen(Request('${items}', data=b'Hello', headers={**key, 'Content-Type': 'text/plain'})) as made:`,
        "    item = json.load(made)['data']['itemId']",
      ],
      update: (items) => [
        "headers = {**key, 'Content-Type': 'text/plain', 'If-Match': '*'}",
        `with urlopen(Request(f'${items}/{item}', method='PUT', data=b'Hello again', headers=headers)) as changed:`,
        "    rev = json.loads(json.load(changed)['data']['etag'])",
      ],
      delete: (items) => [
        `urlopen(Request(f'${items}/{item}', method='DELETE', headers={**key, 'If-Match': '*'})).close()`,
      ],
    },
    name: (code) =>
      code
        .replace(/^import .*\n/, '')
        .replace('from urllib.request import Request, urlopen\n\n', '')
        .replaceAll(`'${ITEM}'`, 'item')
        .replaceAll(/'([^'\n]*)'/g, (text, inner: string) =>
          isNamed(inner) ? `f'${inner.replace(ITEM, '{item}').replace(REV, '{rev}')}'` : text,
        ),
  },
};

function isNamed(text: string): boolean {
  return text.includes(ITEM) || text.includes(REV);
}
