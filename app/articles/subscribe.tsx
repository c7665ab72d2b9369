import { useText } from '#app/current/locale.ts';
import { useSitePath } from '#app/current/page/site-link.tsx';
import { FEED_FORMATS } from '#lib/syndication/feed-format.ts';

/** Where readers of feeds find this one: nobody should have to search for it. */
export function Subscribe({ path }: { path: string }) {
  const { text } = useText();
  const base = useSitePath(path);
  return (
    <section aria-labelledby="subscribe" className="block-card flex flex-wrap items-center gap-x-6 gap-y-3 p-6">
      <div className="grow basis-80 space-y-1">
        <h2 id="subscribe" className="text-xl">
          {text('feed.subscribe.title')}
        </h2>
        <p>{text('feed.subscribe.text')}</p>
      </div>
      <ul className="post-topics font-bold">
        {FEED_FORMATS.map(({ file, name, type }) => (
          <li key={file}>
            <a href={`${base}/${file}`} type={type}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
