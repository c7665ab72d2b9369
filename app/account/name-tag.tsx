import { useText } from '#app/current/locale.ts';

/** Whose page this is: a name tag, stuck on a little askew. */
export function NameTag({ userId, alias }: { userId: string; alias: string | null }) {
  const { text } = useText();
  return (
    <header className="block-card max-w-full min-w-[min(100%,24rem)] -rotate-1 justify-self-start lg:col-span-full">
      <p
        aria-hidden="true"
        className="burst rounded-t-[17px] border-b-3 border-line bg-coral px-6 py-3 font-display text-xl font-black text-ink"
      >
        {text('account.page.hello')}
      </p>
      <h1 className="px-6 pt-6 pb-4 text-4xl wrap-anywhere sm:text-5xl">{alias ?? `@${userId}`}</h1>
      <p className="px-6 pb-5">
        {text('account.page.lookupCode')}{' '}
        <code className="rounded-full border-2 border-edge px-2.5 py-0.5 font-bold wrap-anywhere select-all">
          {userId}
        </code>
      </p>
    </header>
  );
}
