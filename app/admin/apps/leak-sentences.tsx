import type { Scope } from '#app/apps/app-key.ts';
import { useText } from '#app/current/locale.ts';
import { Mark } from '#lib/ui/mark.tsx';

import { describeLeak } from './leak.ts';
import type { CrateForApps } from './leak.ts';

const MAX_NAMED = 12;

interface LeakSentencesProps {
  readonly scopes: readonly Scope[];
  readonly crates: readonly CrateForApps[];
}

/** What whoever finds such a key could do, in words. */
export function LeakSentences({ scopes, crates }: LeakSentencesProps) {
  const { text, formatList } = useText();
  return (
    <ul className="space-y-1.5">
      {describeLeak(scopes, crates).map(({ text: key, isDanger, crates: about }) => {
        const names = about.map(({ name }) => name);
        const rest = names.length - MAX_NAMED;
        const shown = rest > 0 ? [...names.slice(0, MAX_NAMED), text('admin.leak.more', { count: rest })] : names;
        return (
          <li key={key} className="flex gap-2 wrap-anywhere">
            <span className={`mt-1 shrink-0 ${isDanger ? 'text-danger' : 'text-muted'}`}>
              <Mark name={isDanger ? 'warning' : 'check'} />
            </span>
            <span className="min-w-0">{text(key, { count: names.length, crates: formatList(shown) })}</span>
          </li>
        );
      })}
    </ul>
  );
}
