import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import type { CastName } from '../cast.ts';
import { countCases } from '../properties/cases.ts';
import { seedScreens } from '../screen-world.ts';
import { SCREENS } from '../screens.ts';
import { useTestSite } from '../site.ts';
import type { TestSite } from '../site.ts';
import { OPEN_POLICY, createCrate, createItem, dataOf } from '../storage.ts';

/** Pages that hold something made for each request: a puzzle, the id of a form's first line, a sealed place in a feed, what the machine does now. */
const UNIQUE =
  /^\/(?:admin$|podcast\/questions\/new|editor\/releases\/levelhead\/new|admin\/crates\/(?:posts|screens)\/items)/;

const site = useTestSite();
/** Another process, which knows nothing that the first has kept. */
let beside: TestSite;
/** Pages and calls; in each list neighbours are alike. */
let lists: readonly string[][];

beforeAll(async () => {
  const world = await seedScreens(site);
  const pages = SCREENS.filter(({ statuses }) => statuses.includes(200)).map((screen) => world.addressOf(screen));
  const steady = pages.filter((path) => !UNIQUE.test(path));
  const fields = ['createdAt', 'PlayTime', 'ReplayValue', 'ExposureBucks', 'HiddenGem', 'Diamonds'];
  const orders = fields.flatMap((field) => [field, `-${field}`]);
  lists = [
    steady.flatMap((path) => [path, localised(path, 'de-DE'), localised(path, 'ja-JP')]),
    [
      ...orders.map((order) => `/api/levelhead/levels?sort=${order}&limit=3`),
      ...(await seedItems()),
      '/sitemap.xml',
      '/blog/rss.xml',
      '/news/rss.xml',
      '/podcast/rss.xml',
      '/feedbag/rss.xml',
    ],
  ];
  beside = await site.openBeside();
  // The clocks of both stand still.
  site.clock.now = new Date(Date.now() + 3_600_000);
  return () => beside.close();
});

function localised(path: string, locale: string): string {
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** What some may read and others not, in every way to ask for it. */
async function seedItems(): Promise<string[]> {
  const grants = ['owner' as const, 'staff' as const, { to: 'public' as const, tags: ['open'] }];
  const crate = await createCrate(site, 'mixed', { ...OPEN_POLICY, read: grants, list: grants });
  for (const who of ['player', 'creator'] as const)
    for (const tags of [['open'], ['open', 'hidden'], ['open', 'unlisted'], ['shut']])
      await createItem(site, crate, who, { tags: [...tags, 'rare'] });
  const items = await dataOf<{ itemId: string }[]>(await site.ask('admin', `${crate}/items`));
  const terms = ['-hidden', '-unlisted', 'rare', 'rare,hidden', 'open,-hidden', '-shut'];
  return [
    ...terms.flatMap((tags) =>
      ['', '&sort=-updatedAt', '&count=true', '&facets=rare,open'].map((more) => `${crate}/items?tags=${tags}${more}`),
    ),
    ...items.flatMap(({ itemId }) => [`${crate}/items/${itemId}`, `${crate}/items/${itemId}?download=true`]),
  ];
}

interface Visit {
  readonly who: CastName | undefined;
  readonly masquerade: string | undefined;
  /** How far from the first path of the case in its list. */
  readonly step: number;
}

interface Place {
  readonly list: number;
  readonly at: number;
}

const PLACE = fc.record({ list: fc.nat({ max: 1 }), at: fc.nat() }) satisfies fc.Arbitrary<Place>;

const VISIT = fc.record({
  who: fc.constantFrom(undefined, undefined, 'player', 'creator', 'staff', 'admin'),
  masquerade: fc.option(fc.constant('authenticated'), { nil: undefined, freq: 4 }),
  step: fc.nat({ max: 3 }),
}) satisfies fc.Arbitrary<Visit>;

async function visit(on: TestSite, { list, at }: Place, { who, masquerade, step }: Visit): Promise<string> {
  const paths = lists[list] ?? [];
  const path = paths[(at + step) % paths.length] ?? '/';
  const query = masquerade && `${path.includes('?') ? '&' : '?'}masquerade=${masquerade}`;
  const response = await on.ask(who, path + (query ?? ''));
  const { headers, status } = response;
  const text = await response.text();
  const isPage = text.includes('nonce="');
  const kept = ['content-type', 'location', 'link', 'vary', 'cache-control', ...(isPage ? [] : ['etag'])];
  const own = [
    headers.get('x-request-id') ?? '-',
    /nonce="([^"]*)"/.exec(text)?.[1] ?? '-',
    /name="formKey" value="([^"]*)"/.exec(text)?.[1] ?? '-',
  ];
  return JSON.stringify([path, status, kept.map((name) => headers.get(name)), own.reduce(withoutOwn, text)]);
}

function withoutOwn(text: string, own: string): string {
  return own === '-' ? text : text.replaceAll(own, '');
}

test('requests that come at once are each answered as alone, whoever asks for what', async () => {
  await fc.assert(
    fc.asyncProperty(
      PLACE,
      fc.array(VISIT, { minLength: 2, maxLength: 6 }),
      fc.boolean(),
      async (place, visits, swap) => {
        const [alone, together] = swap ? [beside, site] : [site, beside];
        const wanted: string[] = [];
        for (const one of visits) wanted.push(await visit(alone, place, one));
        expect(await Promise.all(visits.map((one) => visit(together, place, one)))).toEqual(wanted);
      },
    ),
    { numRuns: countCases(200) },
  );
}, 240_000);
