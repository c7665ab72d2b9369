import type { TextKey } from '#app/current/locale.ts';
import { ROLES, isStaff, mayMasquerade } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import type { Text } from '#lib/locale/messages.ts';

import type { StaffViewer } from '../accounts/account-actions.ts';
import type { PaletteResult } from './palette-result.ts';

export interface PaletteViewer extends StaffViewer {
  /** Without the masquerade. */
  readonly ownRole: Role;
  readonly masquerade: Role | undefined;
  /** Names that wait for a decision. */
  readonly pendingAliases: number;
}

/** Without a locale. */
interface SeenPages {
  readonly here: string;
  /** Where players see what stands here. */
  readonly seen: string;
}

/** What staff can do on every page, also what is not possible now. */
export function siteActions(viewer: PaletteViewer, pages: SeenPages, text: Text<TextKey>): PaletteResult[] {
  const { pendingAliases } = viewer;
  const judge = {
    id: 'judge',
    name: text('admin.palette.judge'),
    about: text('admin.palette.judgeAbout', { count: pendingAliases }),
    to: '/admin/alias-moderation#queue',
    refusal: pendingAliases === 0 ? text('admin.moderation.nothing') : undefined,
  };
  const lists = LISTS.map(({ name, about, to }) => ({ id: to, name: text(name), about: text(about), to }));
  return [judge, ...lists, ...masquerades(viewer, pages, text)];
}

const LISTS: readonly { name: TextKey; about: TextKey; to: string }[] = [
  { name: 'admin.palette.find', about: 'admin.accounts.about', to: '/admin/accounts#search' },
  { name: 'admin.palette.team', about: 'admin.palette.teamAbout', to: '/admin/accounts?list=team' },
  { name: 'admin.palette.banned', about: 'admin.palette.bannedAbout', to: '/admin/accounts?list=banned' },
  { name: 'admin.palette.denied', about: 'admin.palette.deniedAbout', to: '/admin/alias-moderation?state=denied' },
];

function masquerades(
  { ownRole, masquerade }: PaletteViewer,
  { here, seen }: SeenPages,
  text: Text<TextKey>,
): PaletteResult[] {
  const end = {
    id: 'masquerade end',
    name: text('admin.palette.endMasquerade'),
    about: text('shell.masquerade.end'),
    to: withQuery(here, { masquerade: ownRole }),
    isFullLoad: true,
    refusal: masquerade === undefined ? text('admin.palette.noMasquerade') : undefined,
  };
  const roles = ROLES.filter((role) => mayMasquerade(ownRole, role));
  return [
    end,
    ...roles.map((role) => ({
      id: `masquerade ${role}`,
      name: text('admin.palette.seeAs', { role }),
      about: text('admin.palette.seeAsAbout'),
      words: isStaff(role) ? '' : text('shell.staff.seeAsPlayer'),
      to: withQuery(isStaff(role) ? here : seen, { masquerade: role }),
      isFullLoad: true,
      refusal: role === masquerade ? text('admin.palette.seeAsAlready') : undefined,
    })),
  ];
}
