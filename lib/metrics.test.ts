import perfHooks from 'node:perf_hooks';

import { expect, test, vi } from 'vitest';

import { Metrics } from './metrics.server.ts';

test('the metrics count answers by status, their time by method, and the process', async () => {
  const metrics = new Metrics();
  metrics.count('call', 'GET', 200, 0.002);
  metrics.count('call', 'GET', 404, 0.2);
  metrics.count('page', 'POST', 200, 20);
  const response = await metrics.respond();
  const text = await response.text();
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(text).toContain('http_answers_total{kind="call",status="404"} 1');
  expect(text).toContain('http_request_seconds_bucket{le="0.0025",kind="call",method="GET"} 1');
  expect(text).toContain('http_request_seconds_bucket{le="10",kind="page",method="POST"} 0');
  expect(text).toContain('http_request_seconds_count{kind="page",method="POST"} 1');
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
});

test('two sites in one process count for themselves', async () => {
  const [one, other] = [new Metrics(), new Metrics()];
  one.count('call', 'GET', 200, 0.1);
  expect(await (await other.respond()).text()).not.toContain('http_answers_total{');
});

test('a further site in a process starts no further monitor of its event loop', () => {
  const monitor = vi.spyOn(perfHooks, 'monitorEventLoopDelay');
  const metrics = new Metrics();
  expect([metrics, monitor.mock.calls]).toEqual([expect.any(Metrics), []]);
  monitor.mockRestore();
});
