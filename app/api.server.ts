import { studio } from '#content/studio.ts';

import { accountAnswers } from './accounts/answers.server.ts';
import { changeAliasAndNote } from './accounts/security-log/alias-changes.server.ts';
import { staffAnswers } from './accounts/staff/answers.server.ts';
import { aliasAnswers } from './aliases/answers.server.ts';
import { withApiDocs } from './api-docs/answers.server.ts';
import { appAnswers } from './apps/answers.server.ts';
import { auditAnswers } from './audit/answers.server.ts';
import { CHANGELOGS_CRATE } from './changelogs/cache-topics.ts';
import { previewTypedRelease } from './changelogs/editing/release-checks.server.ts';
import { contactAnswers } from './contact/answers.server.ts';
import type { SiteAnswer } from './current/answer.server.ts';
import { delegationAnswers } from './delegation/answers.server.ts';
import { dummyAnswers } from './dev/dummy/answers.server.ts';
import { editorAnswers } from './editor/answers.server.ts';
import { catalog } from './event-kinds.server.ts';
import { feedbagAnswers } from './feedbag/answers.server.ts';
import { followAnswers } from './following/answers.server.ts';
import { inboundMailHandlers } from './inbound-mails.server.ts';
import { levelheadAnswers } from './levelhead/answers.server.ts';
import { loginAnswers } from './login/answers.server.ts';
import { passkeyAnswers } from './login/passkeys/answers.server.ts';
import { mailAnswers } from './mail/answers.server.ts';
import { inboundMailAnswers } from './mail/inbound/answers.server.ts';
import { mediaAnswers } from './media/answers.server.ts';
import { alertUnsubscribeLinks } from './notifications/alerts/settings.server.ts';
import { notificationAnswers } from './notifications/answers.server.ts';
import { podcastAnswers } from './podcast/answers.server.ts';
import { POSTS_CRATE } from './posts/cache-topics.ts';
import { previewTyped } from './posts/editing/checks/post-checks.server.ts';
import { siteAnswers } from './site/answers.server.ts';
import { VERSION } from './site/version.ts';
import { storageAnswers } from './storage/answers.server.ts';
import { newsletterUnsubscribeLinks } from './telegrams/leaving.server.ts';
import { telemetryAnswers } from './telemetry/answers.server.ts';

const answers: SiteAnswer[] = [
  ...accountAnswers,
  ...aliasAnswers(changeAliasAndNote),
  ...appAnswers,
  ...auditAnswers,
  ...contactAnswers,
  ...delegationAnswers,
  ...dummyAnswers,
  ...levelheadAnswers,
  ...loginAnswers,
  ...passkeyAnswers,
  ...editorAnswers(
    async (current, typed) => (await previewTypedRelease(current, typed)) ?? previewTyped(current, typed),
    [POSTS_CRATE, CHANGELOGS_CRATE],
  ),
  ...feedbagAnswers,
  ...followAnswers(catalog.subjects),
  ...mailAnswers([alertUnsubscribeLinks(catalog), newsletterUnsubscribeLinks]),
  ...inboundMailAnswers(inboundMailHandlers),
  ...mediaAnswers,
  ...notificationAnswers(catalog),
  ...podcastAnswers,
  ...siteAnswers,
  ...staffAnswers,
  ...storageAnswers,
  ...telemetryAnswers,
];

export const api = withApiDocs(answers, studio.name, VERSION);
