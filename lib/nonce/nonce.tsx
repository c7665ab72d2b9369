import { createContext, use } from 'react';
import type { ReactNode } from 'react';

const NonceContext = createContext<string | undefined>(undefined);

/** Hands the nonce of the page to what stands inline in it; in the browser there is none. */
export function NonceProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  return <NonceContext value={nonce}>{children}</NonceContext>;
}

/**
 * A script that stands inline, with the nonce of the page: one that runs where it stands, or data that never runs.
 * @param text ends no element
 */
export function InlineScript({ text, ...data }: { text: string; type?: string; [data: `data-${string}`]: string }) {
  const nonce = use(NonceContext);
  // A browser hides the nonce from scripts, so that it differs there.
  return <script {...data} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
