/** On stderr, because programs may read a command's stdout. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

export function refuse(text) {
  say(text);
  process.exit(1);
}
