import type { IssueTexts } from '../campaigns/campaign.ts';

/** What campaigns begin as: texts by language, with slots that a post or a writer fills. */
export interface IssueTemplate {
  readonly templateId: string;
  readonly name: string;
  readonly versions: IssueTexts;
  readonly rev: number;
  readonly isDefault: boolean;
  readonly updatedAt: Date;
}
