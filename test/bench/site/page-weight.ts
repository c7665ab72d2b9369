import { gzipSync } from 'node:zlib';

/** What a page brings with it, in bytes after gzip. */
export interface PageWeight {
  scripts: number;
  styles: number;
}

/** Before anything is pressed. @param url with a query where the page might be kept, which loads its scripts later */
export async function weighPage(url: string): Promise<PageWeight> {
  const { origin } = new URL(url);
  const { scripts, styles } = await findPageFiles(url);
  return { scripts: await weigh(origin, scripts), styles: await weigh(origin, styles) };
}

/** The addresses of all that a page brings with it. @param url as for `weighPage` */
export async function findPageFiles(url: string): Promise<Record<keyof PageWeight, ReadonlySet<string>>> {
  const { origin } = new URL(url);
  const html = await (await fetch(url)).text();
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].map(([tag]) => tag);
  const urls = (wanted: RegExp) =>
    new Set(tags.filter((tag) => wanted.test(tag)).map((tag) => /(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? ''));
  const [, map = '{"imports":{}}'] = /<script type="importmap"[^>]*>(.*?)<\/script>/.exec(html) ?? [];
  const { imports } = JSON.parse(map) as { imports: Record<string, string> };
  const first = new Set([...urls(/<script[^>]*\ssrc=/), ...importsOf(html, '/', imports)]);
  return { scripts: await withImports(origin, first, imports), styles: urls(/rel="stylesheet"/) };
}

/** The scripts and all that they need before they run. @param map addresses by the names that the page gives them */
async function withImports(origin: string, first: ReadonlySet<string>, map: Record<string, string>) {
  const all = new Set(first);
  for (const url of all) {
    const text = await (await fetch(new URL(url, origin))).text();
    for (const needed of importsOf(text.replaceAll(/import\([^)]*\)/g, ''), url, map)) all.add(needed);
  }
  return all;
}

function importsOf(text: string, from: string, map: Record<string, string>): string[] {
  const found = [...text.matchAll(/(?:\bimport\s*\(?|\bfrom\s*)["'`]([^"'`\s]+)["'`]/g)];
  const urls = found.map(([, name = '']) => map[name] ?? name).filter((url) => url.endsWith('.js'));
  return urls.map((url) => new URL(url, `http://localhost${from}`).pathname);
}

async function weigh(origin: string, urls: ReadonlySet<string>): Promise<number> {
  const sizes = [...urls].map(async (url) => gzipSync(await (await fetch(new URL(url, origin))).bytes()).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
