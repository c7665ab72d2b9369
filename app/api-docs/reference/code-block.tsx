import { useText } from '#app/current/locale.ts';
import { CopyButton } from '#lib/ui/copy-button.tsx';

/** What is in it is shown as text, whatever it says. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  const { text } = useText();
  return (
    <div className="space-y-2">
      <section
        aria-label={label}
        className="on-night max-h-[28rem] overflow-auto rounded-control bg-night text-cloud"
        {...BY_KEYBOARD}
      >
        <pre className="p-4 text-sm leading-relaxed">
          <code lang="zxx">{code}</code>
        </pre>
      </section>
      <CopyButton
        words={code}
        label={text('docs.code.copy')}
        fullLabel={text('docs.code.copyWhat', { what: label })}
        copied={text('docs.code.copied')}
        kind="quiet"
      />
    </div>
  );
}

/** Not every browser lets arrows scroll what cannot be focused. */
const BY_KEYBOARD = { tabIndex: 0 } as const;
