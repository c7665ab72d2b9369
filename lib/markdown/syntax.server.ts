import type { Nodes, Root, Text } from 'mdast';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import type { Construct, Event, Extension, State, Token } from 'micromark-util-types';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import type { Preset, Processor } from 'unified';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    literalAutolink: 'literalAutolink';
    literalAutolinkHttp: 'literalAutolinkHttp';
    literalAutolinkWww: 'literalAutolinkWww';
  }
}

/**
 * GitHub's Markdown, where emphasis and bare addresses also end at the punctuation of Chinese, Japanese and Korean, which
 * has no spaces around.
 */
export const MARKDOWN_SYNTAX: Preset = { plugins: [remarkParse, remarkGfm, cjkSyntax] };

function cjkSyntax(this: Processor): void {
  const data = this.data();
  const micromark = [cjkFriendlyExtension(), gfmStrikethroughCjkFriendly(), boundedAutolinks()];
  (data.micromarkExtensions ??= []).push(...micromark);
  // GFM links in a later transform what its parser left.
  (data.fromMarkdownExtensions ??= []).unshift({ transforms: [splitBareAddresses] });
}

/** What ends a bare address; `・` and `〜` join words of names, which addresses of Wikipedia are made of. */
const ENDS = /[\u3000-\u3003\u3008-\u3011\u3014-\u301b\u301d-\u301f！-／：-＠［-］｛-､“”—‥…]/;

function boundedAutolinks(): Extension {
  const http = boundedAutolink('literalAutolinkHttp', /^https?:\/\/[^\p{P}\p{S}]/iu, /[^a-z]/i);
  const www = boundedAutolink('literalAutolinkWww', /^www\.[^\p{P}\p{S}]/iu, /[\s(*_[\]~]/);
  return { text: { 72: http, 104: http, 87: www, 119: www } };
}

/** Left to GFM where something else ends the address. @param prefix what it begins with @param before what may stand before */
function boundedAutolink(
  type: 'literalAutolinkHttp' | 'literalAutolinkWww',
  prefix: RegExp,
  before: RegExp,
): Construct {
  return {
    name: 'boundedAutolink',
    previous: (code) => code === null || code < 0 || before.test(String.fromCharCode(code)),
    tokenize(effects, ok, nok) {
      let address = '';
      const lookAhead: Construct = {
        partial: true,
        tokenize(effects, ok, nok) {
          const read: State = (code) => {
            const character = code === null || code < 0 ? ' ' : String.fromCharCode(code);
            if (ENDS.test(character)) return prefix.test(address) ? ok(code) : nok(code);
            const isOther = address.length === PREFIX && !prefix.test(address);
            if (/[\s<]/.test(character) || isOther || address.length === MAX_ADDRESS) return nok(code);
            effects.consume(code);
            address += character;
            return read;
          };
          return read;
        },
      };
      const begin: State = (code) => {
        if (isInLabel(this.events)) return nok(code);
        address = withoutTrail(address);
        return consume(code);
      };
      let length = 0;
      const consume: State = (code) => {
        if (length === address.length) {
          effects.exit(type);
          effects.exit('literalAutolink');
          return ok(code);
        }
        effects.consume(code);
        length += 1;
        return consume;
      };
      return (code) => {
        effects.enter('literalAutolink');
        effects.enter(type);
        return effects.check(lookAhead, begin, nok)(code);
      };
    },
  };
}

const PREFIX = 'https://a'.length;
const MAX_ADDRESS = 2048;

/** Within brackets that may become a link, which holds no other. */
function isInLabel(events: readonly Event[]): boolean {
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const token = events[at]?.[1];
    if (token === undefined || SEEN_OUTSIDE.has(token)) break;
    if ((token.type === 'labelLink' || token.type === 'labelImage') && !token._balanced) return true;
  }
  const last = events.at(-1)?.[1];
  if (last !== undefined) SEEN_OUTSIDE.add(last);
  return false;
}

/** Tokens before which no bracket is open, so that many addresses take no longer than each of them. */
const SEEN_OUTSIDE = new WeakSet<Token>();

/** The punctuation that GFM takes for the sentence's own. */
function withoutTrail(address: string): string {
  let [rest, before] = [address, ''];
  while (rest !== before) {
    before = rest;
    const isUnopened = rest.endsWith(')') && rest.split(')').length > rest.split('(').length;
    rest = rest.replace(isUnopened ? /\)$/ : /(?:[!"'*,.:;?_~]|&[a-z]{1,32};)$/i, '');
  }
  return rest;
}

function splitBareAddresses(tree: Root): void {
  split(tree);
}

function split(node: Nodes): void {
  if (!('children' in node)) return;
  const children: Nodes[] = node.children;
  node.children = children.flatMap((child): Nodes[] => {
    split(child);
    if (child.type !== 'text' || !/:\/\/|www\./i.test(child.value)) return [child];
    return child.value.split(BEFORE_END).map((value): Text => ({ type: 'text', value }));
  }) as typeof node.children;
}

const BEFORE_END = new RegExp(`(?=${ENDS.source})`);
