export const SNIPPET_NAME = /^[a-z0-9-]{1,100}$/;

export function isSnippetName(text: string): boolean {
  return SNIPPET_NAME.test(text);
}
