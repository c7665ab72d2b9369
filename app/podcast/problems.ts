import { problem } from '#lib/problem.ts';

export const noEpisode = problem(404, 'podcast.noEpisode', "We don't have what you're looking for.");
export const unreadableAudio = problem(
  400,
  'podcast.unreadableAudio',
  'We can’t read this file as sound. An MP3 or M4A file with at least a second in it will do.',
);
export const unreadableTranscript = problem(
  400,
  'podcast.unreadableTranscript',
  'We can’t read this as a transcript. It has to begin with WEBVTT, and have at least one line with its times.',
);
export const utf16Transcript = problem(
  400,
  'podcast.utf16Transcript',
  'This transcript is saved as UTF-16. Save it as UTF-8, and send it again.',
);
export const longAsker = problem(400, 'podcast.longAsker', 'That’s too long.');
export const longVoice = problem(
  413,
  'podcast.longVoice',
  'That’s more than a minute and a half. Say it again, a bit shorter.',
);
export const badVoice = problem(400, 'podcast.badVoice', 'We can’t play this recording.');
export const badTime = problem(400, 'podcast.badTime', 'Write the time as the player shows it, such as 12:34.');
export const noSuchEpisode = problem(400, 'podcast.noSuchEpisode', 'We have no episode with this address.');
export const noSound = problem(
  409,
  'podcast.noSound',
  'It has no sound yet, so nobody could hear it. Upload that first.',
);
export const unknownCover = problem(
  400,
  'podcast.unknownCover',
  'Choose a picture, or write the name of one of ours: lowercase letters, digits and hyphens.',
);
