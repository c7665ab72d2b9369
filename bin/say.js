/** Tells progress. Always on stderr: what a command answers on stdout may be read by a program. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Ends the process with one sentence about what the reader has to do. */
export function refuse(text) {
  say(text);
  process.exit(1);
}
