import type { SiteParts } from './parts.server.ts';

const ADDRESS = /^\/dev\/mail\/([\w.+=~-]+)\.html$/;

/** A mail is a document of its own: its styles stand on its elements, and nothing in it runs or is fetched. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/**
 * What a mail looks like that was kept because there is no server to send it by: at `/dev/mail/{id}.html`, on the
 * localhost stage only.
 */
export function answerLocalMail({ config, mailer }: SiteParts, path: string): Response | undefined {
  const id = ADDRESS.exec(path)?.[1];
  if (id === undefined || config.stage !== 'localhost') return undefined;
  const mail = mailer.kept().find(({ messageId }) => messageId.startsWith(`<${id}@`));
  return mail?.html === undefined ? undefined : new Response(mail.html, { headers: HEADERS });
}
