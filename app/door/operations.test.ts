import { describe, expect, test } from 'vitest';

import { HealthProbe } from '#lib/database/health-probe.server.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

const site = useTestSite();

test('/healthz answers while the process runs, /readyz while the database answers too', async () => {
  const whole = openTestApp(site);
  const broken = openTestApp(site, {}, { probe: new HealthProbe({ host: '/nowhere' }) });
  const statuses = async (path: string) => [
    (await whole.sendRequest(path)).status,
    (await broken.sendRequest(path)).status,
  ];
  expect(await statuses('/healthz')).toEqual([200, 200]);
  expect(await statuses('/readyz')).toEqual([200, 503]);
});

test('/readyz is never limited, and asks the database once a second', async () => {
  const limited = openTestApp(site, { LIMITS: '0.01' });
  const answers = await Promise.all(Array.from({ length: 40 }, () => limited.sendRequest('/readyz')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

describe('/metrics', () => {
  const statusFor = async (variables: Record<string, string>, address: string, authorization?: string) =>
    (
      await openTestApp(site, variables).sendRequest('/metrics', {
        address,
        headers: authorization === undefined ? {} : { authorization },
      })
    ).status;

  test.each([
    ['127.0.0.1', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    ['203.0.113.1', 404],
    ['::ffff:203.0.113.1', 404],
    ['::12', 404],
    ['', 404],
  ])('without a token answers this machine only: %s gets %i', async (address, status) => {
    expect(await statusFor({}, address)).toBe(status);
  });

  test.each(['x-forwarded-for', 'forwarded'])('without a token answers no forwarded request: %s', async (name) => {
    const headers = { [name]: 'for=203.0.113.1' };
    expect((await openTestApp(site).sendRequest('/metrics', { address: '127.0.0.1', headers })).status).toBe(404);
  });

  test('without a token answers nobody when TRUST_PROXY is set', async () => {
    expect(await statusFor({ TRUST_PROXY: '1' }, '127.0.0.1')).toBe(404);
  });

  test.each([
    ['Bearer a token of the tests', 200],
    ['Bearer a token of the test', 404],
    ['Bearer ', 404],
    [undefined, 404],
  ])('with a token answers requests that send it, from anywhere: %s gets %i', async (authorization, status) => {
    const variables = { METRICS_TOKEN: 'a token of the tests' };
    expect(await statusFor(variables, '203.0.113.1', authorization)).toBe(status);
    expect(await statusFor(variables, '127.0.0.1', authorization)).toBe(status);
  });

  test('counts calls and pages by status, and not itself', async () => {
    const door = openTestApp(site);
    for (const path of ['/api/version', '/api/version', '/api/nothing', '/nothing', '/healthz'])
      await door.sendRequest(path);
    await door.sendRequest('/metrics');
    const text = await (await door.sendRequest('/metrics')).text();
    const answers = text.split('\n').filter((line) => line.startsWith('http_answers_total'));
    expect(answers).toEqual([
      'http_answers_total{kind="call",status="200"} 2',
      'http_answers_total{kind="call",status="404"} 1',
      'http_answers_total{kind="page",status="404"} 1',
    ]);
  });
});
