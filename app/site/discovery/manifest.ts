import { palette } from '#content/art/palette.ts';
import { studio } from '#content/studio.ts';

/** What a home screen knows of the site. */
export const manifest = {
  id: '/',
  name: studio.name,
  short_name: studio.name,
  description: studio.description,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
  background_color: palette.cloud,
  theme_color: palette.night,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
} as const;
