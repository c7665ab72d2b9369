import { accountAnswers } from './accounts/answers.server.ts';
import { aliasAnswers } from './aliases/answers.server.ts';
import { apiDocsAnswers } from './api-docs/answers.server.ts';
import { auditAnswers } from './audit/answers.server.ts';
import type { Current } from './current/current.server.ts';
import { loginAnswers } from './login/answers.server.ts';
import { mediaAnswers } from './media/answers.server.ts';
import { siteAnswers } from './site/answers.server.ts';
import { VERSION } from './site/version.ts';
import { storageAnswers } from './storage/answers.server.ts';
import { telemetryAnswers } from './telemetry/answers.server.ts';
import { studio } from '#content/studio.ts';
import type { Answer } from '#lib/calls/answer.server.ts';

const answers: Answer<Current>[] = [
  ...accountAnswers,
  ...aliasAnswers,
  ...auditAnswers,
  ...loginAnswers,
  ...mediaAnswers,
  ...siteAnswers,
  ...storageAnswers,
  ...telemetryAnswers,
];

/** Every call the site answers. */
export const api: Answer<Current>[] = [
  ...answers,
  ...apiDocsAnswers(
    answers.map(({ call }) => call),
    studio.name,
    VERSION,
  ),
];
