import type { Code, Heading as HeadingNode, Image, ImageReference, Nodes, Paragraph, Text } from 'mdast';
import type { ContainerDirective, LeafDirective } from 'mdast-util-directive';
import { defaultHandlers } from 'remark-rehype';
import type { Options } from 'remark-rehype';

import { HEADING_PREFIX } from './allow-list.ts';
import type { ArticleOptions, BlockCall, Heading } from './article.ts';
import { highlight } from './highlight.ts';
import { element } from './html-tree.ts';
import type { HtmlNode } from './html-tree.ts';

type Handlers = NonNullable<Options['handlers']>;
type State = Parameters<NonNullable<Handlers['code']>>[0];

/** What is gathered while the tree of one text becomes HTML. */
export interface ArticleBuild {
  readonly text: string;
  readonly options: ArticleOptions;
  readonly headings: Heading[];
  readonly calls: BlockCall[];
  /** What is shown as it was typed. */
  readonly plainBlocks: { source: string; line: number }[];
  /** How often each was taken. */
  readonly slugs: Map<string, number>;
}

/** For what Markdown has no HTML, or other HTML in an article than elsewhere. */
export function articleHandlers(build: ArticleBuild): Handlers {
  const handlers: Record<string, (state: State, node: never) => HtmlNode | HtmlNode[] | undefined> = {
    code: (_, node: Code) => codeBlock(node),
    containerDirective: (state, node: ContainerDirective) => container(build, state, node),
    heading: (state, node: HeadingNode) => heading(build, state, node),
    image: (_, node: Image) => slot(build, node, imageCall(node, node.alt), true),
    imageReference: (state, node: ImageReference) => imageReference(build, state, node),
    leafDirective: (state, node: LeafDirective) => leaf(build, state, node),
    paragraph: (state, node: Paragraph) => paragraph(build, state, node),
  };
  return handlers as Handlers;
}

function codeBlock({ lang, value }: Code): HtmlNode {
  const language = lang?.toLowerCase().split(/\s/, 1)[0] ?? '';
  const text = { type: 'text', value: value === '' ? '' : `${value}\n` };
  const spans = highlight(language, text.value);
  if (spans === undefined) return element('pre', {}, [element('code', {}, [text])]);
  return element('pre', { dataLanguage: language }, [element('code', { className: [`language-${language}`] }, spans)]);
}

/** Below the page's own heading, and with an id. */
function heading({ headings, slugs }: ArticleBuild, state: State, node: HeadingNode): HtmlNode {
  const level = Math.max(2, node.depth);
  const text = collectText(node).trim();
  const id = HEADING_PREFIX + uniqueSlug(slugs, text);
  if (text !== '') headings.push({ id, level, text });
  return element(`h${level}`, { id }, state.all(node));
}

const MAX_SLUG = 60;

function uniqueSlug(slugs: Map<string, number>, text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const slug =
    words
      .slice(0, MAX_SLUG)
      .replace(/\p{Surrogate}$/u, '')
      .replaceAll(/^-|-$/g, '') || 'section';
  let taken = slugs.get(slug) ?? 0;
  let unique = slug;
  while (slugs.has(unique)) unique = `${slug}-${(taken += 1) + 1}`;
  slugs.set(slug, taken);
  if (unique !== slug) slugs.set(unique, 0);
  return unique;
}

/** A picture alone in its paragraph is a figure, with its title for a caption. */
function paragraph(build: ArticleBuild, state: State, node: Paragraph): HtmlNode {
  const [only, ...others] = node.children;
  if (only?.type !== 'image' || others.length > 0) return element('p', {}, state.all(node));
  const caption = only.title ? [{ type: 'text', value: only.title }] : [];
  return figure(slot(build, only, imageCall(only, only.alt)), caption);
}

function imageReference(build: ArticleBuild, state: State, node: ImageReference): HtmlNode | HtmlNode[] | undefined {
  const definition = state.definitionById.get(node.identifier.toUpperCase());
  if (definition === undefined) return defaultHandlers.imageReference(state, node);
  return slot(build, node, imageCall(definition, node.alt), true);
}

function imageCall({ url }: { url: string }, alt: string | null | undefined): SlotContent {
  return { name: 'image', attributes: { src: url, alt: alt ?? '' } };
}

type SlotContent = Pick<BlockCall, 'name' | 'attributes'> & { readonly label?: string };

/** Stands for a block until everything is clean. */
function slot({ calls, text, options }: ArticleBuild, node: Nodes, call: SlotContent, isInline = false): HtmlNode {
  const position = options.withOutline ? { line: startLine(node) } : {};
  calls.push({ label: '', ...call, source: sliceSource(text, node), ...position, isInline });
  return element(isInline ? 'span' : 'div', { dataSlot: calls.length - 1 }, []);
}

function figure(picture: HtmlNode, caption: HtmlNode[]): HtmlNode {
  const captions = caption.length === 0 ? [] : [element('figcaption', {}, caption)];
  return element('figure', { className: ['picture'] }, [picture, ...captions]);
}

/** Every name may be a block of the product, but for pictures, which have a caption. */
function leaf(build: ArticleBuild, state: State, node: LeafDirective): HtmlNode {
  const { name } = node;
  const attributes = readAttributes(node);
  if (name !== 'image') return slot(build, node, { name, attributes, label: collectText(node) });
  if (attributes['src'] === undefined) return asTyped(build, node);
  return figure(slot(build, node, { name, attributes: { alt: '', ...attributes } }), state.all(node));
}

function readAttributes({ attributes }: ContainerDirective | LeafDirective): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes ?? {}).map(([name, value]) => [name, value ?? '']));
}

function container(build: ArticleBuild, state: State, node: ContainerDirective): HtmlNode {
  const [first, ...rest] = node.children;
  const label = first?.type === 'paragraph' && first.data?.directiveLabel ? first : undefined;
  const body = { ...node, children: label === undefined ? node.children : rest };
  const render = Object.hasOwn(CONTAINERS, node.name) ? CONTAINERS[node.name] : undefined;
  const isPlain = Object.keys(node.attributes ?? {}).length === 0;
  return (isPlain ? render?.({ build, state, label, body }) : undefined) ?? asTyped(build, node);
}

interface Container {
  readonly build: ArticleBuild;
  readonly state: State;
  readonly label: Paragraph | undefined;
  readonly body: ContainerDirective;
}

const CONTAINERS: Record<string, (container: Container) => HtmlNode | undefined> = {
  note: callout,
  tip: callout,
  warning: callout,
  spoiler,
  gallery,
};

function callout({ build, state, label, body }: Container): HtmlNode {
  const kind = body.name as 'note' | 'tip' | 'warning';
  const title = element('p', { className: ['callout-title'] }, renderLabel(state, label, build.options.words[kind]));
  return element('div', { className: ['callout', `callout-${kind}`], role: 'note' }, [title, ...flow(state, body)]);
}

function spoiler({ build, state, label, body }: Container): HtmlNode {
  const summary = element('summary', {}, [element('span', {}, renderLabel(state, label, build.options.words.spoiler))]);
  const inside = element('div', { className: ['details-body'] }, flow(state, body));
  return element('details', { className: ['details', 'spoiler'] }, [summary, inside]);
}

/** Of pictures, and of nothing else. */
function gallery({ build, state, label, body }: Container): HtmlNode | undefined {
  const children = body.children.flatMap((child): Nodes[] => (child.type === 'paragraph' ? child.children : [child]));
  const pictures = children.filter((child) => !(child.type === 'break' || isBlank(child)));
  if (pictures.length === 0 || !pictures.every(isPicture)) return undefined;
  const figures = pictures.map((one) =>
    one.type === 'image' ? paragraph(build, state, { type: 'paragraph', children: [one] }) : leaf(build, state, one),
  );
  const caption = label === undefined ? [] : [element('figcaption', {}, state.all(label))];
  const list = element('div', { className: ['gallery-pictures'] }, figures);
  return element('figure', { className: ['gallery'] }, [list, ...caption]);
}

function isBlank(node: Nodes): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

function isPicture(node: Nodes): node is Image | LeafDirective {
  return node.type === 'image' || (node.type === 'leafDirective' && node.name === 'image');
}

function renderLabel(state: State, label: Paragraph | undefined, otherwise: string): HtmlNode[] {
  return label === undefined ? [{ type: 'text', value: otherwise }] : state.all(label);
}

function flow(state: State, node: ContainerDirective): HtmlNode[] {
  return state.wrap(state.all(node), true);
}

function asTyped({ text, plainBlocks }: ArticleBuild, node: Nodes): HtmlNode {
  const source = sliceSource(text, node);
  plainBlocks.push({ source, line: startLine(node) });
  return element('p', { className: ['plain-block'] }, [{ type: 'text', value: source }]);
}

export function startLine({ position }: Nodes): number {
  return position?.start.line ?? 1;
}

function sliceSource(text: string, { position }: Nodes): string {
  return text.slice(position?.start.offset, position?.end.offset);
}

export function collectText(node: Nodes): string {
  if ('value' in node) return (node as Text).value;
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? '';
  return 'children' in node ? node.children.map(collectText).join('') : '';
}
