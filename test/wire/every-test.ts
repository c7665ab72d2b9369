import { afterEach, expect } from 'vitest';

import { takeDeviations } from './record.ts';

afterEach(() => {
  expect(takeDeviations(), 'answers that differ from the OpenAPI document').toEqual([]);
});
