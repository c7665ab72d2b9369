import { InlineScript } from '#lib/nonce/nonce.tsx';

/** A thing of schema.org. */
export interface JsonLd {
  readonly '@type': string | readonly string[];
  readonly '@id'?: string;
  readonly [member: string]: JsonLdValue | undefined;
}

type JsonLdValue = string | number | boolean | JsonLd | readonly JsonLdValue[];

/** A data block never runs, but carries the page's nonce like all that is inline. */
export function JsonLdScript({ things }: { things: readonly JsonLd[] }) {
  return <InlineScript type="application/ld+json" text={jsonLdText(things)} />;
}

/** Escapes `<` and `>`, so that no text ends the element. */
export function jsonLdText(things: readonly JsonLd[]): string {
  const graph = { '@context': 'https://schema.org', '@graph': things };
  return JSON.stringify(graph).replaceAll(/[<>&\u2028\u2029]/g, escaped);
}

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
