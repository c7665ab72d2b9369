import type { FieldValues } from '#app/current/forms/form-state.ts';
import { CheckDetails } from '#app/editor/check-list.tsx';
import type { Finding } from '#app/editor/finding.ts';

import type { ReleaseRuleName } from './release-rules.ts';

interface ReleaseCheckListProps {
  findings: readonly Finding[] | undefined;
  /** How people call a field. @param words of its line */
  labelFor: (name: string, words?: string) => string;
  isOpen: boolean;
  goTo: (finding: Finding) => void;
}

export function ReleaseCheckList({ findings, labelFor, isOpen, goTo }: ReleaseCheckListProps) {
  const labels = Object.fromEntries(
    (findings ?? []).flatMap(({ field, what }) => (field === undefined ? [] : [[field, labelFor(field, what)]])),
  ) as FieldValues;
  return <CheckDetails findings={findings} texts={CHECK_TEXTS} labels={labels} isOpen={isOpen} goTo={goTo} />;
}

const CHECK_TEXTS = {
  lineEmpty: 'releases.check.lineEmpty',
  categoryUnknown: 'releases.check.categoryUnknown',
  streamUnknown: 'releases.check.streamUnknown',
  platformUnknown: 'releases.check.platformUnknown',
  lineLinkMissing: 'editor.check.linkMissing',
  introLinkMissing: 'editor.check.linkMissing',
  releasePostMissing: 'releases.check.postMissing',
  lineLinkHidden: 'editor.check.linkHidden',
  introLinkHidden: 'editor.check.linkHidden',
  releasePostHidden: 'editor.check.linkHidden',
  versionLower: 'releases.check.versionLower',
  lineTwice: 'releases.check.lineTwice',
  nothingSaid: 'releases.check.nothingSaid',
} as const satisfies Record<ReleaseRuleName, string>;
