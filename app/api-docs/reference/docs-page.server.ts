import { getChangelog } from '#app/changelogs/changelogs.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import { isProduction } from '#app/current/stage.ts';
import { MAX_NAME_LENGTH } from '#app/delegation/key.ts';
import { KEY_PERMISSIONS, PERMISSION_IDS } from '#app/delegation/permissions.ts';
import community from '#content/api-docs/community-edition.md?raw';
import full from '#content/api-docs/full.md?raw';
import { renderSections } from '#lib/markdown/sections.server.ts';
import { memoize } from '#lib/memoize.ts';

import { getCommunityReference, getFullReference } from '../api-docs.server.ts';
import type {
  CallReference,
  KeyOptions,
  ProblemReference,
  ReferenceGuide,
  ReleaseSummary,
} from '../contract/reference.ts';

const APP = 'rumpus-ce';
const SHOWN_RELEASES = 3;

interface DocsPage {
  readonly guide: ReferenceGuide;
  readonly calls: readonly CallReference[];
  readonly common: readonly ProblemReference[];
  readonly origin: string;
}

export async function loadCommunityDocs(
  current: Current,
): Promise<DocsPage & { releases: readonly ReleaseSummary[]; hasDocument: boolean; keyOptions: KeyOptions }> {
  const text = await getText(current.locale);
  return {
    keyOptions: {
      permissions: PERMISSION_IDS.map((id) => ({ id, name: text(KEY_PERMISSIONS[id].name) })),
      maxName: MAX_NAME_LENGTH,
    },
    ...(await docsPage(current, 'community', getCommunityReference())),
    releases: getChangelog(current, APP)
      .own.slice(0, SHOWN_RELEASES)
      .map(({ version, date, notes }) => ({ version, date, notes: notes.map(({ text }) => text) })),
    // On production staff alone read the document.
    hasDocument: !isProduction(current.stage),
  };
}

/** @throws Problem 404 for everyone but staff, and on production */
export async function loadFullDocs(current: Current): Promise<DocsPage> {
  return docsPage(current, 'full', getFullReference(current));
}

async function docsPage(
  { config }: Current,
  name: 'community' | 'full',
  all: readonly CallReference[],
): Promise<DocsPage> {
  return { guide: await getGuide(name), origin: config.publicUrl, ...withoutCommonProblems(all) };
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
