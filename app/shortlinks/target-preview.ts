import { Parser } from 'htmlparser2';

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 400;
const MAX_IMAGE = 2048;

/** Of a target, as its own page says it. */
export interface TargetPreview {
  readonly title: string;
  readonly description: string;
  readonly image: string;
}

/** What a page says of itself in its head. @param html of its beginning, which somebody else has written */
export function readPreview(html: string, url: URL): TargetPreview {
  const found = new Map<string, string>();
  let title = '';
  let isInTitle = false;
  let isOver = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (isOver) return;
      if (name === 'body') isOver = true;
      isInTitle = name === 'title';
      const key = attributes['property'] ?? attributes['name'] ?? '';
      if (name === 'meta' && FIELDS.has(key) && !found.has(key)) found.set(key, attributes['content'] ?? '');
    },
    ontext(text) {
      if (isInTitle && !isOver && title.length < MAX_TITLE) title += text;
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false;
      if (name === 'head') isOver = true;
    },
  });
  parser.write(html);
  parser.end();
  const text = (most: number, ...keys: string[]) =>
    tidy(keys.map((key) => found.get(key) ?? '').find((one) => one.trim() !== '') ?? '', most);
  return {
    title: text(MAX_TITLE, 'og:title', 'twitter:title') || tidy(title, MAX_TITLE),
    description: text(MAX_DESCRIPTION, 'og:description', 'description', 'twitter:description'),
    image: readImage(found.get('og:image') ?? found.get('twitter:image') ?? '', url),
  };
}

const FIELDS = new Set([
  'og:title',
  'og:description',
  'og:image',
  'description',
  'twitter:title',
  'twitter:description',
  'twitter:image',
]);

/** A whole address of the internet, which chats fetch themselves. */
function readImage(typed: string, base: URL): string {
  const image = typed === '' || typed.length > MAX_IMAGE ? null : URL.parse(typed.trim(), base);
  const isWeb = image !== null && /^https?:$/.test(image.protocol) && image.username === '' && image.password === '';
  return isWeb && image.href.length <= MAX_IMAGE ? image.href : '';
}

function tidy(text: string, most: number): string {
  return Array.from(
    text
      .slice(0, most * 4)
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim(),
  )
    .slice(0, most)
    .join('')
    .trim()
    .toWellFormed();
}
