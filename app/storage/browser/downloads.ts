/** A downloaded body as its type says: parsed JSON, text, or the Blob itself. */
export async function readBody(body: Blob): Promise<unknown> {
  if (/^application\/(.+\+)?json\b/.test(body.type)) return jsonOrText(await body.text());
  return body.type.startsWith('text/') ? body.text() : body;
}

/** Items hold what their writers put in; a type does not make it JSON. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
