import { problem } from '#lib/problem.ts';

export const noPicture = problem(404, 'media.noPicture', 'There is no such picture.');
export const unknownSize = problem(
  400,
  'media.unknownSize',
  'Pictures are made in the sizes of this site only, as their addresses on its pages say.',
);
export const foreignSource = problem(
  400,
  'media.foreignSource',
  'Pictures are taken from this site and from hosts that it lists, and from nowhere else.',
);
export const sourceFailed = problem(502, 'media.sourceFailed', 'That picture cannot be had from where it lies.');
export const unreadable = problem(
  422,
  'media.unreadable',
  'That is no JPEG of at most 52 million pixels, no PNG, WebP or GIF of at most 40 million, and no AVIF of at most 16.',
);
export const heic = problem(
  422,
  'media.heic',
  'That is a HEIC picture, which most browsers cannot show. Save it as a JPEG, or set the camera to “Most Compatible”.',
);
export const movingPicture = problem(
  422,
  'media.movingPicture',
  'That WebP, PNG or AVIF moves, and would stand still here. Save it as a GIF.',
);
export const tooBusy = problem(503, 'media.tooBusy', 'Too many pictures are being made. Try again in a moment.');
export const tooLarge = problem(413, 'media.tooLarge', 'A picture can be at most 16 MB.');
export const noSnippet = problem(404, 'media.noSnippet', 'No picture of that name was uploaded.');
export const changedMeanwhile = problem(412, 'media.changedMeanwhile', 'The picture has changed meanwhile.');
export const storeFull = problem(507, 'media.storeFull', 'There is no room left for a body of that size.');
