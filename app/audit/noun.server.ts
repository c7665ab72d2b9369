import { auditAnswers } from './answers.server.ts';

export const audit = { name: 'audit', answers: auditAnswers, userIds: { audit: ['user_id'] } };
