import { useText } from '#app/current/locale.ts';
import type { MailBlock } from '#app/mail/mail-block.ts';

/** Nothing where nobody refuses our mails. */
export function BlocksPanel({ blocks }: { blocks: readonly MailBlock[] }) {
  const { text, formatDate } = useText();
  if (blocks.length === 0) return null;
  return (
    <section aria-labelledby="blocks" className="space-y-4">
      <h2 id="blocks" className="text-xl">
        {text('campaigns.blocks.title')}
      </h2>
      <p>{text('campaigns.blocks.about')}</p>
      <ul className="space-y-3">
        {blocks.map(({ domain, words, count, lastAt }) => (
          <li key={domain} className="block-card space-y-1 p-4 wrap-anywhere">
            <p className="font-bold">{domain || text('campaigns.blocks.unknown')}</p>
            <p>
              <q>{words}</q>
            </p>
            <p className="text-sm text-muted">{text('campaigns.blocks.count', { count, date: formatDate(lastAt) })}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
