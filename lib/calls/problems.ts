import { problem } from '#lib/problem.ts';

export const notFound = problem(404, 'call.notFound', "We don't have what you're looking for.");
export const methodNotAllowed = problem(405, 'call.methodNotAllowed', 'That address does not answer this method.');
export const invalidParameter = problem(400, 'call.invalidParameter', 'Invalid {parameter}: {what it must be}');
export const badAddress = problem(400, 'call.badAddress', 'You did something weird. Or we did.');
export const invalidBody = problem(
  400,
  'call.invalidBody',
  'The body of this call is JSON of a shape it does not know.',
);
export const bodyTooLarge = problem(413, 'call.bodyTooLarge', 'That is larger than this call takes.');
export const bodyCutOff = problem(400, 'call.bodyCutOff', 'The body ended before it was complete.');
export const unsupportedType = problem(415, 'call.unsupportedType', 'This call takes JSON or a form.');
export const unsupportedEncoding = problem(
  415,
  'call.unsupportedEncoding',
  'A body is read as it is, or by gzip, br, zstd or deflate; its Content-Encoding names something else.',
);
export const undecodableBody = problem(
  400,
  'call.undecodableBody',
  'The body ended early, or is not what its Content-Encoding says.',
);
export const weakEtag = problem(
  412,
  'call.weakEtag',
  'If-Match takes strong etags: W/"5" never matches, "5" does. A proxy that compresses may have weakened it.',
);
export const crossSite = problem(403, 'call.crossSite', 'This did not come from our own pages. Reload and try again.');
export const rateLimited = problem(429, 'call.rateLimited', "You've hit the request limit. Come back soon!");
export const serverError = problem(500, 'call.serverError', 'Server Error. Everything is on fire.');
