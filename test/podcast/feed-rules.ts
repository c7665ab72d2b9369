/**
 * What the documents of RSS 2.0, of Apple and of the podcast namespace say of a feed, as far as ours uses it: how often an
 * element may stand in its place, what its attributes and its text look like. What is not in the table may not be in the feed.
 */
interface Rule {
  readonly least: number;
  readonly most: number;
  /** A name with a question mark may be missing. */
  readonly attributes: Readonly<Record<string, RegExp>>;
  readonly text: RegExp;
}

const URL = /^https?:\/\/[^\s<>"]+$/;
const WORDS = /^\S[^]{0,3999}$/;
const NONE = /^$/;
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const WHOLE = /^[1-9]\d*$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const AUDIO = /^audio\/(?:mpeg|mp4)$/;
const SECONDS = /^\d+\.\d+$/;
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]+)*$/;

const rule = (least: number, most: number, text: RegExp, attributes: Rule['attributes'] = {}): Rule => ({
  least,
  most,
  text,
  attributes,
});
const PERSON = rule(0, 100, /^\S.{0,127}$/, { role: /^[a-z ]+$/, 'href?': URL });
const IMAGE = rule(1, 10, NONE, {
  href: URL,
  'alt?': WORDS,
  'aspect-ratio': /^\d+\/\d+$/,
  width: WHOLE,
  type: /^image\/jpeg$/,
  purpose: /^[a-z ]{1,128}$/,
});

const RULES: Readonly<Record<string, Rule>> = {
  'rss/channel': rule(1, 1, NONE),
  'rss/channel/title': rule(1, 1, WORDS),
  'rss/channel/link': rule(1, 1, URL),
  'rss/channel/description': rule(1, 1, WORDS),
  'rss/channel/language': rule(1, 1, LANGUAGE),
  'rss/channel/copyright': rule(1, 1, WORDS),
  'rss/channel/lastBuildDate': rule(1, 1, DATE),
  'rss/channel/atom:link': rule(1, 2, NONE, { rel: /^(?:self|hub)$/, 'type?': /^application\/rss\+xml$/, href: URL }),
  'rss/channel/image': rule(1, 1, NONE),
  'rss/channel/image/url': rule(1, 1, URL),
  'rss/channel/image/title': rule(1, 1, WORDS),
  'rss/channel/image/link': rule(1, 1, URL),
  'rss/channel/itunes:author': rule(1, 1, WORDS),
  'rss/channel/itunes:owner': rule(1, 1, NONE),
  'rss/channel/itunes:owner/itunes:name': rule(1, 1, WORDS),
  'rss/channel/itunes:owner/itunes:email': rule(1, 1, /^\S+@\S+$/),
  'rss/channel/itunes:image': rule(1, 1, NONE, { href: URL }),
  'rss/channel/itunes:category': rule(1, 3, NONE, { text: WORDS }),
  'rss/channel/itunes:category/itunes:category': rule(0, 1, NONE, { text: WORDS }),
  'rss/channel/itunes:explicit': rule(1, 1, /^(?:true|false)$/),
  'rss/channel/itunes:type': rule(1, 1, /^(?:episodic|serial)$/),
  'rss/channel/podcast:guid': rule(1, 1, UUID),
  'rss/channel/podcast:locked': rule(1, 1, /^(?:yes|no)$/, { owner: /^\S+@\S+$/ }),
  'rss/channel/podcast:medium': rule(1, 1, /^podcast$/),
  'rss/channel/podcast:txt': rule(1, 10, WORDS, { purpose: /^.{1,128}$/ }),
  'rss/channel/podcast:image': IMAGE,
  'rss/channel/podcast:person': PERSON,
  'rss/channel/podcast:trailer': rule(0, 10, /^\S.{0,127}$/, {
    url: URL,
    pubdate: DATE,
    length: WHOLE,
    type: AUDIO,
    'season?': WHOLE,
  }),
  'rss/channel/item': rule(1, 10_000, NONE),
  'rss/channel/item/title': rule(1, 1, WORDS),
  'rss/channel/item/link': rule(1, 1, URL),
  'rss/channel/item/guid': rule(1, 1, UUID, { isPermaLink: /^false$/ }),
  'rss/channel/item/pubDate': rule(1, 1, DATE),
  'rss/channel/item/description': rule(1, 1, WORDS),
  'rss/channel/item/content:encoded': rule(0, 1, WORDS),
  'rss/channel/item/enclosure': rule(1, 1, NONE, { url: URL, length: WHOLE, type: AUDIO }),
  'rss/channel/item/category': rule(0, 64, WORDS),
  'rss/channel/item/itunes:duration': rule(1, 1, WHOLE),
  'rss/channel/item/itunes:image': rule(1, 1, NONE, { href: URL }),
  'rss/channel/item/itunes:explicit': rule(1, 1, /^(?:true|false)$/),
  'rss/channel/item/itunes:episodeType': rule(1, 1, /^(?:full|trailer|bonus)$/),
  'rss/channel/item/itunes:season': rule(0, 1, WHOLE),
  'rss/channel/item/itunes:episode': rule(0, 1, WHOLE),
  'rss/channel/item/podcast:season': rule(0, 1, WHOLE),
  'rss/channel/item/podcast:episode': rule(0, 1, /^\d+(?:\.\d+)?$/),
  'rss/channel/item/podcast:image': IMAGE,
  'rss/channel/item/podcast:person': PERSON,
  'rss/channel/item/podcast:transcript': rule(0, 20, NONE, {
    url: URL,
    type: /^text\/vtt$/,
    language: LANGUAGE,
    rel: /^captions$/,
  }),
  'rss/channel/item/podcast:chapters': rule(0, 1, NONE, { url: URL, type: /^application\/json\+chapters$/ }),
  'rss/channel/item/podcast:soundbite': rule(0, 20, /^.{0,128}$/, { startTime: SECONDS, duration: SECONDS }),
};

interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
  text: string;
}

/** A document as ours are: no comments, no sections, attributes in double quotes. @throws Error where tags do not match */
export function readXml(xml: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (const [token, end, name = '', attributes = '', empty, text] of xml.matchAll(TOKENS)) {
    const at = open.at(-1);
    if (at === undefined) throw new Error(`${token} closes what is not open`);
    if (text !== undefined) at.text += text;
    else if (end !== undefined) {
      if (at.name !== name) throw new Error(`</${name}> closes <${at.name}>`);
      open.pop();
    } else if (!token.startsWith('<?')) {
      const read = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]);
      const node = { name, attributes: Object.fromEntries(read) as Record<string, string>, children: [], text: '' };
      at.children.push(node);
      if (empty === undefined) open.push(node);
    }
  }
  const [document] = root.children;
  if (document === undefined || open.length !== 1) throw new Error('no whole document');
  return document;
}

const TOKENS = /<(?:\?[^>]*|(\/)?([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/)?)>|([^<]+)/g;

/** What in a feed is against the table, each as a sentence. */
export function breachesOf(node: XmlNode, path = node.name): string[] {
  const places = Object.keys(RULES).filter(
    (key) => key.startsWith(`${path}/`) && !key.slice(path.length + 1).includes('/'),
  );
  const counts = places.flatMap((place) => {
    const { least, most } = RULES[place] ?? rule(0, 0, NONE);
    const count = node.children.filter(({ name }) => `${path}/${name}` === place).length;
    return count < least || count > most ? [`${place} is there ${count} times`] : [];
  });
  return [...counts, ...node.children.flatMap((child) => breachesOfOne(child, `${path}/${child.name}`))];
}

function breachesOfOne(node: XmlNode, path: string): string[] {
  const known = RULES[path];
  if (known === undefined) return [`${path} is in no document`];
  const names = new Set(Object.keys(known.attributes).map((name) => name.replace('?', '')));
  const unknown = Object.keys(node.attributes).filter((name) => !names.has(name));
  const wrong = Object.entries(known.attributes).filter(([name, pattern]) => {
    const value = node.attributes[name.replace('?', '')];
    return value === undefined ? !name.endsWith('?') : !pattern.test(value);
  });
  return [
    ...unknown.map((name) => `${path} has ${name}`),
    ...wrong.map(([name]) => `${path} has ${name} as ${node.attributes[name.replace('?', '')]}`),
    ...(known.text.test(node.text) ? [] : [`${path} says ${node.text.slice(0, 60)}`]),
    ...breachesOf(node, path),
  ];
}
