import { getChangelog } from '#app/changelogs/changelogs.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { unknownPage } from '#app/current/problems.ts';
import { MAX_NAME_LENGTH } from '#app/delegation/key.ts';
import { KEY_PERMISSIONS, OPEN_PERMISSION_IDS } from '#app/delegation/permissions.ts';
import { CALL_GROUPS, isGroup } from '#content/api-docs/call-groups.ts';
import community from '#content/api-docs/community-edition.md?raw';
import full from '#content/api-docs/full.md?raw';
import { renderSections } from '#lib/markdown/sections.server.ts';
import { memoize } from '#lib/memoize.ts';
import { Problem } from '#lib/problem.ts';

import { getCommunityReference, getFullReference, listObjects } from '../api-docs.server.ts';
import type {
  CallReference,
  CallSummary,
  KeyOptions,
  ObjectReference,
  ProblemReference,
  ReferenceGuide,
  ReleaseSummary,
} from '../contract/reference.ts';
import { groupOf, summarize } from './nouns.ts';

const APP = 'rumpus-ce';
const SHOWN_RELEASES = 3;

interface DocsPage {
  readonly guide: ReferenceGuide;
  readonly calls: readonly CallReference[];
  readonly common: readonly ProblemReference[];
  readonly objects: readonly ObjectReference[];
  readonly origin: string;
}

interface OverviewPage extends Pick<DocsPage, 'guide' | 'common'> {
  readonly calls: readonly CallSummary[];
  readonly releases: readonly ReleaseSummary[];
  readonly keyOptions: KeyOptions;
}

export async function loadCommunityDocs(current: Current): Promise<OverviewPage> {
  const text = await getText(current.locale);
  const { calls, common } = withoutCommonProblems(getCommunityReference());
  return {
    guide: await getGuide('community'),
    calls: calls.map(summarize),
    common,
    keyOptions: {
      permissions: OPEN_PERMISSION_IDS.map((id) => ({ id, name: text(KEY_PERMISSIONS[id].name) })),
      maxName: MAX_NAME_LENGTH,
    },
    releases: getChangelog(current, APP)
      .own.slice(0, SHOWN_RELEASES)
      .map(({ version, date, notes }) => ({ version, date, notes: notes.map(({ text }) => text) })),
  };
}

/** The calls of one page of the Community Edition. @throws Problem 404 */
export function loadCallGroup({ config }: Current, group: string): DocsPage & { readonly title: string } {
  if (!isGroup(group)) throw new Problem(unknownPage);
  const { title, about } = CALL_GROUPS[group];
  const { calls, common } = withoutCommonProblems(getCommunityReference());
  const own = calls.filter((call) => groupOf(call) === group);
  const guide = { intro: `<p>${about}</p>`, sections: [] };
  return { title, guide, calls: own, common, objects: listObjects(own), origin: config.publicUrl };
}

/** @throws Problem 404 for everyone but staff, and on production */
export async function loadFullDocs(current: Current): Promise<DocsPage> {
  const all = getFullReference(current);
  const { publicUrl: origin } = current.config;
  return { guide: await getGuide('full'), origin, objects: listObjects(all), ...withoutCommonProblems(all) };
}

/** What every one of them may answer is said once. */
function withoutCommonProblems(calls: readonly CallReference[]): Pick<DocsPage, 'calls' | 'common'> {
  const [first, ...others] = calls;
  const isEverywhere = ({ code }: ProblemReference) =>
    others.every(({ problems }) => problems.some((problem) => problem.code === code));
  const common = (first?.problems ?? []).filter(isEverywhere);
  const codes = new Set(common.map(({ code }) => code));
  return {
    calls: calls.map((call) => ({ ...call, problems: call.problems.filter(({ code }) => !codes.has(code)) })),
    common,
  };
}

const getGuide = memoize((name: 'community' | 'full'): Promise<ReferenceGuide> => {
  return renderSections({ community, full }[name]);
});
