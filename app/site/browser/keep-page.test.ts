import { createMemoryRouter } from 'react-router';
import type { MiddlewareFunction } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';

import { CallError, networkError, rateLimitExceeded } from '#lib/calls/browser/call-error.ts';

import { messages } from '../notices/messages.ts';
import { keepPage, setRouter } from './keep-page.ts';

/** What every request of the router throws. */
let failure: Error | undefined;
beforeEach(() => {
  failure = undefined;
  for (const { id } of messages.list()) messages.remove(id);
});

const texts = () => messages.list().map(({ error }) => error?.message);
const offline = () => new CallError(networkError);

/** Home with a form, and news, as the browser has them. */
async function openSite(initialEntries = ['/']) {
  let requests = 0;
  const answer = (name: string) => () => {
    if (failure !== undefined) throw failure;
    requests += 1;
    return `${name} ${requests}`;
  };
  const children = [
    { id: 'home', index: true as const, loader: answer('home'), action: answer('saved') },
    { id: 'news', path: 'news', loader: answer('news') },
  ];
  const router = createMemoryRouter(
    [{ id: 'root', path: '/', middleware: [keepPage as MiddlewareFunction], loader: answer('root'), children }],
    { initialEntries, initialIndex: initialEntries.length - 1 },
  );
  setRouter(router);
  await expect.poll(() => router.state.initialized).toBe(true);
  const isIdle = () => expect.poll(() => router.state.navigation.state).toBe('idle');
  return { router, isIdle, pathname: () => router.state.location.pathname };
}

function formOf(title: string) {
  const formData = new FormData();
  formData.set('title', title);
  return { formMethod: 'post' as const, formData };
}

describe('without a network', () => {
  test('the page stays when the next one cannot be loaded, a message says why, and later it can', async () => {
    const { router, isIdle, pathname } = await openSite();
    const { loaderData } = router.state;
    failure = offline();
    await router.navigate('/news');
    await isIdle();
    await router.navigate('/news');
    await isIdle();
    expect(router.state).toMatchObject({ location: { pathname: '/' }, errors: null, loaderData });
    expect(texts()).toEqual(['Network Error']);
    failure = undefined;
    await router.navigate('/news');
    expect([pathname(), router.state.errors]).toEqual(['/news', null]);
  });

  test('Back stays on the page too, and leads back later', async () => {
    const { router, isIdle, pathname } = await openSite(['/', '/news']);
    failure = offline();
    await router.navigate(-1);
    await isIdle();
    expect([pathname(), router.state.errors, texts()]).toEqual(['/news', null, ['Network Error']]);
    failure = undefined;
    await router.navigate(-1);
    expect([pathname(), router.state.errors]).toEqual(['/', null]);
  });

  test('a form that cannot be sent keeps its page and its last answer, and can be sent again', async () => {
    const { router } = await openSite();
    const answers: unknown[] = [];
    router.subscribe(({ fetchers }) => {
      const answer: unknown = fetchers.get('form')?.data;
      if (answer !== undefined && answer !== answers.at(-1)) answers.push(answer);
    });
    const send = () => router.fetch('form', 'home', '/?index', formOf('a'));
    await send();
    failure = offline();
    await send();
    expect([router.state.errors, texts(), answers.length]).toEqual([null, ['Network Error'], 1]);
    failure = undefined;
    await send();
    expect(answers).toEqual([expect.stringMatching(/^saved/), expect.stringMatching(/^saved/)]);
  });

  test('a form that leads to another page keeps its own', async () => {
    const { router, isIdle, pathname } = await openSite(['/news']);
    failure = offline();
    await router.navigate('/?index', formOf('a'));
    await isIdle();
    expect([pathname(), router.state.errors, texts()]).toEqual(['/news', null, ['Network Error']]);
  });

  test('data that are loaded again in the background stay as they are, without a message', async () => {
    const { router } = await openSite();
    const { loaderData } = router.state;
    failure = offline();
    await router.revalidate();
    expect(router.state).toMatchObject({ errors: null, loaderData });
    expect(texts()).toEqual([]);
  });

  test('a connection that is lost within the data is a network error as well', async () => {
    const { router, isIdle, pathname } = await openSite();
    failure = new Error('Unable to decode turbo-stream response', { cause: new TypeError('network error') });
    await router.navigate('/news');
    await isIdle();
    expect([pathname(), router.state.errors, texts()]).toEqual(['/', null, ['Network Error']]);
  });
});

test('while a rate limit lasts the page stays', async () => {
  const { router, isIdle, pathname } = await openSite();
  failure = new CallError(rateLimitExceeded);
  await router.navigate('/news');
  await isIdle();
  expect([pathname(), router.state.errors, texts()]).toEqual(['/', null, ['Exceeded rate limit.']]);
});

test('any other failure leads to the error page', async () => {
  const { router, pathname } = await openSite();
  failure = new Error('bug');
  await router.navigate('/news');
  expect([pathname(), texts()]).toEqual(['/news', []]);
  expect(Object.values(router.state.errors ?? {})).toEqual([failure]);
});
