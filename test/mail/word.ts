/** What Outlook on Windows, which draws with Word, would not show as it is meant: the parts of a mail, each with its tag. */
export function faultsInWord(html: string): string[] {
  const body = html.slice(html.indexOf('<body'));
  const tags = [...body.matchAll(/<([a-z][a-z0-9]*)\b[^<>]*>/g)].map(([tag, name = '']) => ({ tag, name }));
  const styled = tags.filter(({ tag }) => UNKNOWN.test(/style="([^"]*)"/.exec(tag)?.[1] ?? ''));
  const padded = tags.filter(({ tag, name }) => /padding:[^";]*[1-9]/.test(tag) && !HAVE_ROOM.has(name));
  // A link with room stands in a cell that says how much it is for Word.
  const links = [...body.matchAll(/(<td\b[^<>]*>)?<a\b[^<>]*padding:[^<>]*>/g)].filter(
    ([, cell = '']) => !cell.includes('mso-padding-alt'),
  );
  const unbounded = tags.filter(
    ({ tag, name }) => /max-width/.test(tag) && !/ width="\d+"/.test(tag) && name !== 'html',
  );
  const pictures = tags.filter(({ tag, name }) => name === 'img' && !/ width="\d+"/.test(tag));
  const tables = tags.filter(({ tag, name }) => name === 'table' && !/role="presentation"|class="data"/.test(tag));
  const faults = [...styled, ...padded, ...unbounded, ...pictures, ...tables].map(({ tag }) => tag);
  return [
    ...faults,
    ...links.map(([tag]) => tag),
    ...(html.includes('<!--[if mso]><style>') ? [] : ['no style for Word']),
  ];
}

const UNKNOWN =
  /display:\s*(inline-)?(flex|grid)|position:|float:|transform|background-image|url\(|var\(|calc\(|rgba|hsl|\d(r?em|v[wh])\b/;
/** Spans are the eyes of the head, which Word leaves out. */
const HAVE_ROOM = new Set(['td', 'th', 'a', 'span']);
