import type { Current } from '#app/current/current.server.ts';
import { checkInnerLinks } from '#app/posts/editing/checks/inner-links.server.ts';
import { slotsIn } from '#lib/text-slots.ts';

import type { IssueText } from '../campaigns/campaign.ts';
import { issueHtml } from './issue.server.tsx';
import { MAX_KILOBYTES, MAX_MAIL_KILOBYTES } from './issue.ts';
import type { IssueFinding } from './issue.ts';

/** Of a text and the mail that is made of it. Other sites are never asked, and everybody may read what an issue links to. */
export async function findIssueFindings(
  current: Current,
  text: IssueText,
  html: string,
  attachedBytes: number,
): Promise<IssueFinding[]> {
  const kilobytes = Math.ceil(Buffer.byteLength(html) / 1024);
  // Files travel as base64.
  const weight = kilobytes + Math.ceil((attachedBytes * 4) / 3 / 1024);
  const { subject, otherSubject = '', body } = text;
  const slots = slotsIn(`${subject}\n${otherSubject}\n${body}`);
  return [
    ...(kilobytes >= MAX_KILOBYTES ? [{ kind: 'size' as const, kilobytes }] : []),
    ...(weight >= MAX_MAIL_KILOBYTES ? [{ kind: 'weight' as const, kilobytes: weight }] : []),
    ...slots.map((name) => ({ kind: 'slot' as const, name })),
    ...[...new Set(body.match(BLANK))].map((typed) => ({ kind: 'blank' as const, typed })),
    ...(await findBrokenLinks(current, text)),
  ];
}

const BLANK = /!?\[[^[\]]{0,300}\]\(\s*\)/g;

async function findBrokenLinks(current: Current, text: IssueText): Promise<IssueFinding[]> {
  const { mainUrl, publicUrl } = current.config;
  const hrefs = [...(await issueHtml(current, text)).matchAll(/<a [^<>]*?href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&#x26;', '&').replaceAll('&amp;', '&'),
  );
  // A place that a post fills is told of as such.
  const whole = [...new Set(hrefs)].filter((href) => slotsIn(decodeURI(href)).length === 0);
  const links = whole.map((href) => ({
    // Those of the main site are looked for on the site that this process is.
    href: href.startsWith(`${mainUrl}/`) ? publicUrl + href.slice(mainUrl.length) : href,
    line: 0,
  }));
  const checked = await checkInnerLinks(current, { slug: '', links, ids: new Set() });
  return checked.flatMap(({ href, state }): IssueFinding[] =>
    state === 'found' ? [] : [{ kind: state === 'hidden' ? 'hidden' : 'missing', href }],
  );
}
