import { auditAnswers } from './answers.server.ts';

export const audit = {
  name: 'audit',
  answers: auditAnswers,
  meanings: {
    parameters: {
      'audit target': 'Only deeds on this.',
      'audit userId': 'Only deeds of this person.',
      'audit action': 'Only deeds of this kind.',
    },
  },
  userIds: { audit: ['user_id'] },
};
