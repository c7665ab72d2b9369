import type { Definition, Nodes, Root } from 'mdast';

import { startLine, collectText } from './article-handlers.server.ts';
import type { ArticleOutline } from './article.ts';

/** @param plainBlocks those that the renderer itself shows as they were typed */
export function articleOutline(tree: Root, plainBlocks: ArticleOutline['plainBlocks']): ArticleOutline {
  const nodes = [...walk(tree)];
  const definitions = new Map(
    nodes.filter((node): node is Definition => node.type === 'definition').map((one) => [one.identifier, one.url]),
  );
  return {
    headings: nodes.flatMap((node) =>
      node.type === 'heading' ? [{ depth: node.depth, text: collectText(node).trim(), line: startLine(node) }] : [],
    ),
    pictures: nodes.flatMap((node) => findPicture(node, definitions) ?? []),
    links: nodes.flatMap((node) => {
      const href = findHref(node, definitions);
      return href === undefined ? [] : [{ href, line: startLine(node) }];
    }),
    plainBlocks,
  };
}

/** In the order of the text. */
function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* walk(child);
}

function findPicture(
  node: Nodes,
  definitions: ReadonlyMap<string, string>,
): ArticleOutline['pictures'][number] | undefined {
  const line = startLine(node);
  if (node.type === 'image') return { src: node.url, alt: node.alt || undefined, line };
  if (node.type === 'imageReference') {
    const src = definitions.get(node.identifier);
    return src === undefined ? undefined : { src, alt: node.alt || undefined, line };
  }
  if (node.type !== 'leafDirective' || node.name !== 'image') return undefined;
  const { src, alt } = node.attributes ?? {};
  return src == null ? undefined : { src, alt: alt ?? undefined, line };
}

function findHref(node: Nodes, definitions: ReadonlyMap<string, string>): string | undefined {
  if (node.type === 'link') return node.url;
  return node.type === 'linkReference' ? definitions.get(node.identifier) : undefined;
}
