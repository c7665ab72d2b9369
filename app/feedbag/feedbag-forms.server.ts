import { redirect } from 'react-router';

import { NO_CHANGE } from '#app/current/answer.server.ts';
import type { FormIntent, FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import type { TextKey } from '#app/current/locale.ts';
import { followIntents } from '#app/following/follow-forms.server.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import { Problem } from '#lib/problem.ts';

import { enter } from './entries/entering.server.ts';
import { mergeEntries, unmergeEntry } from './entries/merges.server.ts';
import { splitEntry, unsplitEntry } from './entries/splits.server.ts';
import { setStatus } from './entries/statuses.server.ts';
import { blockAuthor, comment, editComment, reactToComment, readComments } from './entries/talk.server.ts';
import { unvote, voteFor, voteOnBehalf } from './entries/votes.server.ts';
import { entryPath, parseTags } from './entry.ts';
import type { VoteState } from './entry.ts';
import { decideHeldVotes, undoVoteDecision } from './moderation/held-votes.server.ts';
import { decideComment, decideEntry } from './moderation/moderation.server.ts';
import { isSpam } from './problems.ts';
import { entrySubject } from './subjects.server.ts';

/** @param inLocale the path under the locale of the page */
export function enterIntents(projectId: string, inLocale: (path: string) => string): FormIntents {
  return {
    'feedbag.enter': {
      least: 'public',
      run: async (current, fields) => {
        // A field that nobody sees: who fills it in is no person.
        if (fields.raw('website') !== '') throw new Problem(isSpam);
        const { subjectId } = await enter(current, {
          projectId,
          title: fields.raw('title'),
          body: fields.raw('body'),
          platform: fields.text('platform'),
          version: fields.text('version'),
          tags: parseTags(fields.raw('tags')),
          files: fields.files('files'),
          isInternal: fields.has('internal'),
          proof: fields.raw('proof') || fields.raw('challenge'),
        });
        if (current.actor.userId === undefined) return { text: 'feedbag.form.waits', result: { entered: subjectId } };
        return redirect(inLocale(entryPath({ projectId, subjectId })), 303);
      },
    },
  };
}

/** @param kinds of all nouns, whose subjects are parts of a game */
export const listIntents = (kinds: readonly SubjectKind[]): FormIntents => ({
  ...voteIntents((fields) => fields.text('subjectId')),
  ...followIntents(kinds),
});

export function entryIntents(subjectId: string): FormIntents {
  return {
    ...voteIntents(() => subjectId),
    ...followIntents([entrySubject]),
    ...talkIntents(subjectId),
    ...staffIntents(subjectId),
  };
}

export const moderationIntents: FormIntents = moderating((fields) => fields.text('subjectId'));

function voteIntents(readId: (fields: FormFields) => string): FormIntents {
  return {
    'feedbag.vote': {
      least: 'authenticated',
      run: async (current, fields) => {
        const { state } = await voteFor(current, readId(fields), fields.text('version'));
        return { text: VOTED[state], next: `vote-${readId(fields)}` };
      },
    },
    'feedbag.unvote': {
      least: 'authenticated',
      run: async (current, fields) => {
        await unvote(current, readId(fields));
        return { text: 'feedbag.vote.unvoted', next: `vote-${readId(fields)}` };
      },
    },
  };
}

const VOTED = {
  counted: 'feedbag.vote.voted',
  young: 'feedbag.vote.votedYoung',
  held: 'feedbag.vote.votedHeld',
  // Nobody can give it.
  void: 'feedbag.vote.void',
} as const satisfies Readonly<Record<VoteState, TextKey>>;

function talkIntents(subjectId: string): FormIntents {
  return {
    'feedbag.comment': {
      least: 'authenticated',
      run: async (current, fields) => {
        const typed = fields.text('kind');
        const kind = typed === 'internal' || typed === 'update' ? typed : 'public';
        const messageId = await comment(current, subjectId, {
          kind,
          body: fields.raw('body'),
          files: fields.files('files'),
        });
        return { text: 'feedbag.talk.sent', next: `message-${messageId}` };
      },
    },
    'feedbag.edit': {
      least: 'authenticated',
      run: async (current, fields) => {
        const messageId = fields.text('messageId');
        await editComment(current, { subjectId, of: fields.text('subjectId'), messageId }, fields.raw('body'));
        return { text: 'feedbag.talk.edited', next: `message-${messageId}` };
      },
    },
    'feedbag.react': {
      least: 'authenticated',
      run: async (current, fields) => {
        const [reaction, messageId] = [fields.text('reaction'), fields.text('messageId')];
        const isOn = fields.text('on') === 'on';
        const commentKey = { subjectId, of: fields.text('subjectId'), messageId };
        await reactToComment(current, commentKey, { reaction, isOn });
        return { next: `reaction-${messageId}-${reaction}` };
      },
    },
    'feedbag.block': blocking(subjectId, true),
    'feedbag.unblock': blocking(subjectId, false),
    'feedbag.read': {
      least: 'public',
      run: async (current, fields) => {
        await readComments(current, { subjectId, of: fields.text('subjectId'), messageId: fields.text('messageId') });
        return {};
      },
    },
  };
}

function blocking(subjectId: string, isBlocked: boolean): FormIntent {
  return {
    least: 'authenticated',
    run: async (current, fields) => {
      const messageId = fields.text('messageId');
      await blockAuthor(current, { subjectId, of: fields.text('subjectId'), messageId }, isBlocked);
      return { text: isBlocked ? 'blocks.comment.blocked' : 'blocks.list.ended', next: `message-${messageId}` };
    },
  };
}

function staffIntents(subjectId: string): FormIntents {
  return {
    'feedbag.status': {
      least: 'staff',
      audit: 'feedback.settle',
      unaudited: NO_CHANGE,
      text: 'feedbag.staff.statusSet',
      run: (current, fields) => setStatus(current, subjectId, fields.text('status'), fields.raw('words')),
    },
    'feedbag.behalf': {
      least: 'staff',
      audit: 'feedback.vote',
      text: 'feedbag.staff.voteAdded',
      run: (current, fields) =>
        voteOnBehalf(current, subjectId, { who: fields.text('who'), source: fields.text('source') }),
    },
    ...mergeIntents(subjectId),
    ...moderating(() => subjectId),
  };
}

function mergeIntents(subjectId: string): FormIntents {
  return {
    'feedbag.merge': {
      least: 'staff',
      audit: 'feedback.merge',
      run: async (current, fields) => {
        const from = fields.text('from');
        await mergeEntries(current, from, subjectId);
        return { text: 'feedbag.staff.mergedDone', undo: { intent: 'feedbag.unmerge', fields: { from } } };
      },
    },
    'feedbag.unmerge': {
      least: 'staff',
      audit: 'feedback.unmerge',
      text: 'feedbag.staff.unmerged',
      run: (current, fields) => unmergeEntry(current, fields.text('from')),
    },
    'feedbag.split': {
      least: 'staff',
      audit: 'feedback.split',
      run: async (current, fields) => {
        const comment = {
          of: fields.text('subjectId'),
          messageId: fields.text('messageId'),
          title: fields.raw('title'),
        };
        const from = await splitEntry(current, subjectId, comment);
        return { text: 'feedbag.staff.splitDone', undo: { intent: 'feedbag.unsplit', fields: { from } } };
      },
    },
    'feedbag.unsplit': {
      least: 'staff',
      audit: 'feedback.unsplit',
      run: async (current, fields) => {
        const from = fields.text('from');
        const { projectId, subjectId: root } = await unsplitEntry(current, from);
        if (from === subjectId) return redirect(entryPath({ projectId, subjectId: root }), 303);
        return { text: 'feedbag.staff.unsplitDone' };
      },
    },
  };
}

function moderating(readId: (fields: FormFields) => string): FormIntents {
  return {
    'feedbag.moderate': {
      least: 'staff',
      audit: ['feedback.moderate', 'feedback.person'],
      text: 'feedbag.staff.decided',
      run: (current, fields) => decideEntry(current, readId(fields), fields.text('decision')),
    },
    'feedbag.moderateComment': {
      least: 'staff',
      audit: ['feedback.moderate', 'feedback.person'],
      text: 'feedbag.staff.decided',
      run: async (current, fields) => {
        const message = { subjectId: fields.text('subjectId'), messageId: fields.text('messageId') };
        await decideComment(current, message, fields.text('decision'));
      },
    },
    'feedbag.decideVotes': {
      least: 'staff',
      audit: 'feedback.votes',
      run: async (current, fields) => {
        const [subjectId, decision] = [readId(fields), fields.text('decision')];
        const decisionId = await decideHeldVotes(current, subjectId, decision);
        return {
          text: decision === 'count' ? 'feedbag.staff.votesCounted' : 'feedbag.staff.votesVoid',
          undo: { intent: 'feedbag.undoVotes', fields: { subjectId, decisionId } },
        };
      },
    },
    'feedbag.undoVotes': {
      least: 'staff',
      audit: 'feedback.votes',
      text: 'feedbag.staff.votesHeld',
      run: (current, fields) => undoVoteDecision(current, readId(fields), fields.text('decisionId')),
    },
  };
}
