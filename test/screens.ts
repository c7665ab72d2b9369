import { POLICIES } from '#app/policies/policy.ts';

/** A screen at one address, and how it answers. */
export interface Screen {
  /** The file of the screen, as app/routes.ts names it. */
  file: string;
  address: string;
  /** For a visitor, a player, staff, an admin, a super. */
  statuses: number[];
  isPublic?: boolean;
  /** For everyone who has its address, but not for search engines. */
  isUnlisted?: boolean;
}

const EVERYONE = [200, 200, 200, 200, 200];
const NOBODY = [404, 404, 404, 404, 404];
const STAFF = [404, 404, 200, 200, 200];
/** A visitor may sign in first. Tests look over all of them as staff. */
export const STAFF_AREA = [302, 404, 200, 200, 200];
/** For those above them alone. */
const ADMIN_AREA = [302, 404, 403, 200, 200];
/** Who is not signed in does that first. */
const SIGNED_IN = [302, 200, 200, 200, 200];
/** Of staff, for players to know of. */
const DESK = [302, 403, 200, 200, 200];
/** Whoever is signed in goes on. */
const SIGNED_OUT = [200, 302, 302, 302, 302];
export const MOVED = [302, 302, 302, 302, 302];

/** Every screen of app/routes.ts, by the addresses that answer differently. */
export const SCREENS: readonly Screen[] = [
  { file: 'site/screens/home.tsx', address: '/', statuses: EVERYONE, isPublic: true },
  { file: 'games/screens/games.tsx', address: '/games', statuses: EVERYONE, isPublic: true },
  { file: 'games/screens/crashlands.tsx', address: '/games/crashlands', statuses: EVERYONE, isPublic: true },
  { file: 'games/screens/crashlands-2.tsx', address: '/games/crashlands-2', statuses: EVERYONE, isPublic: true },
  { file: 'games/screens/game.tsx', address: '/games/levelhead', statuses: EVERYONE, isPublic: true },
  { file: 'games/screens/game.tsx', address: '/games/rumpus-pack', statuses: STAFF },
  { file: 'games/screens/game.tsx', address: '/games/how-many-dudes', statuses: STAFF },
  { file: 'games/screens/game.tsx', address: '/games/no-such-game', statuses: NOBODY },
  { file: 'games/screens/presskit.tsx', address: '/games/levelhead/presskit', statuses: EVERYONE, isPublic: true },
  { file: 'games/screens/presskit.tsx', address: '/games/how-many-dudes/presskit', statuses: STAFF },
  { file: 'games/screens/presskit.tsx', address: '/games/rumpus-pack/presskit', statuses: NOBODY },
  { file: 'games/screens/press.tsx', address: '/press', statuses: EVERYONE, isPublic: true },
  { file: 'telegrams/screens/telegrams.tsx', address: '/telegrams', statuses: EVERYONE, isPublic: true },
  {
    file: 'notifications/screens/notifications.tsx',
    address: '/notifications',
    statuses: SIGNED_IN,
    isUnlisted: true,
  },
  { file: 'mailbox/screens/mailbox.tsx', address: '/mailbox', statuses: SIGNED_IN, isUnlisted: true },
  {
    file: 'contact/screens/mailbox-message.tsx',
    address: '/mailbox/none',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  { file: 'notifications/screens/alerts.tsx', address: '/alerts', statuses: SIGNED_IN, isUnlisted: true },
  {
    file: 'notifications/screens/alerts.tsx',
    address: '/alerts/posts.published',
    statuses: SIGNED_IN,
    isUnlisted: true,
  },
  { file: 'notifications/screens/alerts.tsx', address: '/alerts/no.such-kind', statuses: NOBODY },
  { file: 'notifications/screens/alerts.tsx', address: '/alerts?off=no-such-token', statuses: NOBODY },
  { file: 'telegrams/screens/telegrams.tsx', address: '/telegrams?subscribe=no-such-letter', statuses: NOBODY },
  {
    file: 'telegrams/screens/telegrams-archive.tsx',
    address: '/telegrams/archive',
    statuses: EVERYONE,
    isPublic: true,
  },
  { file: 'telegrams/screens/telegrams-archive.tsx', address: '/telegrams/archive?after=none', statuses: NOBODY },
  {
    file: 'telegrams/screens/telegrams-issue.tsx',
    address: '/telegrams/archive/none',
    statuses: NOBODY,
    isUnlisted: true,
  },
  {
    file: 'telegrams/screens/telegrams-leave.tsx',
    address: '/telegrams/leave/no.such',
    statuses: NOBODY,
    isUnlisted: true,
  },
  { file: 'feedbag/screens/feedbag.tsx', address: '/feedbag', statuses: EVERYONE, isPublic: true },
  {
    file: 'feedbag/screens/feedbag-settings.tsx',
    address: '/feedbag/settings',
    statuses: DESK,
    isUnlisted: true,
  },
  {
    file: 'feedbag/screens/feedbag-project-settings.tsx',
    address: '/feedbag/no-such-project/settings',
    statuses: [302, 403, 404, 404, 404],
    isUnlisted: true,
  },
  {
    file: 'feedbag/screens/feedbag-webhooks.tsx',
    address: '/feedbag/no-such-project/webhooks',
    statuses: [302, 403, 404, 404, 404],
    isUnlisted: true,
  },
  {
    file: 'feedbag/screens/feedbag-project.tsx',
    address: '/feedbag/no-such-project',
    statuses: NOBODY,
    isUnlisted: true,
  },
  {
    file: 'feedbag/screens/feedbag-roadmap.tsx',
    address: '/feedbag/no-such-project/roadmap',
    statuses: NOBODY,
    isUnlisted: true,
  },
  {
    file: 'feedbag/screens/feedbag-entries.tsx',
    address: '/feedbag/no-such-project/entries',
    statuses: NOBODY,
    isUnlisted: true,
  },
  {
    file: 'feedbag/screens/feedbag-new.tsx',
    address: '/feedbag/no-such-project/entries/new',
    statuses: NOBODY,
    isUnlisted: true,
  },
  {
    file: 'feedbag/screens/feedbag-entry.tsx',
    address: '/feedbag/no-such-project/entries/no-such',
    statuses: NOBODY,
    isUnlisted: true,
  },
  { file: 'support/screens/support.tsx', address: '/support', statuses: EVERYONE, isPublic: true },
  { file: 'support/screens/support-topic.tsx', address: '/support/sign-in', statuses: EVERYONE, isPublic: true },
  { file: 'support/screens/support-topic.tsx', address: '/support/no-such-topic', statuses: NOBODY },
  { file: 'support/screens/support-answer.tsx', address: '/support/saves/no-such', statuses: NOBODY, isUnlisted: true },
  { file: 'podcast/screens/podcast.tsx', address: '/podcast', statuses: EVERYONE, isPublic: true },
  { file: 'podcast/screens/podcast-questions.tsx', address: '/podcast/questions', statuses: EVERYONE, isPublic: true },
  {
    file: 'podcast/screens/podcast-ask.tsx',
    address: '/podcast/questions/new',
    statuses: EVERYONE,
    isUnlisted: true,
  },
  {
    file: 'podcast/screens/podcast-question.tsx',
    address: '/podcast/questions/no-such',
    statuses: NOBODY,
    isUnlisted: true,
  },
  {
    file: 'podcast/screens/podcast-downloads.tsx',
    address: '/podcast/downloads',
    statuses: DESK,
    isUnlisted: true,
  },
  { file: 'podcast/screens/podcast-episode.tsx', address: '/podcast/no-such', statuses: NOBODY, isUnlisted: true },
  { file: 'contact/screens/contact.tsx', address: '/contact', statuses: EVERYONE, isPublic: true },
  { file: 'contact/screens/contact-topic.tsx', address: '/contact/topics', statuses: EVERYONE, isPublic: true },
  { file: 'contact/screens/contact-topic.tsx', address: '/contact/topics/bug', statuses: EVERYONE, isPublic: true },
  { file: 'contact/screens/contact-topic.tsx', address: '/contact/topics/no-such-topic', statuses: NOBODY },
  {
    file: 'contact/screens/contact-thanks.tsx',
    address: '/contact/thanks',
    statuses: EVERYONE,
    isUnlisted: true,
  },
  {
    file: 'contact/screens/contact-submissions.tsx',
    address: '/contact/submissions',
    statuses: DESK,
    isUnlisted: true,
  },
  ...['contact-macros.tsx /contact/macros', 'contact-macro.tsx /contact/macros/new']
    .concat('contact-stats.tsx /contact/stats')
    .map((line) => {
      const [file = '', address = ''] = line.split(' ');
      return { file: `contact/screens/${file}`, address, statuses: DESK, isUnlisted: true };
    }),
  {
    file: 'contact/screens/contact-submission.tsx',
    address: '/contact/submissions/no-such',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  { file: 'posts/screens/feed.tsx', address: '/blog', statuses: EVERYONE, isPublic: true },
  { file: 'posts/screens/feed.tsx', address: '/news', statuses: EVERYONE },
  { file: 'posts/screens/feed.tsx', address: '/blog/no-such-topic', statuses: EVERYONE, isUnlisted: true },
  { file: 'posts/screens/feed.tsx', address: '/blog/1/2/3/4/5', statuses: NOBODY },
  { file: 'posts/screens/post.tsx', address: '/post/a-post', statuses: EVERYONE, isPublic: true },
  { file: 'posts/screens/post.tsx', address: '/post/an-unlisted-post', statuses: EVERYONE, isUnlisted: true },
  { file: 'posts/screens/post.tsx', address: '/post/a-hidden-post', statuses: STAFF, isUnlisted: true },
  { file: 'posts/screens/post.tsx', address: '/post/no-such-post', statuses: NOBODY },
  { file: 'site/screens/about.tsx', address: '/about', statuses: EVERYONE, isPublic: true },
  { file: 'site/screens/rumpus-ce.tsx', address: '/rumpus-ce', statuses: EVERYONE, isPublic: true },
  {
    file: 'api-docs/screens/community-docs.tsx',
    address: '/api/docs/community-edition',
    statuses: EVERYONE,
    isPublic: true,
  },
  {
    file: 'api-docs/screens/community-docs.tsx',
    address: '/api/docs/community-edition/levelhead',
    statuses: EVERYONE,
    isPublic: true,
  },
  { file: 'api-docs/screens/full-docs.tsx', address: '/api/docs', statuses: STAFF_AREA },
  { file: 'changelogs/screens/changelog.tsx', address: '/changelog', statuses: EVERYONE, isPublic: true },
  { file: 'changelogs/screens/changelog.tsx', address: '/changelogs/rumpus-ce', statuses: EVERYONE, isPublic: true },
  { file: 'changelogs/screens/changelog.tsx', address: '/changelogs/no-such-app', statuses: NOBODY },
  { file: 'changelogs/screens/changelog.tsx', address: '/changelogs/rumpus', statuses: MOVED },
  { file: 'changelogs/screens/changelog.tsx', address: '/changelogs/levelhead', statuses: MOVED },
  {
    file: 'changelogs/screens/patchnotes.tsx',
    address: '/games/levelhead/patchnotes',
    statuses: EVERYONE,
    isPublic: true,
  },
  { file: 'changelogs/screens/patchnotes.tsx', address: '/games/how-many-dudes/patchnotes', statuses: STAFF },
  { file: 'changelogs/screens/patchnotes.tsx', address: '/games/roid-rage/patchnotes', statuses: NOBODY },
  { file: 'changelogs/screens/patchnotes.tsx', address: '/games/rumpus-ce/patchnotes', statuses: NOBODY },
  { file: 'levelhead/screens/tower.tsx', address: '/games/levelhead/tower', statuses: EVERYONE, isPublic: true },
  { file: 'levelhead/screens/tower.tsx', address: '/games/levelhead/tower?q=x', statuses: EVERYONE, isUnlisted: true },
  {
    file: 'levelhead/screens/marketing.tsx',
    address: '/games/levelhead/marketing',
    statuses: EVERYONE,
    isPublic: true,
  },
  { file: 'levelhead/screens/players.tsx', address: '/games/levelhead/players', statuses: EVERYONE, isPublic: true },
  {
    file: 'levelhead/screens/player.tsx',
    address: '/games/levelhead/players/vfhy42',
    statuses: EVERYONE,
    isPublic: true,
  },
  { file: 'levelhead/screens/player.tsx', address: '/games/levelhead/players/nobody', statuses: NOBODY },
  {
    file: 'levelhead/screens/level.tsx',
    address: '/games/levelhead/levels/0hds26q',
    statuses: EVERYONE,
    isPublic: true,
  },
  { file: 'levelhead/screens/level.tsx', address: '/games/levelhead/levels/nosuch1', statuses: NOBODY },
  {
    file: 'reports/screens/report.tsx',
    address: '/report/level/0hds26q',
    statuses: SIGNED_IN,
    isUnlisted: true,
  },
  { file: 'reports/screens/report.tsx', address: '/report/player/vfhy42', statuses: SIGNED_IN, isUnlisted: true },
  { file: 'reports/screens/report.tsx', address: '/report/level/nosuch1', statuses: NOBODY },
  { file: 'reports/screens/report.tsx', address: '/report/comment/no.such', statuses: NOBODY },
  { file: 'reports/screens/report.tsx', address: '/report/post/a-post', statuses: NOBODY },
  {
    file: 'levelhead/screens/playlist.tsx',
    address: '/games/levelhead/playlists/{playlist}',
    statuses: EVERYONE,
    isPublic: true,
  },
  { file: 'levelhead/screens/playlist.tsx', address: '/games/levelhead/playlists/nosuch1', statuses: NOBODY },
  {
    file: 'levelhead/screens/own-playlists.tsx',
    address: '/games/levelhead/playlists',
    statuses: SIGNED_IN,
    isUnlisted: true,
  },
  {
    file: 'levelhead/screens/playlist-edit.tsx',
    address: '/games/levelhead/playlists/{own}/edit',
    statuses: [302, 200, 403, 403, 403],
    isUnlisted: true,
  },
  {
    file: 'levelhead/screens/playlist-edit.tsx',
    address: '/games/levelhead/playlists/nosuch1/edit',
    statuses: [302, 404, 404, 404, 404],
  },
  { file: 'changelogs/screens/levelhead-void.tsx', address: '/games/levelhead/void', statuses: MOVED },
  {
    file: 'site/screens/linkout.tsx',
    address: '/linkout?url=https%3A%2F%2Fa.example',
    statuses: EVERYONE,
    isUnlisted: true,
  },
  { file: 'policies/screens/legal.tsx', address: '/legal', statuses: MOVED },
  ...POLICIES.map((policy): Screen => ({
    file: 'policies/screens/policy.tsx',
    address: `/${policy}`,
    statuses: EVERYONE,
    isPublic: true,
  })),
  { file: 'policies/screens/policy.tsx', address: '/terms?version=2026-09-01', statuses: EVERYONE, isUnlisted: true },
  { file: 'policies/screens/policy.tsx', address: '/terms?from=2026-09-01', statuses: EVERYONE, isUnlisted: true },
  { file: 'policies/screens/policy.tsx', address: '/terms?version=2026-09-02', statuses: NOBODY },
  { file: 'perks/screens/redeem.tsx', address: '/redeem', statuses: EVERYONE, isUnlisted: true },
  { file: 'perks/screens/redeem.tsx', address: '/redeem/HATS-FOR-ALL', statuses: EVERYONE, isUnlisted: true },
  { file: 'login/screens/login.tsx', address: '/login', statuses: SIGNED_OUT, isUnlisted: true },
  { file: 'login/screens/login.tsx', address: '/login?prove', statuses: EVERYONE, isUnlisted: true },
  { file: 'account/screens/account.tsx', address: '/account', statuses: SIGNED_IN, isUnlisted: true },
  { file: 'account/screens/account.tsx', address: '/account?before=1', statuses: SIGNED_IN, isUnlisted: true },
  // Each role has an export in another state: none, failed, expired, ready.
  { file: 'exports/screens/own-export.tsx', address: '/account/data', statuses: SIGNED_IN, isUnlisted: true },
  { file: 'exports/screens/guest-ask.tsx', address: '/your-data', statuses: EVERYONE, isUnlisted: true },
  { file: 'exports/screens/guest-export.tsx', address: '/your-data/{guest}', statuses: EVERYONE, isUnlisted: true },
  { file: 'exports/screens/guest-export.tsx', address: '/your-data/{lateGuest}', statuses: EVERYONE, isUnlisted: true },
  { file: 'exports/screens/guest-export.tsx', address: '/your-data/forged', statuses: NOBODY, isUnlisted: true },
  { file: 'deletions/screens/deletion.tsx', address: '/account/deletion', statuses: SIGNED_IN, isUnlisted: true },
  {
    file: 'deletions/screens/deletion.tsx',
    address: '/account/deletion?state=asked',
    statuses: EVERYONE,
    isUnlisted: true,
  },
  {
    file: 'deletions/screens/deletion.tsx',
    address: '/account/deletion?state=undone',
    statuses: SIGNED_IN,
    isUnlisted: true,
  },
  {
    file: 'deletions/screens/deletion-of-address.tsx',
    address: '/account/deletion/address',
    statuses: EVERYONE,
    isUnlisted: true,
  },
  { file: 'account/screens/connect.tsx', address: '/connect/steam', statuses: MOVED },
  { file: 'account/screens/confirmation.tsx', address: '/confirmation/no.such', statuses: NOBODY, isUnlisted: true },
  { file: 'login/screens/banned.tsx', address: '/login/banned', statuses: MOVED },
  { file: 'login/screens/unlicensed.tsx', address: '/login/unlicensed', statuses: EVERYONE, isUnlisted: true },
  { file: 'login/screens/success.tsx', address: '/login/success', statuses: EVERYONE, isUnlisted: true },
  { file: 'login/screens/with.tsx', address: '/login/with/nobody', statuses: NOBODY, isUnlisted: true },
  {
    file: 'login/screens/with-callback.tsx',
    address: '/login/with/nobody/callback',
    statuses: NOBODY,
    isUnlisted: true,
  },
  {
    file: 'login/screens/confirmation-required.tsx',
    address: '/login/confirmation-required',
    statuses: EVERYONE,
    isUnlisted: true,
  },
  { file: 'dev/screens/sign-in.tsx', address: '/dev/sign-in/{ticket}', statuses: EVERYONE, isPublic: true },
  { file: 'dev/screens/sign-in.tsx', address: '/dev/sign-in/forged', statuses: NOBODY },
  { file: 'dev/screens/mail.tsx', address: '/dev/mail', statuses: EVERYONE, isUnlisted: true },
  { file: 'dev/screens/trailer.tsx', address: '/dev/trailer', statuses: EVERYONE, isPublic: true },
  { file: 'dev/screens/components.tsx', address: '/dev/components', statuses: EVERYONE, isPublic: true },
  { file: 'admin/screens/home.tsx', address: '/admin', statuses: STAFF_AREA },
  { file: 'admin/screens/api-tester.tsx', address: '/admin/api', statuses: STAFF_AREA },
  { file: 'admin/screens/crate-items.tsx', address: '/admin/crates/posts/items', statuses: STAFF_AREA },
  {
    file: 'admin/screens/crate-items.tsx',
    address: '/admin/crates/posts/items?tags=-hidden&sort=-name&columns=tags,createdAt,rev,map.title',
    statuses: STAFF_AREA,
  },
  { file: 'admin/screens/crate-items.tsx', address: '/admin/crates/posts/items?trash=true', statuses: STAFF_AREA },
  {
    file: 'admin/screens/crate-items.tsx',
    address: '/admin/crates/posts/items?dates=yesterday',
    statuses: [302, 404, 400, 400, 400],
  },
  {
    file: 'admin/screens/crate-items.tsx',
    address: '/admin/crates/{crate}/items?stats=visits%3E%3D1,visits%3C100&sort=stats.visits&columns=stats.visits',
    statuses: STAFF_AREA,
  },
  {
    file: 'admin/screens/crate-items.tsx',
    address: '/admin/crates/none/items',
    statuses: [302, 404, 404, 404, 404],
  },
  {
    file: 'admin/screens/crate-import.tsx',
    address: '/admin/crates/posts/import',
    statuses: ADMIN_AREA,
    isUnlisted: true,
  },
  {
    file: 'admin/screens/crate-import.tsx',
    address: '/admin/crates/none/import',
    statuses: [302, 404, 403, 404, 404],
    isUnlisted: true,
  },
  { file: 'admin/screens/crate-bulk.tsx', address: '/admin/crates/posts/bulk', statuses: ADMIN_AREA, isUnlisted: true },
  {
    file: 'admin/screens/crate-bulk.tsx',
    address: '/admin/crates/posts/bulk?of=tags%3D-hidden',
    statuses: ADMIN_AREA,
    isUnlisted: true,
  },
  {
    file: 'admin/screens/crate-bulk.tsx',
    address: '/admin/crates/none/bulk',
    statuses: [302, 404, 403, 404, 404],
    isUnlisted: true,
  },
  {
    file: 'admin/screens/crate-bulk-act.tsx',
    address: '/admin/crates/posts/bulk/none',
    statuses: [302, 404, 403, 404, 404],
    isUnlisted: true,
  },
  { file: 'admin/screens/accounts.tsx', address: '/admin/accounts', statuses: STAFF_AREA },
  ...['', ...['scheduled', 'ended', 'draft', 'stopped'].map((state) => `?state=${state}`), '?game=levelhead'].map(
    (query) => ({
      file: 'admin/screens/announcements.tsx',
      address: `/admin/game-announcements${query}`,
      statuses: STAFF_AREA,
    }),
  ),
  {
    file: 'admin/screens/announcement-preview.tsx',
    address: '/admin/game-announcements/preview',
    statuses: STAFF_AREA,
  },
  {
    file: 'admin/screens/announcement-preview.tsx',
    address: '/admin/game-announcements/preview?game=levelhead&version=17.36.4&locale=de-DE&zone=Mars',
    statuses: STAFF_AREA,
  },
  {
    file: 'admin/screens/announcement.tsx',
    address: '/admin/game-announcements/none',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  ...['', '?list=ended', '?list=broken', '?list=deleted', '?text=trailer', '?tag=launch'].map((query) => ({
    file: 'admin/screens/shortlinks.tsx',
    address: `/admin/shortlinks${query}`,
    statuses: STAFF_AREA,
    isUnlisted: true,
  })),
  {
    file: 'admin/screens/shortlink.tsx',
    address: '/admin/shortlinks/none',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  ...['', '?span=day', '?span=year'].map((query) => ({
    file: 'admin/screens/shortlink.tsx',
    address: `/admin/shortlinks/{locked}${query}`,
    statuses: STAFF_AREA,
    isUnlisted: true,
  })),
  { file: 'admin/screens/shortlink.tsx', address: '/admin/shortlinks/{ended}', statuses: STAFF_AREA, isUnlisted: true },
  { file: 'shortlinks/screens/go.tsx', address: '/go/no-such-link', statuses: NOBODY, isUnlisted: true },
  { file: 'shortlinks/screens/go.tsx', address: '/go/locked', statuses: EVERYONE, isUnlisted: true },
  { file: 'shortlinks/screens/go.tsx', address: '/go/ended', statuses: [410, 410, 410, 410, 410], isUnlisted: true },
  { file: 'admin/screens/apps.tsx', address: '/admin/apps', statuses: ADMIN_AREA, isUnlisted: true },
  { file: 'admin/screens/apps.tsx', address: '/admin/apps?list=archived', statuses: ADMIN_AREA, isUnlisted: true },
  ...['', '?list=archived', '?new=key', '?new=item', '?new=badge'].map((query) => ({
    file: 'admin/screens/perks.tsx',
    address: `/admin/perks${query}`,
    statuses: STAFF_AREA,
    isUnlisted: true,
  })),
  {
    file: 'admin/screens/perk.tsx',
    address: '/admin/perks/none',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  ...['', '?view=codes', '?view=people', '?view=people&list=revoked', '?text=nobody', '?view=keys', '?view=rules'].map(
    (query) => ({
      file: 'admin/screens/perk.tsx',
      address: `/admin/perks/{perk}${query}`,
      statuses: STAFF_AREA,
      isUnlisted: true,
    }),
  ),
  { file: 'admin/screens/found-key.tsx', address: '/admin/apps/found-key', statuses: ADMIN_AREA, isUnlisted: true },
  { file: 'admin/screens/app.tsx', address: '/admin/apps/none', statuses: [302, 404, 403, 404, 404], isUnlisted: true },
  {
    file: 'admin/screens/app-key.tsx',
    address: '/admin/apps/none/keys/none',
    statuses: [302, 404, 403, 404, 404],
    isUnlisted: true,
  },
  {
    file: 'admin/screens/accounts.tsx',
    address: '/admin/accounts?text=%40pl4yer',
    statuses: STAFF_AREA,
  },
  { file: 'admin/screens/account.tsx', address: '/admin/accounts/pl4yer', statuses: STAFF_AREA },
  { file: 'admin/screens/account.tsx', address: '/admin/accounts/nobody', statuses: [302, 404, 404, 404, 404] },
  ...['', '?action=account&seenAs=any', '?since=none', '?reason=nobody+said+so', '?after=1'].map((query) => ({
    file: 'admin/screens/audit.tsx',
    address: `/admin/audit${query}`,
    statuses: ADMIN_AREA,
    isUnlisted: true,
  })),
  { file: 'admin/screens/audit-entry.tsx', address: '/admin/audit/1', statuses: ADMIN_AREA, isUnlisted: true },
  { file: 'admin/screens/audit-entry.tsx', address: '/admin/audit/none', statuses: [302, 404, 403, 404, 404] },
  { file: 'admin/screens/approvals.tsx', address: '/admin/approvals', statuses: ADMIN_AREA, isUnlisted: true },
  {
    file: 'admin/screens/approvals.tsx',
    address: '/admin/approvals?state=decided',
    statuses: ADMIN_AREA,
    isUnlisted: true,
  },
  ...[
    '',
    '?hex=0',
    '?since=1',
    '?view=people',
    '?view=stats',
    '?view=versions',
    '?view=versions&rev=1',
    '?view=history',
  ]
    .concat('?view=access', '?view=access&as=public')
    .map((query) => {
      const address = `/admin/crates/screens/items/{item}${query}`;
      return { file: 'admin/screens/item.tsx', address, statuses: STAFF_AREA };
    }),
  { file: 'admin/screens/item.tsx', address: '/admin/crates/screens/items/{trashed}', statuses: STAFF_AREA },
  {
    file: 'admin/screens/item.tsx',
    address: '/admin/crates/screens/items/none',
    statuses: [302, 404, 404, 404, 404],
  },
  ...[
    { file: 'admin/screens/crates.tsx', address: '/admin/crates' },
    { file: 'admin/screens/crates.tsx', address: '/admin/crates?text=none-of-them&sort=size' },
  ].map((screen) => Object.assign(screen, { statuses: STAFF_AREA, isUnlisted: true })),
  ...[
    { file: 'admin/screens/crate.tsx', address: '/admin/crates/posts' },
    { file: 'admin/screens/crate.tsx', address: '/admin/crates/posts?deed=delete&role=authenticated' },
    { file: 'admin/screens/crate.tsx', address: '/admin/crates/posts?deed=read&who=nobody-like-that' },
  ].map((screen) => Object.assign(screen, { statuses: ADMIN_AREA, isUnlisted: true })),
  { file: 'admin/screens/crate.tsx', address: '/admin/crates/none', statuses: [302, 404, 403, 404, 404] },
  ...[
    '',
    '?period=year&compare=year',
    '?period=day&who=bots',
    '?path=%2Fgames&below=true',
    '?by=source',
    '?since=none',
  ].map((query) => ({
    file: 'admin/screens/telemetry.tsx',
    address: `/admin/telemetry${query}`,
    statuses: STAFF_AREA,
  })),
  { file: 'admin/screens/telemetry-live.tsx', address: '/admin/telemetry/live', statuses: STAFF_AREA },
  ...['', '?list=regressed', '?list=mine', '?list=resolved', '?list=ignored', '?text=none-of-them'].map((query) => ({
    file: 'admin/screens/error-issues.tsx',
    address: `/admin/telemetry/errors${query}`,
    statuses: STAFF_AREA,
  })),
  ...['', '?device=mobile', '?version=17.36.4'].map((query) => ({
    file: 'admin/screens/vitals.tsx',
    address: `/admin/telemetry/vitals${query}`,
    statuses: STAFF_AREA,
  })),
  { file: 'admin/screens/datasets.tsx', address: '/admin/telemetry/datasets', statuses: STAFF_AREA },
  {
    file: 'admin/screens/dataset.tsx',
    address: '/admin/telemetry/datasets/none',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  {
    file: 'admin/screens/error-issue.tsx',
    address: '/admin/telemetry/errors/none',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  {
    file: 'aliases/screens/admin-alias-moderation.tsx',
    address: '/admin/alias-moderation',
    statuses: STAFF_AREA,
  },
  { file: 'reports/screens/admin-reports.tsx', address: '/admin/reports', statuses: STAFF_AREA },
  { file: 'reports/screens/admin-reports.tsx', address: '/admin/reports?state=decided', statuses: STAFF_AREA },
  {
    file: 'reports/screens/admin-reports.tsx',
    address: '/admin/reports?after=none',
    statuses: [302, 404, 400, 400, 400],
  },
  { file: 'mailbox/screens/admin-mailbox.tsx', address: '/admin/mailbox', statuses: STAFF_AREA },
  {
    file: 'mailbox/screens/admin-message.tsx',
    address: '/admin/mailbox/none',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  {
    file: 'telegrams/screens/admin-telegrams.tsx',
    address: '/admin/telegrams',
    statuses: STAFF_AREA,
  },
  {
    file: 'telegrams/screens/admin-templates.tsx',
    address: '/admin/telegrams/templates',
    statuses: STAFF_AREA,
  },
  {
    file: 'telegrams/screens/admin-template.tsx',
    address: '/admin/telegrams/templates/none',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  {
    file: 'telegrams/screens/admin-reader.tsx',
    address: '/admin/telegrams/readers/none',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  {
    file: 'telegrams/screens/admin-campaigns.tsx',
    address: '/admin/telegrams/campaigns',
    statuses: STAFF_AREA,
  },
  {
    file: 'telegrams/screens/admin-campaigns.tsx',
    address: '/admin/telegrams/campaigns?before=none',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  {
    file: 'telegrams/screens/admin-campaign.tsx',
    address: '/admin/telegrams/campaigns/none',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  { file: 'posts/screens/editor.tsx', address: '/editor', statuses: STAFF_AREA },
  ...[
    '',
    '?state=draft',
    '?state=planned',
    '?state=out',
    '?state=newer',
    '?state=hidden',
    '?state=trash',
    '?q=no-such-word',
  ].map((query) => ({
    file: 'posts/screens/editor-posts.tsx',
    address: `/editor/posts${query}`,
    statuses: STAFF_AREA,
  })),
  { file: 'posts/screens/editor.tsx', address: '/editor/a-post', statuses: STAFF_AREA },
  {
    file: 'posts/screens/editor-versions.tsx',
    address: '/editor/a-post/versions',
    statuses: STAFF_AREA,
  },
  { file: 'posts/screens/editor.tsx', address: '/editor/no-such-post', statuses: [302, 404, 404, 404, 404] },
  { file: 'support/screens/editor-answers.tsx', address: '/editor/answers', statuses: STAFF_AREA },
  { file: 'support/screens/editor-answer.tsx', address: '/editor/answers/new', statuses: STAFF_AREA },
  { file: 'support/screens/editor-answer.tsx', address: '/editor/answers/none', statuses: [302, 404, 404, 404, 404] },
  {
    file: 'support/screens/editor-answer-versions.tsx',
    address: '/editor/answers/none/versions',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  { file: 'podcast/screens/editor-episodes.tsx', address: '/editor/episodes', statuses: STAFF_AREA },
  {
    file: 'podcast/screens/editor-episode.tsx',
    address: '/editor/episodes/new',
    statuses: STAFF_AREA,
  },
  { file: 'podcast/screens/editor-episode.tsx', address: '/editor/episodes/none', statuses: [302, 404, 404, 404, 404] },
  {
    file: 'podcast/screens/editor-episode-versions.tsx',
    address: '/editor/episodes/none/versions',
    statuses: [302, 404, 404, 404, 404],
    isUnlisted: true,
  },
  ...['editor-changelogs.tsx /editor/releases', 'editor-releases.tsx /editor/releases/levelhead']
    .concat('editor-release.tsx /editor/releases/levelhead/new', 'editor-release.tsx /editor/releases/levelhead/1.0.0')
    .concat('editor-release-versions.tsx /editor/releases/levelhead/1.0.0/versions')
    .map((line) => {
      const [file = '', address = ''] = line.split(' ');
      return { file: `changelogs/screens/${file}`, address, statuses: STAFF_AREA };
    }),
  ...['/editor/releases/no-such-app', '/editor/releases/levelhead/9.9.9', '/editor/releases/no-such-app/new'].map(
    (address) => {
      const file = `changelogs/screens/${address.split('/').length === 4 ? 'editor-releases' : 'editor-release'}.tsx`;
      return { file, address, statuses: [302, 404, 404, 404, 404] };
    },
  ),
  {
    file: 'changelogs/screens/release-preview.tsx',
    address: '/preview/release/no-such',
    statuses: NOBODY,
    isUnlisted: true,
  },
  { file: 'posts/screens/post-preview.tsx', address: '/preview/no-such', statuses: NOBODY, isUnlisted: true },
  { file: 'site/screens/unknown.tsx', address: '/no/such/page', statuses: NOBODY },
  { file: 'site/screens/unknown.tsx', address: '/404', statuses: NOBODY },
];

/** Screens that answer with something else than a page; they are asked for beside their own code. */
export const DOCUMENTS: ReadonlySet<string> = new Set([
  'exports/screens/export-file.tsx',
  'exports/screens/export-schema.tsx',
  'exports/screens/guest-file.tsx',
  'admin/screens/shortlink-csv.tsx',
  'admin/screens/shortlink-qr.tsx',
  'site/screens/discovery.tsx',
  'admin/screens/audit-export.tsx',
  'admin/screens/telemetry-visits-csv.tsx',
  'podcast/screens/podcast-downloads-csv.tsx',
  'podcast/screens/podcast-file.tsx',
  'contact/screens/contact-answer-mail.tsx',
  'contact/screens/contact-file.tsx',
  'contact/screens/contact-whole-mail.tsx',
  'mailbox/screens/admin-message-file.tsx',
  'mailbox/screens/mailbox-file.tsx',
  'feedbag/screens/feedbag-atom.tsx',
  'admin/screens/crate-bulk-csv.tsx',
  'admin/screens/crate-import-template.tsx',
  'admin/screens/perk-codes-csv.tsx',
  'admin/screens/perk-people-csv.tsx',
  'admin/screens/perk-code-qr.tsx',
  'admin/screens/crate-bulk-export.tsx',
  'feedbag/screens/feedbag-csv.tsx',
  'feedbag/screens/feedbag-entry-atom.tsx',
  'feedbag/screens/feedbag-file.tsx',
  'feedbag/screens/feedbag-zip.tsx',
  'contact/screens/contact-submissions-csv.tsx',
  'levelhead/screens/player-levels-csv.tsx',
  'levelhead/screens/search-feed.tsx',
  'changelogs/screens/release-feed.tsx',
  'telegrams/screens/admin-readers.tsx',
  'telegrams/screens/telegrams-export.tsx',
  'telegrams/screens/telegrams-feed.tsx',
  'telegrams/screens/telegrams-preview.tsx',
  ...['presskit-json', 'presskit-zip', 'presskit-file', 'press-file'].map((name) => `games/screens/${name}.tsx`),
]);
