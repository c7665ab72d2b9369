import { tableOf } from '../table.ts';

/** Mails a second. */
export interface MailsReport {
  readers: number;
  campaign: number;
  bare: number;
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export function mailsSections({ readers, campaign, bare }: MailsReport): string[] {
  const table = tableOf(
    ['', 'mails a second'],
    [
      [`a campaign to ${number.format(readers)} readers`, number.format(campaign)],
      ['a bare loop of nodemailer over as many connections', number.format(bare)],
      ['the campaign, of the bare loop', `${number.format((campaign / bare) * 100)} %`],
    ],
  );
  return [`## Mails of a campaign\n\n${table}`];
}
