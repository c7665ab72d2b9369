import { InlineScript } from '#lib/nonce/nonce.tsx';

/** One thing as schema.org describes it; a member that is undefined is left out. */
export interface JsonLd {
  readonly '@type': string | readonly string[];
  readonly '@id'?: string;
  readonly [member: string]: JsonLdValue | undefined;
}

export type JsonLdValue = string | number | boolean | JsonLd | readonly JsonLdValue[];

/** Describes the page to machines. A data block never runs; it carries the page's nonce like all that stands inline. */
export function JsonLdScript({ things }: { things: readonly JsonLd[] }) {
  return <InlineScript type="application/ld+json" text={jsonLdText(things)} />;
}

/** JSON that stays inside its element, whatever it holds: no `<` and no `>` is left to end it. */
export function jsonLdText(things: readonly JsonLd[]): string {
  const graph = { '@context': 'https://schema.org', '@graph': things };
  return JSON.stringify(graph).replaceAll(/[<>&\u2028\u2029]/g, escaped);
}

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
