export interface HtmlNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

export function element(tagName: string, properties: Record<string, unknown>, children: HtmlNode[]): HtmlNode {
  return { type: 'element', tagName, properties, children };
}

/** Lists of schemes that are allowed have them in small letters. */
export function lowerSchemes({ properties = {}, children = [] }: HtmlNode): void {
  for (const name of ['href', 'src']) {
    const address = properties[name];
    if (typeof address === 'string')
      properties[name] = address.replace(/^[a-z][a-z\d+.-]*:/i, (scheme) => scheme.toLowerCase());
  }
  for (const child of children) lowerSchemes(child);
}

/** Labels each task's checkbox by the words beside it, up to a list below. */
export function labelTasks({ children = [] }: HtmlNode): void {
  const box = children.findIndex(({ tagName }) => tagName === 'input');
  if (box !== -1) {
    const below = children.findIndex(({ tagName }) => tagName === 'ul' || tagName === 'ol');
    const end = below === -1 ? children.length : below;
    const task = children.slice(box, end);
    children.splice(box, end - box, element('label', {}, task));
  }
  for (const child of children) if (child.tagName !== 'label') labelTasks(child);
}

/** Puts each table into the frame and the classes of `lib/ui/table.tsx`: on a phone each row is a card. */
export function frameTables(parent: HtmlNode): void {
  parent.children = parent.children?.map((child) => {
    if (child.tagName !== 'table') {
      frameTables(child);
      return child;
    }
    nameCells(child);
    const table = { ...child, properties: { className: ['table', 'table-cards'] } };
    return element('div', { className: ['table-frame'], tabIndex: 0 }, [table]);
  });
}

/** @param html as `rehype-stringify` writes it, for readers without the style sheet that hides these names in a table */
export function dropCellNames(html: string): string {
  // A header has no block, and so no other span.
  return html.replaceAll(/<span class="table-name"[^<>]*>[^]*?<\/span>/g, '');
}

/** Repeats the header of its column in each cell, for the eyes alone. */
function nameCells(table: HtmlNode): void {
  const [head = [], ...rows] = listRows(table).map((row) => (row.children ?? []).filter(isCell));
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      const properties = { className: ['table-name'], ariaHidden: 'true' };
      cell.children = [element('span', properties, head[column]?.children ?? []), ...(cell.children ?? [])];
    }
  }
}

function listRows(node: HtmlNode): HtmlNode[] {
  return node.tagName === 'tr' ? [node] : (node.children ?? []).flatMap(listRows);
}

const isCell = ({ tagName }: HtmlNode) => tagName === 'td' || tagName === 'th';
