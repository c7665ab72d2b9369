import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the repository; `path` is relative to its root, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Rule {
  readonly sentence: string;
  readonly check: (files: SourceFile[]) => string[];
  /** A small tree that breaks the rule, by path. */
  readonly broken: Readonly<Record<string, string>>;
  /** What the rule then says. */
  readonly says: readonly string[];
}

const READ = new Set(['.ts', '.tsx', '.js', '.css', '.sql', '.md']);
const GENERATED = new Set(['node_modules', 'build', 'public', 'coverage']);

/** Every file that a rule looks at, without what is installed, built or generated. */
export function readTree(root: string, folder = ''): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return entry.name.startsWith('.') || GENERATED.has(entry.name) ? [] : readTree(root, path);
    }
    const isRead = READ.has(extname(entry.name)) || path === 'package.json';
    return isRead ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
  });
}

export function isCode({ path }: SourceFile): boolean {
  return /\.(?:tsx?|js)$/.test(path);
}

/** A test, or what only tests use. */
export function isTest(path: string): boolean {
  return path.startsWith('test/') || /\.test\.tsx?$/.test(path);
}

/** The code that runs the site, for rules that tests need not follow. */
export function productCode(files: SourceFile[]): SourceFile[] {
  return files.filter((file) => isCode(file) && !isTest(file.path));
}

/**
 * The folder that a file belongs to: a noun (`app/posts`), a tool (`lib/calls`) or a folder of the root.
 * A file at the root of `app` or `lib` belongs to that, a file at the root to `.`.
 */
export function unitOf(path: string): string {
  const parts = path.split('/');
  const [top = ''] = parts;
  if (parts.length === 1) return '.';
  return (top === 'app' || top === 'lib') && parts.length > 2 ? `${top}/${parts[1]}` : top;
}
