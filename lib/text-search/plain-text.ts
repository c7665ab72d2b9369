/** Markdown without its marks: each line of it a line of text, in the order in which they are read. */
export function stripMarkdown(markdown: string): string {
  return (
    markdown
      .replaceAll(/<!--(?:(?!<!--)[\s\S])*?-->|<\/?[a-z][^<>]{0,999}>/gi, ' ') // Comments and HTML.
      .replaceAll(/^[ \t]*(?:`{3,}|~{3,}|:{3,})[^\n]*$/gm, '') // Fences of code and of blocks.
      .replaceAll(/^[ \t]*(?:[|:-][ \t|:-]*|[-*_=][ \t*_=-]*)$/gm, '') // Lines across, and those of tables.
      .replaceAll(/^[ \t]*\[[^\]\n\r\u2028\u2029]{1,999}\]:[^\n]*$/gm, '') // Where links lead.
      // Of a directive its label is left.
      .replaceAll(/:{1,2}[a-z][\w-]{0,99}(?=[[{])(?:\[([^[\]\n]{0,999})\])?(?:\{[^{}\n]{0,999}\})?/gi, ' $1 ')
      .replaceAll(/!?\[([^[\]\n]{0,999})\](?:\([^()\n]{0,2000}\)|\[[^[\]\n]{0,999}\])?/g, '$1')
      .replaceAll(/^[ \t]*(?:(?:#{1,6}|>+|[-*+]|\d{1,9}[.)])[ \t]+)+/gm, '')
      .replaceAll(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
      .replaceAll('|', ' ')
      .replaceAll(/&(?:amp|lt|gt|quot|nbsp|#\d{1,7});/g, ' ')
      .replaceAll(/[ \t\u00a0]+/g, ' ')
      .replaceAll(/ ?\n\s*/g, '\n')
      .trim()
  );
}
