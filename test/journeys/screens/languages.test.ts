import { test } from 'vitest';

import { answered, lookOverAll } from './every-screen.ts';

/** Words are longer and shorter, and the fonts are others. */
const TRANSLATED = ['/de-DE/games/levelhead', '/ja-JP', '/es-XL'];
const CONTENTS = ['/ja-JP/games/levelhead', '/pl-PL', '/ru-RU', '/en-XA'];
const REFUSED = [
  { path: '/404', status: 404 },
  { path: '/linkout?url=javascript%3Aalert(1)', status: 400 },
];
/** They differ in their sentences. */
const OTHERS = [401, 403, 429, 500, 503].map((status) => ({ path: `/${status}`, status }));

test('screens in other languages and refusals pass axe, narrow and wide, in light and in dark', async () => {
  await lookOverAll([...answered(TRANSLATED), ...REFUSED], [...answered(CONTENTS), ...OTHERS]);
});
