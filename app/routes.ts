import { index, prefix, route } from '@react-router/dev/routes';
import type { RouteConfig } from '@react-router/dev/routes';

/** Every screen and its address. A public page also answers under its locale, `/{locale}/…`. */
export default [
  ...prefix(':locale?', [
    index('site/screens/home.tsx'),
    route('games/:game', 'games/screens/game.tsx'),
    route('post/:name', 'posts/screens/post.tsx'),
    route('dev/sign-in/:ticket', 'dev/screens/sign-in.tsx'),
    route('dev/mail', 'dev/screens/mail.tsx'),
  ]),
  route('*', 'site/screens/unknown.tsx'),
] satisfies RouteConfig;
