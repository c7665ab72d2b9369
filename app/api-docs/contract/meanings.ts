/**
 * What a parameter means: as its noun says for one call, or for all of its own, or as everywhere. A call with one that is
 * missing fails a test.
 */
export function findMeaning(own: ParameterMeanings, callId: string, name: string): string | undefined {
  return own[`${callId} ${name}`] ?? own[`${callId.split('.')[0]} ${name}`] ?? SHARED[name] ?? rangeMeaning(name);
}

/** By `call.id name`, or by the noun of its calls and the name. */
type ParameterMeanings = Readonly<Record<string, string>>;

const RANGES: Readonly<Record<string, string>> = {
  createdat: 'when it was published',
  updatedat: 'when it last changed',
  secondsago: 'how many seconds ago it was published',
  daysago: 'how many days ago it was',
};

/** `minPlays`, `maxHiddenGem`: ends of a range, both of which count. */
function rangeMeaning(name: string): string | undefined {
  const [, end, of = ''] = /^(min|max)([A-Z]\w*|[a-z]+At)$/.exec(name) ?? [];
  if (end === undefined) return undefined;
  return `The ${end === 'min' ? 'least' : 'most'} of a range: ${RANGES[of.toLowerCase()] ?? of}. The end itself counts.`;
}

/** What several nouns take, or stands beside `data`. */
const SHARED: ParameterMeanings = {
  limit: 'How many rows at most. Where there are more, the header Link names the next page.',
  after: 'Goes on after a row: what the Link header of the page before names.',
  before: 'Goes back before a row: what the Link header names as the previous page.',
  crateId: 'The crate, such as public-library.',
  itemId: 'The item, by its id.',
  rev: 'The number of a version, as the list of versions tells it.',
  userId: 'A Lookup Code; where the path has it, @me is whoever asks.',
  'if-match': 'The etag that is expected, or * for whatever there is. Another one answers 412 and changes nothing.',
  'if-none-match':
    'An etag that the asker already has: answers 304 without a body. * with a write: only if there is none yet.',
  'if-range': 'Sends the range only if the body still has this etag, else all of it.',
  range: 'Part of a body, such as bytes=0-1023.',
  'rumpus-item-parameters': 'Percent-encoded JSON with tags, collaborators, name, map and note.',
  'content-type': 'The type of the body, which is kept and given back.',
  'content-digest': 'A digest of the body as it is sent (RFC 9530). A wrong one is refused.',
  'repr-digest': 'A digest of the whole body (RFC 9530). A wrong one is refused.',
  'idempotency-key':
    'Any text of your own: the same request with the same key happens once, also when it is sent again within a day.',
  'rumpus-override-reason': 'Why staff look past the policy. It is noted.',
  download: 'true answers with the body instead of the metadata.',
  'last-event-id': 'The id of the last event that came, to go on after it.',
  next: 'The address of the next page; absent when there is none.',
  meta: 'What is about the page and not of its rows.',
  lastId: 'The _id of the last row; null for an empty page.',
  name: 'A name.',
  tags: 'Tags.',
  collaborators: 'Who may change it, the owner first.',
  map: 'A few small values beside the body.',
  note: 'A note beside the body.',
  reason: 'Why. It is noted.',
  context: 'Where a name is shown: rumpus, a game, or the safe variant of one such as levelhead-safe.',
  userIds: 'Lookup Codes separated by commas; @me is whoever asks.',
  sort: 'The field to sort by, the highest first; with a leading - the lowest first. One that there is not is ignored, and the header rumpus-ignored says so.',
  beforeId: 'To go on: the _id of the last row.',
  afterId: 'Rows that are newer than the one with this _id.',
  onlySafe: 'true answers with the safe names that the site makes.',
  maxReports: 'Names with more reports are answered by their safe variant.',
  q: 'Words to look for.',
  text: 'The text.',
  edition: 'community leaves out what only staff and our own pages ask.',
};
