import { describe, expect, test } from 'vitest';

import type { KeyedStorage } from '#app/current/browser/session-user-store.ts';

import { noteVisit } from './last-visit.ts';

describe('what is new since the last visit', () => {
  const MINUTE = 60_000;
  const open = (cookies?: string): KeyedStorage & { map: Map<string, string> } => {
    const map = new Map(cookies === undefined ? [] : [['cookies', cookies]]);
    return {
      map,
      getItem: (key) => map.get(key) ?? null,
      setItem: (key, value) => void map.set(key, value),
      removeItem: (key) => void map.delete(key),
    };
  };

  test.each([undefined, 'declined'])('is not remembered of a reader who did not agree (%s)', (cookies) => {
    const storage = open(cookies);
    expect(noteVisit(storage, 'levelhead', '2026-01-01', 0)).toBeUndefined();
    expect([...storage.map.keys()].filter((key) => key !== 'cookies')).toEqual([]);
  });

  test('is measured by the newest release of the visit before, also when the page is opened again', () => {
    const storage = open('accepted');
    expect(noteVisit(storage, 'levelhead', '2026-01-01', MINUTE)).toBeUndefined();
    expect(noteVisit(storage, 'levelhead', '2026-01-01', 2 * MINUTE)).toBeUndefined();
    expect(noteVisit(storage, 'levelhead', '2026-02-01', 60 * MINUTE)).toBe('2026-01-01');
    expect(noteVisit(storage, 'levelhead', '2026-02-01', 70 * MINUTE)).toBe('2026-01-01');
    expect(noteVisit(storage, 'levelhead', '2026-02-01', 170 * MINUTE)).toBe('2026-02-01');
    expect(noteVisit(storage, 'crashlands', '2026-02-01', 170 * MINUTE)).toBeUndefined();
  });

  test('survives what somebody else wrote in its place', () => {
    const storage = open('accepted');
    storage.setItem('changelog-levelhead', '%%%');
    expect(() => noteVisit(storage, 'levelhead', '2026-01-01', 0)).not.toThrow();
  });
});
