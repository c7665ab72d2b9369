import type { Noun } from '#app/noun/noun.server.ts';

import { answerMail } from './answer.mail.tsx';
import { contactAnswers } from './answers.server.ts';
import { macroAudit, submissionAudit } from './audit-kinds.server.ts';
import { countUnanswered } from './desk/desk.server.ts';
import { findSubmissions } from './desk/find-submissions.server.ts';
import { contactErasure } from './erasure.server.ts';
import { answeredSubmission, returnedSubmission } from './event-kinds.server.ts';
import { forwardHandler } from './forwarding/forward-replies.server.ts';
import { forwardMail } from './forwarding/forward.mail.tsx';
import { contactJobs } from './jobs.server.ts';
import { linkMail } from './link.mail.tsx';
import { replyHandler } from './mail-replies.server.ts';
import { contactRows } from './personal-rows.server.ts';
import { receivedMail } from './received.mail.tsx';

export const contact: Noun = {
  name: 'contact',
  answers: contactAnswers,
  meanings: {
    parameters: {
      'contact subjectId': 'A message to the studio, as in the address of its page.',
      'contact isWriting': 'true once the caller has begun to type an answer.',
    },
  },
  jobs: contactJobs,
  mails: [answerMail, forwardMail, linkMail, receivedMail],
  inboundMails: [replyHandler, forwardHandler],
  events: [answeredSubmission, returnedSubmission],
  audit: [submissionAudit, macroAudit],
  pendingCounts: [
    { door: 'desk', to: '/contact/submissions', name: 'admin.waiting.submissions', count: countUnanswered },
  ],
  findThings: findSubmissions,
  userIds: {
    contact_forwards: ['sent_by'],
    contact_macros: ['updated_by'],
    contact_submissions: ['user_id', 'assigned_user_id'],
    contact_turns: ['assigned_user_id'],
    contact_views: ['user_id'],
  },
  ...contactRows,
  ...contactErasure,
};
