/** Saves every request the cost of a URL object. */
export function splitUrl(url: string): [path: string, search: string] {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const question = url.indexOf('?', start);
  if (start === -1) return ['/', ''];
  return question === -1 ? [url.slice(start), ''] : [url.slice(start, question), url.slice(question)];
}
