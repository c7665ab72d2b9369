import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);
const drawings = globSync('**/*.svg', { cwd: folder }).map((name) => ({
  name,
  svg: readFileSync(new URL(name, folder), 'utf8'),
}));

const MOTION = /@keyframes|animation|transition|offset-path|scroll-timeline/;

test('every motion of a drawing is for those who have nothing against motion', () => {
  const moving = drawings.filter(({ svg }) => MOTION.test(svg));
  expect(moving.length).toBeGreaterThan(0);
  expect(moving.filter(({ svg }) => MOTION.test(withoutConsented(svg))).map(({ name }) => name)).toEqual([]);
});

test('no drawing moves by elements or scripts, which know nothing of that wish', () => {
  const elements = /<(?:animate|animateMotion|animateTransform|set|script)\b/;
  expect(drawings.filter(({ svg }) => elements.test(svg)).map(({ name }) => name)).toEqual([]);
});

test('banners come to rest: browsers draw the whole picture anew for each frame of what moves in it', () => {
  const banners = drawings.filter(({ name }) => name.startsWith('banner-'));
  expect(banners.filter(({ svg }) => MOTION.test(svg))).not.toEqual([]);
  expect(banners.filter(({ svg }) => svg.includes('infinite')).map(({ name }) => name)).toEqual([]);
});

/** What is left without the blocks of `@media (prefers-reduced-motion: no-preference)`. */
function withoutConsented(svg: string): string {
  const start = /@media\s*\(\s*prefers-reduced-motion\s*:\s*no-preference\s*\)\s*\{/.exec(svg);
  if (start === null) return svg;
  let end = start.index + start[0].length;
  for (let depth = 1; depth > 0 && end < svg.length; end += 1) {
    if (svg[end] === '{') depth += 1;
    if (svg[end] === '}') depth -= 1;
  }
  return svg.slice(0, start.index) + withoutConsented(svg.slice(end));
}
