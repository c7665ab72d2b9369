/** XML that was made by `element`, and may stand inside another one as it is. */
export interface XmlElement {
  readonly xml: string;
}

/** Texts are escaped. Attributes and children that are undefined are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: readonly (XmlElement | string | undefined)[]
): XmlElement {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(value)}"`],
  );
  const inside = children.map((child) => (typeof child === 'object' ? child.xml : escaped(child ?? ''))).join('');
  const tag = name + written.join('');
  return { xml: inside === '' ? `<${tag}/>` : `<${tag}>${inside}</${name}>` };
}

export function xmlDocument({ xml }: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}

/** XML 1.0 has no other characters, in whatever spelling: a reader would refuse the whole document for one of them. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escaped(text: string): string {
  return text.replaceAll(NOT_IN_XML, '').replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
