import { expect, test } from 'vitest';

import { listHandles, teamOn } from './team.ts';

test('the team has nine members, each with a name, a slug, a title, a description and a unique id', () => {
  const members = teamOn('www');
  expect(members).toHaveLength(9);
  expect(new Set(members.map(({ userId }) => userId)).size).toBe(9);
  for (const { name, slug, title, description } of members) {
    expect(slug).toBe(name.toLowerCase().replaceAll(' ', '-'));
    expect([title, description]).not.toContain('');
  }
});

test('ids differ between the main and the beta site', () => {
  const beta = teamOn('beta').map(({ userId }) => userId);
  expect(teamOn('www').filter(({ userId }) => beta.includes(userId))).toEqual([]);
  expect(teamOn('localhost').map(({ userId }) => userId)).toEqual(beta);
});

test('links lead to a member’s accounts on other sites; mascots have none', () => {
  expect(teamOn('www').flatMap(listHandles)).toEqual([]);
  expect(listHandles({ instagram: 'a', bluesky: 'b.example', github: 'c' }).map(({ url }) => url)).toEqual([
    'https://www.instagram.com/a/',
    'https://bsky.app/profile/b.example',
    'https://github.com/c',
  ]);
});
