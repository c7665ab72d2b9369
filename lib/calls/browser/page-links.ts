/** The neighbouring pages of a `Link` header (RFC 8288). @param from the request's address, for targets without origin */
export function pageLinks(
  header: string | null,
  from: string,
): { next: string | undefined; previous: string | undefined } {
  const found = new Map<string, string>();
  for (const [, target = '', parameters = ''] of (header ?? '').matchAll(
    /<([^>]*)>((?:\s*;\s*[\w*]+(?:=(?:"[^"]*"|[^\s",;]+))?)*)/g,
  )) {
    const relations = /;\s*rel=(?:"([^"]*)"|([^\s",;]+))/i.exec(parameters);
    for (const relation of (relations?.[1] ?? relations?.[2] ?? '').toLowerCase().split(/\s+/)) {
      if (URL.canParse(target, from)) found.set(relation, new URL(target, from).href);
    }
  }
  return { next: found.get('next'), previous: found.get('prev') ?? found.get('previous') };
}
