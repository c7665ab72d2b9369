import { isProduction } from '#app/current/stage.ts';
import type { Stage } from '#app/current/stage.ts';

/**
 * What crawlers may read: production alone. Pages that are not to be indexed are not named here, because who may not
 * read a page does not see that it says so.
 */
export function robots(stage: Stage, publicUrl: string): string {
  if (!isProduction(stage)) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}
