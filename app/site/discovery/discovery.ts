export const DISCOVERY = [
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/:part',
  '/manifest.webmanifest',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/.well-known/security.txt',
] as const;
