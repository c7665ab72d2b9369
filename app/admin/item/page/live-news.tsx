import { useEffect, useEffectEvent } from 'react';
import { useFetcher } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { SiteLink, useSitePath } from '#app/current/page/site-link.tsx';
import { stayWhileVisible } from '#app/editor/presence/use-presence.ts';
import { findChanges } from '#app/storage/feed/calls.ts';
import type { Item } from '#app/storage/item.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import { hasKey } from '#lib/has-key.ts';
import { readEvents } from '#lib/http/event-stream.ts';
import { RelativeTime } from '#lib/locale/time.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { PersonLink } from '../../person-link.tsx';
import type { NamedPerson } from '../../person-link.tsx';
import { LABELS } from './versions-panel.tsx';

interface LiveNewsProps {
  readonly item: Pick<Item, 'crateId' | 'itemId'>;
  /** That the page shows. */
  readonly rev: string;
  /** Of the page, with its part. */
  readonly path: string;
  readonly initial: ItemNews | undefined;
  readonly now: number;
  readonly onLoad: () => void;
}

/** What has changed since the revision that is shown. */
interface ItemNews {
  readonly rev: number;
  readonly at: string;
  readonly by: NamedPerson | undefined;
  readonly fields: readonly string[];
}

interface NewsData {
  readonly news?: ItemNews | undefined;
  readonly trashed?: object | undefined;
}

/** Says that somebody has changed the item, and loads that when it is asked to: what is typed stays. */
export function LiveNews({ item, rev, path, initial, now, onLoad }: LiveNewsProps) {
  const { text, formatList } = useText();
  const { data } = useNews(item, rev, useSitePath(withQuery(path, { since: rev })));
  const news = data?.news ?? (data === undefined ? initial : undefined);
  if (data?.trashed !== undefined) {
    return (
      <div className={IN_VIEW}>
        <Notice live>
          <LoadLink path={path} onLoad={onLoad} label={text('admin.item.newsTrashed')} />
        </Notice>
      </div>
    );
  }
  const isShown = String(news?.rev) === rev;
  if (news === undefined || (isShown && data !== undefined)) return null;
  const fields = news.fields.map((name) => (hasKey(FIELD_NAMES, name) ? text(FIELD_NAMES[name]) : name));
  return (
    <div className={IN_VIEW}>
      <Notice live title={text('admin.item.news')}>
        <p>
          <RelativeTime at={news.at} now={Math.max(now, Date.parse(news.at))} />{' '}
          {news.by && <PersonLink person={news.by} />}
          {fields.length > 0 && <span>{` · ${formatList(fields)}`}</span>}
        </p>
        {!isShown && (
          <p>
            <LoadLink path={path} onLoad={onLoad} label={text('admin.item.load')} />
          </p>
        )}
      </Notice>
    </div>
  );
}

/** Whoever types is somewhere below. */
const IN_VIEW = 'sticky top-2 z-10';

const FIELD_NAMES = { ...LABELS, collaborators: LABELS.people, body: 'admin.item.body' } as const;

function LoadLink({ path, onLoad, label }: { path: string; onLoad: () => void; label: string }) {
  return (
    <SiteLink
      to={path}
      onClick={onLoad}
      preventScrollReset
      className="inline-block py-0.5 font-bold text-link underline"
    >
      {label}
    </SiteLink>
  );
}

/** Asks for the news of the page at each change that the feed of the crate tells of it, and whenever it is followed anew. */
function useNews({ crateId, itemId }: LiveNewsProps['item'], rev: string, address: string) {
  const { askStream } = useCallClient();
  const fetcher = useFetcher<NewsData>({ key: `news ${itemId} ${rev}` });
  const look = useEffectEvent(() => void fetcher.load(address));
  const follow = useEffectEvent(async (params: { crateId: string }, signal: AbortSignal) => {
    const { data } = await askStream(findChanges, { params, query: { since: 'now' }, signal });
    look();
    if (data === null) return;
    await readEvents(data, (text) => {
      const change: unknown = JSON.parse(text);
      if (typeof change === 'object' && change !== null && Reflect.get(change, 'itemId') === itemId) look();
    });
  });
  useEffect(() => stayWhileVisible((signal) => follow({ crateId }, signal)), [crateId]);
  return fetcher;
}
