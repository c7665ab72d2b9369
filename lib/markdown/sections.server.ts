import { renderMarkdown } from './markdown.server.ts';

/** Safe HTML, cut at the headings of the second level. */
export interface MarkdownSections {
  readonly intro: string;
  readonly sections: readonly MarkdownSection[];
}

interface MarkdownSection {
  /** For the address of the section: its title in small letters and hyphens. Equal titles give equal ids. */
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

/** Leaves out a first-level heading at the start, which is the page's name. */
export async function renderSections(markdown: string): Promise<MarkdownSections> {
  const [intro = '', ...sections] = markdown.replace(/^# .*\n/, '').split(/^## /m);
  return { intro: await renderMarkdown(intro), sections: await Promise.all(sections.map(renderSection)) };
}

async function renderSection(markdown: string): Promise<MarkdownSection> {
  const [title = ''] = markdown.split('\n', 1);
  return { id: toSlug(title), title: title.trim(), html: await renderMarkdown(markdown.slice(title.length)) };
}

function toSlug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
