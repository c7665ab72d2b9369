import type { TextKey } from '#app/current/locale.ts';
import type { Text } from '#lib/locale/messages.ts';

import type { PaletteResult } from './palette-result.ts';

/** What the studio does, in the words of who does it; each leads to where it is done. */
export function workActions(text: Text<TextKey>): PaletteResult[] {
  return WORK.map(({ name, words, to }) => ({
    id: `do ${name}`,
    name: text(name),
    about: text('admin.palette.do'),
    words: text(words),
    to,
  }));
}

const WORK: readonly { readonly name: TextKey; readonly words: TextKey; readonly to: string }[] = [
  { name: 'admin.palette.writePost', words: 'admin.palette.writePostWords', to: '/editor' },
  { name: 'admin.palette.allPosts', words: 'admin.palette.allPostsWords', to: '/editor/posts' },
  { name: 'admin.palette.newEpisode', words: 'admin.palette.newEpisodeWords', to: '/editor/episodes/new' },
  { name: 'admin.palette.episodes', words: 'admin.palette.episodesWords', to: '/editor/episodes' },
  { name: 'admin.palette.writeNotes', words: 'admin.palette.writeNotesWords', to: '/editor/releases' },
  { name: 'admin.palette.writeAnswer', words: 'admin.palette.writeAnswerWords', to: '/editor/answers/new' },
  { name: 'admin.palette.supportAnswers', words: 'admin.palette.supportAnswersWords', to: '/editor/answers' },
  { name: 'admin.palette.answerMessages', words: 'admin.palette.answerMessagesWords', to: '/contact/submissions' },
  { name: 'admin.palette.macros', words: 'admin.palette.macrosWords', to: '/contact/macros' },
  {
    name: 'admin.palette.approveFeedback',
    words: 'admin.palette.approveFeedbackWords',
    to: '/contact/submissions?view=moderation',
  },
  { name: 'admin.palette.readFeedback', words: 'admin.palette.readFeedbackWords', to: '/feedbag' },
  {
    name: 'admin.palette.sendNewsletter',
    words: 'admin.palette.sendNewsletterWords',
    to: '/admin/telegrams/campaigns',
  },
  { name: 'admin.palette.banPlayer', words: 'admin.palette.banPlayerWords', to: '/admin/accounts#search' },
];
