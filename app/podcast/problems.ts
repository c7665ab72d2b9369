import { problem } from '#lib/problem.ts';

export const noEpisode = problem(404, 'podcast.noEpisode', "We don't have what you're looking for.");
export const unreadableAudio = problem(
  400,
  'podcast.unreadableAudio',
  'This file is no sound that we can read. An MP3 or M4A file with at least a second in it will do.',
);
export const unreadableTranscript = problem(
  400,
  'podcast.unreadableTranscript',
  'This is no transcript that we can read. It begins with WEBVTT, and has at least one line with its times.',
);
