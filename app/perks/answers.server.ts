import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';

import * as calls from './calls.ts';
import { tellPurchase, tellRefund } from './giving/purchases.server.ts';
import { listHeldPerks } from './own/own-perks.server.ts';

const BY_KEY = 'What a game’s server tells by its key is kept with the purchases.';
const SAMPLE = { perkId: 'golden-hat', purchaseId: 'order-4711' };

export const perkAnswers: SiteAnswer[] = [
  answer(calls.findHeldPerks, async (current: Current, { params, query }) => ({
    data: await listHeldPerks(current, params.userId, query.perkId),
  })),
  answer(
    calls.tellPurchase,
    async (current: Current, { params, body }) => {
      const { purchase, isNew } = await tellPurchase(current, params, body.userId);
      return { status: isNew ? 201 : 200, data: purchase };
    },
    { params: SAMPLE, body: { userId: 'pl4yer' }, audit: 'perk.tellPurchase', unaudited: BY_KEY },
  ),
  answer(calls.tellRefund, async (current: Current, { params }) => ({ data: await tellRefund(current, params) }), {
    params: SAMPLE,
    audit: 'perk.tellRefund',
    unaudited: BY_KEY,
  }),
];
