import { expect, test } from 'vitest';

import { openDoor } from '#test/door.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();

test.each([
  ['localhost', 200],
  ['dev', 200],
  ['sandbox', 404],
  ['beta', 200],
  ['www', 404],
] as const)('the gallery of parts on the %s stage answers %i', async (stage, status) => {
  const door = openDoor(site, { STAGE: stage, PUBLIC_URL: `https://${stage}.rumpus.example` });
  const response = await door.knock('/dev/components');
  expect(response.status).toBe(status);
  expect((await response.text()).includes('class="dialog"')).toBe(status === 200);
});

test('a page fetches the display and the text face first that its locale needs', async () => {
  const fontsOf = async (path: string) => {
    const html = await (await site.ask(undefined, path)).text();
    const preloads = html.matchAll(
      /<link rel="preload" href="[^"]*\/([a-z-]+?)-((?:\d+|latin|cyrillic))-[^"]*\.woff2/g,
    );
    return [...preloads].map(([, name, slice]) => `${name} ${slice}`);
  };
  expect(await fontsOf('/de-DE')).toEqual(['dela-gothic-one latin', 'nunito latin']);
  expect(await fontsOf('/ru-RU')).toEqual(['dela-gothic-one cyrillic', 'nunito cyrillic']);
  expect(await fontsOf('/ja-JP')).toEqual(['dela-gothic-one 119', 'noto-sans-jp 119']);
  expect(await fontsOf('/ko-KR')).toEqual(['black-han-sans 118', 'noto-sans-kr 118']);
  expect(await fontsOf('/zh-CN')).toEqual(['zcool-kuaile 118', 'noto-sans-sc 118']);
  expect(await fontsOf('/zh-TW')).toEqual(['dela-gothic-one latin', 'noto-sans-tc 122']);
});
