import { describe, expect, test } from 'vitest';

import { Versions } from './versions.ts';

const OWN = '17.36.4';
const NOW = { version: OWN, terms: 't1', termsRce: 'r1', privacy: 'p1' };

/** Two tabs of one browser. */
function openTabs() {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return { items, storage, tab: new Versions(storage, OWN), other: new Versions(storage, OWN) };
}

describe('the version-update notice', () => {
  test('is shown in every tab when the server has another version than the page', () => {
    const { tab, other } = openTabs();
    tab.record({ version: '18.0.0' });
    expect(tab.state().update).toBe('18.0.0');
    expect(other.state().update).toBeUndefined();
    other.refresh();
    expect(other.state().update).toBe('18.0.0');
  });

  test('is hidden when the server has the version of the page', () => {
    const { tab } = openTabs();
    tab.record({ version: '18.0.0' });
    tab.record(NOW);
    expect(tab.state().update).toBeUndefined();
  });

  test('stays in a tab that is older when another one has the new version', () => {
    const { storage, tab } = openTabs();
    tab.record({ version: '18.0.0' });
    const newer = new Versions(storage, '18.0.0');
    newer.record({ version: '18.0.0' });
    tab.refresh();
    expect([tab.state().update, newer.state().update]).toEqual(['18.0.0', undefined]);
  });

  test('is not shown for a response without a version', () => {
    const { tab } = openTabs();
    tab.record({});
    expect(tab.state()).toEqual({ update: undefined, changed: [] });
  });
});

describe('the policy-change notice', () => {
  test('is not shown on the first visit', () => {
    const { tab } = openTabs();
    tab.record(NOW);
    expect(tab.state().changed).toEqual([]);
  });

  test('lists each policy whose version differs from the known one, with the known one', () => {
    const { tab } = openTabs();
    tab.record(NOW);
    tab.record({ ...NOW, terms: 't2', privacy: 'p2' });
    tab.record({ ...NOW, terms: 't3', privacy: 'p2' });
    expect(tab.state().changed).toEqual([
      { policy: 'terms', since: 't1' },
      { policy: 'privacy', since: 'p1' },
    ]);
  });

  test('is hidden in every tab after the visitor agrees, until the next change', () => {
    const { tab, other } = openTabs();
    tab.record(NOW);
    other.record({ ...NOW, terms: 't2' });
    tab.refresh();
    tab.agree();
    other.refresh();
    expect([tab.state().changed, other.state().changed]).toEqual([[], []]);
    tab.record({ ...NOW, terms: 't2' });
    expect(tab.state().changed).toEqual([]);
    tab.record({ ...NOW, terms: 't3' });
    expect(tab.state().changed).toEqual([{ policy: 'terms', since: 't2' }]);
  });

  test('is hidden when the change is reverted', () => {
    const { tab } = openTabs();
    tab.record(NOW);
    tab.record({ ...NOW, terms: 't2' });
    tab.record(NOW);
    expect(tab.state().changed).toEqual([]);
  });
});

test('a tab calls its listeners only when the state changes', () => {
  const { tab } = openTabs();
  let calls = 0;
  const stop = tab.subscribe(() => void (calls += 1));
  tab.record(NOW);
  expect(calls).toBe(0);
  tab.record({ ...NOW, version: '18.0.0' });
  tab.record({ ...NOW, version: '18.0.0' });
  expect(calls).toBe(1);
  stop();
  tab.record(NOW);
  expect(calls).toBe(1);
});
