import { index, layout, prefix, route } from '@react-router/dev/routes';
import type { RouteConfig } from '@react-router/dev/routes';

import { POLICIES } from './policies/policy.ts';
import { FEEDS } from './posts/feed-name.ts';
import { DISCOVERY } from './site/discovery/discovery.ts';

/** Any topic may stand in a feed, also `about`: these come first, the longest before all, so that no locale has the name of a feed. */
const FEED_ROUTES = [':a/:b', ':a', '*'].flatMap((rest) =>
  FEEDS.map((feed) => route(`${feed}/${rest}`, 'posts/screens/feed.tsx', { id: `${feed}/${rest}` })),
);

/** Every screen and its address. A public page also answers under its locale, `/{locale}/…`. */
export default [
  ...prefix(':locale?', [
    ...FEED_ROUTES,
    index('site/screens/home.tsx'),
    route('games', 'games/screens/games.tsx'),
    route('games/crashlands', 'games/screens/crashlands.tsx'),
    route('games/crashlands-2', 'games/screens/crashlands-2.tsx'),
    route('games/:game', 'games/screens/game.tsx'),
    route('games/:game/presskit', 'games/screens/presskit.tsx'),
    route('games/:game/patchnotes', 'changelogs/screens/patchnotes.tsx'),
    route('games/:game/patchnotes/:file', 'changelogs/screens/release-feed.tsx', { id: 'patchnotes-feed' }),
    route('games/levelhead/void', 'changelogs/screens/levelhead-void.tsx'),
    route('games/levelhead/tower', 'levelhead/screens/tower.tsx'),
    route('games/levelhead/marketing', 'levelhead/screens/marketing.tsx'),
    route('games/levelhead/players', 'levelhead/screens/players.tsx'),
    route('games/levelhead/players/:userId', 'levelhead/screens/player.tsx'),
    route('games/levelhead/levels/:levelId', 'levelhead/screens/level.tsx'),
    route('games/levelhead/playlists/:playlistId', 'levelhead/screens/playlist.tsx'),
    route('press', 'games/screens/press.tsx'),
    route('post/:name', 'posts/screens/post.tsx'),
    route('preview/:token', 'posts/screens/post-preview.tsx'),
    route('editor', 'posts/screens/editor.tsx', { id: 'editor-new' }),
    route('editor/:name', 'posts/screens/editor.tsx', { id: 'editor' }),
    route('editor/:name/versions', 'posts/screens/editor-versions.tsx'),
    // Stands before routes of one part: `/changelogs/rumpus-ce` would else be the page rumpus-ce in a locale.
    route('changelogs/:app', 'changelogs/screens/changelog.tsx', { id: 'changelogs' }),
    route('changelogs/:app/:file', 'changelogs/screens/release-feed.tsx', { id: 'changelogs-feed' }),
    route('changelog/:file', 'changelogs/screens/release-feed.tsx', { id: 'changelog-feed' }),
    route('about', 'site/screens/about.tsx'),
    route('rumpus-ce', 'site/screens/rumpus-ce.tsx'),
    route('changelog', 'changelogs/screens/changelog.tsx', { id: 'changelog' }),
    route('linkout', 'site/screens/linkout.tsx'),
    route('legal', 'policies/screens/legal.tsx'),
    ...POLICIES.map((policy) => route(policy, 'policies/screens/policy.tsx', { id: `policies/${policy}` })),
    route('login', 'login/screens/login.tsx'),
    route('confirmation/:confirmationId', 'account/screens/confirmation.tsx'),
    route('account', 'account/screens/account.tsx'),
    route('connect/:platform', 'account/screens/connect.tsx'),
    route('login/banned', 'login/screens/banned.tsx'),
    route('login/unlicensed', 'login/screens/unlicensed.tsx'),
    route('login/success', 'login/screens/success.tsx'),
    route('login/confirmation-required', 'login/screens/confirmation-required.tsx'),
    route('login/with/:platform', 'login/screens/with.tsx'),
    route('login/with/:platform/callback', 'login/screens/with-callback.tsx'),
    route('dev/sign-in/:ticket', 'dev/screens/sign-in.tsx'),
    route('dev/mail', 'dev/screens/mail.tsx'),
    route('dev/components', 'dev/screens/components.tsx'),
    route('dev/trailer', 'dev/screens/trailer.tsx'),
    route('telegrams', 'telegrams/screens/telegrams.tsx'),
    route('api/docs', 'api-docs/screens/full-docs.tsx'),
    route('api/docs/community-edition', 'api-docs/screens/community-docs.tsx'),
    layout('admin/screens/frame.tsx', [
      route('admin', 'admin/screens/home.tsx'),
      route('admin/accounts', 'admin/screens/accounts.tsx'),
      route('admin/accounts/:userId', 'admin/screens/account.tsx'),
      route('admin/api', 'admin/screens/api-tester.tsx'),
      route('admin/alias-moderation', 'aliases/screens/admin-alias-moderation.tsx'),
    ]),
  ]),
  route('games/:game/presskit.json', 'games/screens/presskit-json.tsx'),
  route('games/:game/presskit.zip', 'games/screens/presskit-zip.tsx'),
  route('games/:game/presskit/:file', 'games/screens/presskit-file.tsx'),
  route('games/levelhead/players/:userId/levels.csv', 'levelhead/screens/player-levels-csv.tsx'),
  route('press/:file', 'games/screens/press-file.tsx'),
  ...DISCOVERY.map((path) => route(path.slice(1), 'site/screens/discovery.tsx', { id: `discovery${path}` })),
  route('*', 'site/screens/unknown.tsx'),
] satisfies RouteConfig;
