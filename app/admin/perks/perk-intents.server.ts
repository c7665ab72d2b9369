import { redirect } from 'react-router';
import * as z from 'zod/mini';

import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { inLocale } from '#app/current/locale.ts';
import type { LocaleParams } from '#app/current/locale.ts';
import type { PeopleRule } from '#app/noun/people-rule.server.ts';
import { NewBatch, makeCodes, voidCodes } from '#app/perks/codes/codes.server.ts';
import { giveToPeople, revokeGrant } from '#app/perks/giving/holders.server.ts';
import { addRule, stopRule } from '#app/perks/giving/rules.server.ts';
import { addKeys, settleKey } from '#app/perks/keys.server.ts';
import { NewPerk, PerkFields } from '#app/perks/perk.ts';
import { archivePerk, changePerk, createPerk, restorePerk } from '#app/perks/perks.server.ts';

import { SELECTED, WHOLE } from '../bulk/selection.ts';

export function perkListIntents(params: LocaleParams): FormIntents {
  return {
    'perks.create': {
      least: 'admin',
      audit: 'perk.create',
      run: async (current, fields) => {
        const wanted = fields.parse(NewPerk, {
          ...readPerk(fields),
          perkId: fields.text('perkId'),
          kind: fields.raw('kind'),
        });
        await createPerk(current, wanted);
        return redirect(inLocale(params, `/admin/perks/${wanted.perkId}`), 303);
      },
    },
  };
}

/** Of the page of one perk. @param rules by what people have done */
export function perkIntents(
  params: LocaleParams & { readonly perkId: string },
  rules: readonly PeopleRule[],
): FormIntents {
  const { perkId } = params;
  return {
    'perks.change': {
      least: 'admin',
      audit: 'perk.change',
      text: 'admin.perks.changed',
      run: (current, fields) =>
        changePerk(current, perkId, Number(fields.raw('rev')), fields.parse(PerkFields, readPerk(fields))),
    },
    'perks.archive': {
      least: 'admin',
      audit: 'perk.archive',
      text: 'admin.perks.archivedNow',
      run: (current) => archivePerk(current, perkId),
    },
    'perks.restore': {
      least: 'admin',
      audit: 'perk.restore',
      text: 'admin.perks.restored',
      run: (current) => restorePerk(current, perkId),
    },
    ...codeIntents(params),
    ...peopleIntents(perkId),
    ...keyIntents(perkId),
    ...ruleIntents(perkId, rules),
  };
}

function codeIntents(params: LocaleParams & { readonly perkId: string }): FormIntents {
  const { perkId } = params;
  return {
    'perks.makeCodes': {
      least: 'admin',
      audit: 'perk.makeCodes',
      run: async (current, fields) => {
        const wanted = fields.parse(NewBatch, {
          name: fields.text('name'),
          code: fields.text('ownCode'),
          codes: toNumber(fields.text('codes')) ?? 1,
          maxUses: toNumber(fields.text('maxUses')),
          startsAt: toTime(fields.text('startsAt')),
          endsAt: toTime(fields.text('endsAt')),
        });
        const batchId = await makeCodes(current, perkId, wanted);
        return redirect(inLocale(params, `/admin/perks/${perkId}?view=codes&batch=${batchId}`), 303);
      },
    },
    'perks.voidCodes': {
      least: 'staff',
      audit: 'perk.voidCodes',
      run: async (current, fields) => {
        const chosen = fields.has(WHOLE) ? undefined : fields.all(SELECTED);
        const count = await voidCodes(current, perkId, fields.raw('batch'), chosen);
        return { text: 'admin.perks.voidedCodes', values: { count } };
      },
    },
  };
}

function peopleIntents(perkId: string): FormIntents {
  return {
    'perks.give': {
      least: 'staff',
      audit: 'perk.give',
      unaudited: 'Where nobody got it, nothing was done.',
      run: async (current, fields) => {
        const { given, unknown, hadIt } = await giveToPeople(current, perkId, fields.raw('people'));
        return { text: 'admin.perks.gave', values: { count: given }, result: { unknown, hadIt } };
      },
    },
    'perks.revoke': {
      least: 'staff',
      audit: 'perk.revoke',
      text: 'admin.perks.revoked',
      run: (current, fields) =>
        revokeGrant(current, perkId, {
          userId: fields.raw('userId'),
          grantId: fields.raw('grantId'),
          reason: fields.raw('reason'),
        }),
    },
  };
}

function keyIntents(perkId: string): FormIntents {
  return {
    'perks.addKeys': {
      least: 'admin',
      audit: 'perk.addKeys',
      run: async (current, fields) => ({
        text: 'admin.perks.addedKeys',
        values: await addKeys(current, perkId, fields.raw('keys')),
      }),
    },
    'perks.freeKey': {
      least: 'admin',
      audit: 'perk.settleKey',
      text: 'admin.perks.freedKey',
      run: (current, fields) => settleKey(current, perkId, fields.raw('keyId'), 'free'),
    },
    'perks.spendKey': {
      least: 'admin',
      audit: 'perk.settleKey',
      text: 'admin.perks.spentKey',
      run: (current, fields) => settleKey(current, perkId, fields.raw('keyId'), 'spent'),
    },
  };
}

function ruleIntents(perkId: string, rules: readonly PeopleRule[]): FormIntents {
  return {
    'perks.addRule': {
      least: 'admin',
      audit: 'perk.addRule',
      text: 'admin.perks.addedRule',
      run: (current, fields) =>
        addRule(current, rules, perkId, {
          rule: fields.raw('rule'),
          about: fields.text('about'),
          before: new Date(toTime(fields.text('before')) ?? ''),
        }),
    },
    'perks.stopRule': {
      least: 'admin',
      audit: 'perk.stopRule',
      text: 'admin.perks.stoppedRule',
      run: (current, fields) => stopRule(current, perkId, fields.raw('ruleId')),
    },
  };
}

/** What was typed, for its schema. */
function readPerk(fields: FormFields): z.input<typeof PerkFields> {
  const tags = fields.text('tags').split(',');
  const given = { store: fields.text('store'), badge: fields.raw('badge'), crateId: fields.text('crateId') };
  const details = Object.entries(given).filter(([, value]) => value !== '');
  return {
    name: fields.text('name'),
    about: fields.text('about'),
    appId: fields.text('appId') || null,
    details: {
      ...Object.fromEntries(details),
      tags: tags.map((tag) => tag.trim()).filter((tag) => tag !== ''),
      ...(fields.has('body') && { body: fields.raw('body') }),
    },
    perPerson: toNumber(fields.text('perPerson')) ?? 1,
    most: toNumber(fields.text('most')),
    startsAt: toTime(fields.text('startsAt')),
    endsAt: toTime(fields.text('endsAt')),
    lowAt: toNumber(fields.text('lowAt')) ?? 0,
  };
}

/** Null for nothing; not a number for what is none, which its schema refuses. */
function toNumber(typed: string): number | null {
  return typed === '' ? null : Number(typed);
}

/** Of a field of a time in UTC; null for nothing, and what is none as it is, which its schema refuses. */
function toTime(typed: string): string | null {
  if (typed === '') return null;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN;
  return time > 0 ? new Date(time).toISOString() : typed;
}
