import { renderPlainBeside } from '#app/articles/rendering.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, getText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import type { MailKind } from '#app/mail/mail-kind.server.ts';
import { styleMarkdown } from '#app/mail/markdown-mail.ts';
import { Link, Rule, SmallPrintText } from '#app/mail/parts.tsx';
import { renderMail } from '#app/mail/render.server.tsx';
import type { RenderedMail } from '#app/mail/render.server.tsx';
import { mailStyles } from '#app/mail/styles.ts';
import { unsubscribeHeaders } from '#app/mail/unsubscribe-links.server.ts';
import { studio } from '#content/studio.ts';
import { LruCache } from '#lib/lru-cache.ts';
import { dropCellNames } from '#lib/markdown/html-tree.ts';
import { withAbsoluteAddresses } from '#lib/syndication/feed-document.ts';

import type { Campaign, IssueText, Variant } from '../campaigns/campaign.ts';
import { leavePath, leaveToken } from '../leaving.server.ts';
import { NEWSLETTERS } from '../newsletter.ts';
import type { Subscription } from '../newsletter.ts';
import { preferencesLink } from '../subscribers.server.ts';

/** Stand for the reader's own links until the mail is theirs, so that an issue is rendered once for each locale. */
const PREFERENCES = 'https://preferences.invalid/';
const LEAVE = 'https://leave.invalid/';

interface IssueProps {
  readonly subject: string;
  readonly html: string;
  readonly name: string;
}

const issueMail: MailKind<never, IssueProps> = {
  name: 'telegrams.issue',
  find: () => Promise.resolve(undefined),
  subject: (_text, { subject }) => subject,
  Body: ({ text, html, name }) => (
    <>
      <div className="text issue" style={mailStyles.say} dangerouslySetInnerHTML={{ __html: html }} />
      <Rule />
      <SmallPrintText>
        <Link to={LEAVE}>{text('newsletters.issue.leave', { name })}</Link> ·{' '}
        <Link to={PREFERENCES}>{text('newsletters.issue.preferences')}</Link>
      </SmallPrintText>
    </>
  ),
  why: (text, { name }) => text('newsletters.issue.why', { name, studio: studio.name }),
};

interface ReaderLinks {
  readonly preferences: string;
  readonly leave: string;
  /** The same way out for mail programs. */
  readonly headers: Readonly<Record<string, string>>;
}

export function readerLinks(
  current: Pick<Current, 'secret' | 'config'>,
  subscriberId: string,
  subscription: Subscription,
): ReaderLinks {
  const token = leaveToken(current, { subscriberId, subscription });
  return {
    preferences: preferencesLink(current, subscriberId),
    leave: current.config.mainUrl + leavePath(token),
    headers: unsubscribeHeaders(current, token),
  };
}

/** What a reader of a locale gets: its own text, or that of en-US. @returns undefined when there is neither */
export function issueTextFor({ versions }: Pick<Campaign, 'versions'>, locale: Locale): IssueText | undefined {
  return versions[locale] ?? versions[DEFAULT_LOCALE];
}

export function pickSubject({ subject, otherSubject }: IssueText, variant: Variant): string {
  return variant === 'b' ? (otherSubject ?? subject) : subject;
}

export function issueHtml(current: Current, { body }: IssueText): Promise<string> {
  const { mainUrl } = current.config;
  return current.db.processState
    .get(createRendered)
    .get(`${mainUrl} ${body}`, async () =>
      withAbsoluteAddresses(await renderPlainBeside(current, body), `${mainUrl}/`),
    );
}

/** By the main site, to which it links, and the Markdown. */
const createRendered = () => new LruCache<string>(64);

/** The issue in one locale, without the links of a reader. */
export async function renderIssue(
  current: Current,
  campaign: Pick<Campaign, 'subscription'>,
  issue: IssueText,
  locale: Locale,
): Promise<RenderedMail> {
  const text = await getText(locale);
  const html = styleMarkdown(dropCellNames(await issueHtml(current, issue)));
  const props: IssueProps = { subject: issue.subject, html, name: text(NEWSLETTERS[campaign.subscription].name) };
  return renderMail(current, issueMail, props, locale);
}

export function addressIssue(
  issue: RenderedMail,
  { preferences, leave }: Pick<ReaderLinks, 'preferences' | 'leave'>,
): RenderedMail {
  const fill = (words: string) => words.replaceAll(PREFERENCES, preferences).replaceAll(LEAVE, leave);
  return { subject: issue.subject, html: fill(issue.html), text: fill(issue.text) };
}
