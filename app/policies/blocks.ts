/** A heading, paragraph or item of a list, as plain text. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'item';
  readonly text: string;
}

/** The blocks of a policy's markdown in their order, without its first heading, which is the page's name. */
export function parseBlocks(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}|\n(?=[-*] |\d+\. |#)/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('# '))
    .map(parseBlock);
}

function parseBlock(part: string): Block {
  const [mark = ''] = /^(?:#{2,6}|[-*]|\d+\.) /.exec(part) ?? [];
  const kind = mark === '' ? 'paragraph' : mark.startsWith('#') ? 'heading' : 'item';
  return { kind, text: plain(part.slice(mark.length)) };
}

function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\s+/g, ' ');
}
