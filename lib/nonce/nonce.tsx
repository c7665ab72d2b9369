import { createContext, use } from 'react';
import type { ReactNode } from 'react';

const NonceContext = createContext<string | undefined>(undefined);

export function NonceProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  return <NonceContext value={nonce}>{children}</NonceContext>;
}

/** @param text must not end the element */
export function InlineScript({ text, ...data }: { text: string; type?: string; [data: `data-${string}`]: string }) {
  const nonce = use(NonceContext);
  // A browser hides the nonce from scripts, so that it differs there.
  return <script {...data} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}
