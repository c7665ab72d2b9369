import story from '#content/about.md?raw';
import { renderSections } from '#lib/markdown/sections.server.ts';
import { memoize } from '#lib/memoize.ts';

export const getStory = memoize(() => renderSections(story));
