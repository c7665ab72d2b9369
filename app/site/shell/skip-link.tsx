import { useText } from '#app/current/locale.ts';

export function SkipLink() {
  const { text } = useText();
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-xl focus:bg-accent focus:px-4 focus:py-2 focus:font-bold focus:text-on-accent"
    >
      {text('shell.skip.link')}
    </a>
  );
}
