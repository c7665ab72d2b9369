import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import type { IssueTexts } from '../campaigns/campaign.ts';
import { campaignChanged, noTemplate } from '../campaigns/problems.ts';
import { templateAudit } from './audit-kinds.server.ts';
import type { IssueTemplate } from './template.ts';

/** More than anybody looks through. */
const MAX_LISTED = 200;

/** The newest first. Needs staff. @throws Problem 401, 403 */
export async function listTemplates(current: Current): Promise<IssueTemplate[]> {
  requireRole(current, 'staff');
  const rows = await current.db.query<TemplateRow>(sql`select ${COLUMNS} from telegram_templates
    order by template_id desc limit ${MAX_LISTED}::integer`);
  return rows.map((row) => templateFrom(row));
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function getTemplate(current: Current, templateId: string): Promise<IssueTemplate> {
  requireRole(current, 'staff');
  const [row] = await current.db.query<TemplateRow>(
    sql`select ${COLUMNS} from telegram_templates where template_id::text = ${templateId}`,
  );
  return templateFrom(row);
}

/** Needs staff. @throws Problem 401, 403 */
export async function createTemplate(
  current: Current,
  { name, versions }: Pick<IssueTemplate, 'name' | 'versions'>,
): Promise<IssueTemplate> {
  requireRole(current, 'staff');
  const now = current.now();
  return inTransaction(current, async (current) => {
    const [row] = await current.db.query<TemplateRow>(sql`insert into telegram_templates
        (template_id, name, versions, created_at, created_by, updated_at)
      values (${uuidv7(now.getTime())}, ${name}, ${JSON.stringify(versions)}, ${now}, ${requireUser(current)}, ${now})
      returning ${COLUMNS}`);
    return recordTemplate(current, templateAudit.create, row);
  });
}

/** The other locales' texts stay, and so do campaigns that were made of it. @throws Problem 401, 403, 404, 412 */
export async function changeTemplate(
  current: Current,
  templateId: string,
  rev: number,
  { name, versions }: { readonly name: string; readonly versions: IssueTexts },
): Promise<IssueTemplate> {
  requireRole(current, 'staff');
  return inTransaction(current, async (current) => {
    const [row] = await current.db.query<TemplateRow>(sql`update telegram_templates
      set name = ${name}, versions = versions || ${JSON.stringify(versions)}::jsonb, rev = rev + 1, updated_at = ${current.now()}
      where template_id::text = ${templateId} and rev = ${rev} returning ${COLUMNS}`);
    if (row === undefined) {
      await getTemplate(current, templateId);
      throw new Problem(campaignChanged);
    }
    return recordTemplate(current, templateAudit.change, row);
  });
}

/** New campaigns begin as it; undefined: as an empty one. Needs staff. @throws Problem 401, 403, 404 */
export async function chooseDefaultTemplate(current: Current, templateId: string | undefined): Promise<void> {
  requireRole(current, 'staff');
  const template = templateId === undefined ? undefined : await getTemplate(current, templateId);
  await inTransaction(current, async (current) => {
    // All of the few rows, so that of two who choose at one time the later one has chosen.
    await current.db.query(sql`update telegram_templates set is_default = (template_id::text = ${templateId ?? ''})`);
    const after = { name: template?.name };
    await recordAuditEntry(current, templateAudit.default, { target: `template ${templateId ?? ''}`, after });
  });
}

/** Campaigns that were made of it stay. Needs staff. @throws Problem 401, 403, 404 */
export async function deleteTemplate(current: Current, templateId: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const [row] = await current.db.query<TemplateRow>(
      sql`delete from telegram_templates where template_id::text = ${templateId} returning ${COLUMNS}`,
    );
    await recordTemplate(current, templateAudit.delete, row);
  });
}

/** In the transaction of the deed. @throws Problem 404 */
async function recordTemplate(current: Current, kind: AuditKind, row: TemplateRow | undefined): Promise<IssueTemplate> {
  const template = templateFrom(row);
  const { templateId, name } = template;
  await recordAuditEntry(current, kind, { target: `template ${templateId}`, after: { name } });
  return template;
}

type TemplateRow = Omit<Row<'telegram_templates'>, 'created_at' | 'created_by'>;

const COLUMNS = sql`template_id, name, versions, rev, updated_at, is_default`;

function templateFrom(row: TemplateRow | undefined): IssueTemplate {
  if (row === undefined) throw new Problem(noTemplate);
  return {
    templateId: row.template_id,
    name: row.name,
    versions: row.versions as IssueTexts,
    rev: Number(row.rev),
    isDefault: row.is_default,
    updatedAt: row.updated_at,
  };
}
