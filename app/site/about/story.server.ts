import story from '#content/about.md?raw';
import { renderSections } from '#lib/markdown/sections.server.ts';
import type { MarkdownSections } from '#lib/markdown/sections.server.ts';

export function getStory(): Promise<MarkdownSections> {
  rendered ??= renderSections(story);
  return rendered;
}

let rendered: Promise<MarkdownSections> | undefined;
