import { defaultTreeAdapter, parse, parseFragment, serialize } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';

interface HostileText {
  readonly what: string;
  readonly markdown: string;
}

/**
 * Texts that would run something, or stand for something else, where a renderer is careless: after the families of
 * OWASP's list, and what blocks and footnotes of Markdown add. Render each, and ask `findUnsafe`.
 */
export const XSS_CORPUS: readonly HostileText[] = Object.entries({
  'a script': '<script>alert(1)</script>',
  'a script in capitals with a slash': '<SCRIPT/x>alert(1)</SCRIPT/x>',
  'a script inside of a script': '<scr<script>ipt>alert(1)</scr</script>ipt>',
  'a script without an end': '<script src=https://a.example/x.js?',
  'a script in a paragraph': 'Hello <script>alert(1)</script> there',
  'a script of another host': '<script src="//a.example/x.js"></script>',
  'an image with onerror': '<img src=x onerror=alert(1)>',
  'an image with onerror and without quotes or spaces': '<img/src=x/onerror=alert(1)>',
  'an image with backquotes': '<img src=`x`onerror=alert(1)>',
  'an image with a broken quote': '<img """><script>alert(1)</script>">',
  'a body with onload': '<body onload=alert(1)>',
  'an input with autofocus': '<input autofocus onfocus=alert(1)>',
  'details with ontoggle': '<details open ontoggle=alert(1)>x</details>',
  'a video with a source': '<video><source onerror=alert(1)></video>',
  'a marquee': '<marquee onstart=alert(1)>x</marquee>',
  'an animation': '<p style="animation-name:x" onanimationend=alert(1)>x</p>',
  'svg with onload': '<svg onload=alert(1)>',
  'svg with a script': '<svg><script>alert(1)</script></svg>',
  'svg with a link that animates':
    '<svg><a><animate attributeName=href values=javascript:alert(1) /><text>x</text></a></svg>',
  'svg with a foreign object': '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>',
  'svg with use': '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x"/></svg>',
  'mathml with a link': '<math><maction actiontype="statusline" xlink:href="javascript:alert(1)">x</maction></math>',
  'mathml that turns to html':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  'a style with an import': '<style>@import "https://a.example/x.css";</style>',
  'a style that ends early': '<style><img src="</style><img src=x onerror=alert(1)>">',
  'a noscript that ends early': '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  'a title that ends early': '<title><img src=x></title><script>alert(1)</script>',
  'a text area that ends early': '<textarea></textarea><script>alert(1)</script>',
  'a comment that ends early': '<!--><img src=x onerror=alert(1)>-->',
  'a comment of a browser': '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  'character data': '<![CDATA[<script>alert(1)</script>]]>',
  'an instruction': '<?xml-stylesheet href="javascript:alert(1)"?>',
  'a declaration': '<!DOCTYPE html [<!ENTITY x "<script>alert(1)</script>">]>',
  'a frame': '<iframe src="javascript:alert(1)"></iframe>',
  'a frame with its own document': '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  'an object': '<object data="data:text/html,<script>alert(1)</script>"></object>',
  'an embed': '<embed src="javascript:alert(1)">',
  'a base': '<base href="https://a.example/">',
  'a refresh': '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  'a sheet': '<link rel=stylesheet href="https://a.example/x.css">',
  'a form': '<form action="javascript:alert(1)"><button>x</button></form>',
  'a button with a form of its own': '<button form=x formaction="javascript:alert(1)">x</button>',
  'a template': '<template><img src=x onerror=alert(1)></template>',
  'a custom element': '<x-x onclick=alert(1) style=x>x</x-x>',
  'a link of HTML that runs': '<a href="javascript:alert(1)">x</a>',
  'a link that runs': '[x](javascript:alert(1))',
  'a link that runs, in mixed case': '[x](JaVaScRiPt:alert(1))',
  'a link with an entity for the colon': '[x](javascript&colon;alert(1))',
  'a link with numbers for letters': '[x](&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1))',
  'a link with long numbers and no semicolons': '[x](&#0000106&#0000097vascript:alert(1))',
  'a link with a tab inside': '[x](java&#9;script:alert(1))',
  'a link with a line inside': '[x](<java&#10;script:alert(1)>)',
  'a link with a null inside': '[x](java\0script:alert(1))',
  'a link with controls before it': '[x](&#1;javascript:alert(1))',
  'a link with spaces before it': '[x](<   javascript:alert(1)>)',
  'a link with an escaped colon': '[x](javascript\\:alert(1))',
  'a link in percents': '[x](javascript%3Aalert(1))',
  'a link that looks like a host': '[x](javascript://a.example/%0aalert(1))',
  'a link to data': '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  'a link to Visual Basic': '[x](vbscript:msgbox(1))',
  'a link to a file': '[x](file:///etc/passwd)',
  'a link to a blob': '[x](blob:https://a.example/1)',
  'a link to the source': '[x](view-source:javascript:alert(1))',
  'a link with an attribute in its title': '[x](https://a.example "x\\" onclick=\\"alert(1)")',
  'a link with an attribute in its address': '[x](https://a.example/"onmouseover="alert(1))',
  'a reference that runs': '[x][1]\n\n[1]: javascript:alert(1) "x"',
  'an autolink that runs': '<javascript:alert(1)>',
  'an autolink with data': '<data:text/html,x>',
  'an autolink of an address': '<x@a.example"onclick=alert(1)>',
  'a picture that runs': '![x](javascript:alert(1))',
  'a picture of data': '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)',
  'a picture of a strange host': '![x](https://tracker.example/pixel.gif)',
  'a picture without a scheme': '![x](//tracker.example/pixel.gif)',
  'a picture with an attribute in its words': '![x" onerror="alert(1)](planet-cake)',
  'a picture with an attribute in its title': '![x](planet-cake "x\\" onerror=\\"alert(1)")',
  'a picture by reference that runs': '![x][1]\n\n[1]: javascript:alert(1)',
  'code that ends early': '```html\n</code></pre><script>alert(1)</script>\n```',
  'a language with an attribute': '```js"onclick="alert(1)\nx\n```',
  'a language with tags': '```<script>alert(1)</script>\nx\n```',
  'code among words': '`</code><script>alert(1)</script>`',
  'a heading with a tag': '# <img src=x onerror=alert(1)>',
  'a heading that is a name of the document': '# body\n\n## cookie\n\n## __proto__\n\n## constructor',
  'a table with tags': '| <script>alert(1)</script> |\n|-|\n| <img src=x onerror=alert(1)> |',
  'a footnote that is a name': 'x[^constructor]\n\n[^constructor]: <script>alert(1)</script>',
  'a footnote with an attribute': 'x[^"onclick="alert(1)]\n\n[^"onclick="alert(1)]: y',
  'a task with a tag': '- [ ] <img src=x onerror=alert(1)>',
  'a quote that opens a tag': '> <div onclick=alert(1)\n> x>',
  'a tag over two blocks': '<div onclick="\n\nalert(1)">x</div>',
  'a block with a handler': '::image[x]{src=planet-cake onclick=alert(1)}',
  'a block with a style': '::image[x]{src=planet-cake style="position:fixed;inset:0"}',
  'a block with an id': '::image[x]{src=planet-cake #location}',
  'a block with a class': '::image[x]{src=planet-cake .block-card}',
  'a block with an address that runs': '::image[x]{src="javascript:alert(1)"}',
  'a block with a srcset': '::image[x]{src=planet-cake srcset="https://tracker.example/x 1x"}',
  'a block with a tag in its words':
    '::image[<script>alert(1)</script>]{src=planet-cake alt="\\"><script>alert(1)</script>"}',
  'a block with entities in an attribute': '::image[x]{src=planet-cake alt="&quot; onerror=&quot;alert(1)"}',
  'a block that is a tag': '::script[alert(1)]{src="https://a.example/x.js"}',
  'a block that is a frame': '::iframe{srcdoc="<script>alert(1)</script>"}',
  'a block that every object has': '::constructor[x]{a=b}\n\n::__proto__[x]\n\n:::toString\nx\n:::',
  'an attribute that every object has': '::video[x]{__proto__=1 constructor=2}',
  'a note with a handler': ':::note[x]{onclick=alert(1)}\nx\n:::',
  'a note with a name': ':::note{#cookie}\nx\n:::',
  'a note with a script': ':::warning[<img src=x onerror=alert(1)>]\n<script>alert(1)</script>\n:::',
  'a spoiler with tags':
    ':::spoiler[<svg onload=alert(1)>]{open ontoggle=alert(1)}\n</details><script>alert(1)</script>\n:::',
  'a spoiler that ends early': ':::spoiler[x]\n</div></details><img src=x onerror=alert(1)>\n:::',
  'a gallery of strange hosts': ':::gallery[x]\n![x](https://tracker.example/a.gif)\n![y](javascript:alert(1))\n:::',
  'a film that is an address': '::video[x]{youtube="javascript:alert(1)"}',
  'a film with a quote': '::video[x]{youtube="abc\\"onclick=1"}',
  'a film with a poster that runs': '::video[x]{youtube=aaaaaaaaaaa poster="javascript:alert(1)"}',
  'a film with tags in its title': '::video[<script>alert(1)</script>]{youtube=aaaaaaaaaaa}',
  'a file that runs': '::download[x]{href="javascript:alert(1)"}',
  'a file of data': '::download[x]{href="data:text/html,<script>alert(1)</script>"}',
  'a file without a scheme': '::download[x]{href="//a.example/x.exe"}',
  'a file with a name and a password': '::download[x]{href="https://rumpus.example:x@a.example/"}',
  'a file with tags': '::download[<img src=x onerror=alert(1)>]{href="/x\\"onclick=\\"alert(1)"}',
  'an item outside of storage': '::download[x]{item="../../login/x"}',
  'stores of a game that is a path': '::stores[x]{game="../../x"}',
  'patch notes with tags': '::patchnotes[<script>alert(1)</script>]{game="<script>"}',
  'a place for a block, forged': '<div data-slot="0"></div>\u00000\u0000\u0000 0 \u0000 &#0;0&#0;',
  'a place for a block, forged in a block': '::video[x]{youtube=aaaaaaaaaaa}\n\n:::unknown\n\u00000\u0000\n:::',
  'text that turns around': '\u202E[x](javascript:alert(1))\u202C',
  'half of a character': '[x](https://a.example/\uD800) \uDFFF',
}).map(([what, markdown]) => ({ what, markdown }));

/** What of the HTML a reader's browser should never see. Parsed as browsers parse it, and once more after being written. */
export function findUnsafe(html: string): string[] {
  const tree = parseFragment(html);
  return [...unsafeIn(tree), ...unsafeIn(parseFragment(serialize(tree)))];
}

/** The HTML of a page's text, as its parser understands it. */
export function proseOf(page: string): string {
  const isProse = ({ name, value }: { name: string; value: string }) =>
    name === 'class' && value.split(' ').includes('prose');
  const find = (node: DefaultTreeAdapterTypes.Node): DefaultTreeAdapterTypes.Element | undefined => {
    if (defaultTreeAdapter.isElementNode(node) && node.attrs.some(isProse)) return node;
    return 'childNodes' in node
      ? node.childNodes
          .values()
          .map(find)
          .find((one) => one !== undefined)
      : undefined;
  };
  const prose = find(parse(page));
  if (prose === undefined) throw new Error('the page has no text of class prose');
  return serialize(prose);
}

const EVERYWHERE = ['class', 'id', 'aria-hidden', 'aria-label', 'role', 'lang'];
const ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href', 'title', 'rel', 'download', 'aria-describedby', 'data-footnote-ref', 'data-footnote-backref'],
  div: ['tabindex'],
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
  input: ['type', 'checked', 'disabled'],
  ol: ['start'],
  pre: ['data-language'],
  section: ['data-footnotes', 'aria-label', 'aria-labelledby'],
  svg: ['viewBox', 'width', 'height'],
  path: ['d'],
  td: ['align'],
  th: ['align'],
  time: ['datetime'],
};
const PLAIN = new Set(
  (
    'blockquote br code del details em figcaption figure h2 h3 h4 h5 h6 hr label li p span strong summary sup table ' +
    'tbody thead tr ul'
  ).split(' '),
);

function unsafeIn(node: DefaultTreeAdapterTypes.Node): string[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(unsafeIn) : [];
  if (defaultTreeAdapter.isTextNode(node) || node.nodeName === '#document-fragment') return children;
  if (!defaultTreeAdapter.isElementNode(node)) return [node.nodeName, ...children];
  const { tagName, attrs } = node;
  const own = ATTRIBUTES[tagName] ?? (PLAIN.has(tagName) ? [] : undefined);
  if (own === undefined) return [`<${tagName}>`, ...children];
  const bad = attrs.filter(({ name, value }) => ![...EVERYWHERE, ...own].includes(name) || !isSafeValue(name, value));
  return [...bad.map(({ name, value }) => `<${tagName} ${name}="${value}">`), ...children];
}

const OUR_PICTURES = /^\/(?:media\/fit-in|assets|content\/art)\//;

function isSafeValue(name: string, value: string): boolean {
  if (name === 'href') return ['http:', 'https:', 'mailto:'].includes(URL.parse(value, 'http://x')?.protocol ?? '');
  if (name === 'src') return OUR_PICTURES.test(value);
  if (name === 'srcset') return value.split(', ').every((candidate) => OUR_PICTURES.test(candidate));
  return name !== 'id' || /^(?:at|note)-|^footnote-label$/.test(value);
}
