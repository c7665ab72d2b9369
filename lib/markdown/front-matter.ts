/** What stands above a text between two lines of `---`, as JSON, and the text. */
export function readFrontMatter<Front>(text: string): [Front, string] {
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  return [JSON.parse(front) as Front, body.trimStart()];
}
