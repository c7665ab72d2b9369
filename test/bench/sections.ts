/** A page of Markdown with other sections: each takes the place of the one with its heading, or comes before `before`. */
export function replaceSections(page: string, sections: readonly string[], before: string): string {
  return sections.reduce((text, section) => {
    const [heading = ''] = section.split('\n', 1);
    const parts = text.split(/^(?=## )/m);
    const at = parts.findIndex((part) => part.startsWith(`${heading}\n`));
    const place = at === -1 ? parts.findIndex((part) => part.startsWith(`${before}\n`)) : at;
    parts.splice(place === -1 ? parts.length : place, at === -1 ? 0 : 1, `${section.trimEnd()}\n\n`);
    return `${parts.join('').trimEnd()}\n`;
  }, page);
}
