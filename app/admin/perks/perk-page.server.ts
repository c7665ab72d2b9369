import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { hasProof } from '#app/current/permission.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';
import { listBatches, listCodes, redeemAddress } from '#app/perks/codes/codes.server.ts';
import { listHolders } from '#app/perks/giving/holders.server.ts';
import { listRules } from '#app/perks/giving/rules.server.ts';
import { listKeys } from '#app/perks/keys.server.ts';
import { HOLDER_LISTS, PERK_KEY_STATES } from '#app/perks/perk.ts';
import type { HolderList, PerkKeyState } from '#app/perks/perk.ts';
import { getPerk, mayChangePerks } from '#app/perks/perks.server.ts';
import { noBatch } from '#app/perks/problems.ts';
import { Problem } from '#lib/problem.ts';

import { findAuditSentences } from '../audit/audit-sentences.server.ts';
import { findPeople } from '../names.server.ts';
import { PERK_VIEWS } from './views.ts';

const PAGE_SIZE = 50;
const MAX_AUDIT_ENTRIES = 20;
const MAX_TEXT = 100;

/** The perk, and of its parts the one that is asked for. @throws Problem 401, 403, 404 */
export async function loadPerkPage(current: Current, parts: ConsoleParts, perkId: string, query: URLSearchParams) {
  const perk = await getPerk(current, perkId);
  const view = PERK_VIEWS.find((one) => one === query.get('view')) ?? (query.has('text') ? 'people' : 'overview');
  const after = query.get('after') ?? undefined;
  const mayChange = mayChangePerks(current);
  const people = await findPeople(current, [perk.createdBy]);
  const base = { perk, creator: people(perk.createdBy), mayChange, isFirst: after === undefined };
  if (view === 'codes') return { ...base, view, codes: await loadCodes(current, perkId, query) };
  if (view === 'people') return { ...base, view, holders: await loadHolders(current, perkId, query) };
  if (view === 'keys') {
    const states = Object.keys(PERK_KEY_STATES) as PerkKeyState[];
    const state = states.find((one) => one === query.get('state')) ?? 'free';
    const { keys, next } = await listKeys(current, perkId, { state, after, limit: PAGE_SIZE });
    const owners = await findPeople(
      current,
      keys.flatMap(({ userId }) => userId ?? []),
    );
    const rows = keys.map((key) => Object.assign({ owner: key.userId === null ? undefined : owners(key.userId) }, key));
    return { ...base, view, keys: { rows, next, state, isProved: hasProof(current) } };
  }
  if (view === 'rules') {
    const text = await getText(current.locale);
    const offered = parts.peopleRules.map(({ name, title, needsAbout }) => ({ name, title: text(title), needsAbout }));
    const rows = (await listRules(current, perkId)).map((rule) => {
      const key = `problem.${rule.refusal}` as TextKey;
      return Object.assign({}, rule, { refusal: rule.refusal === null ? null : text(key) });
    });
    return { ...base, view, rules: { rows, offered } };
  }
  const about = { target: `perk/${perkId}`, limit: MAX_AUDIT_ENTRIES };
  const sentences = mayChange ? await findAuditSentences(current, parts.auditKinds, about) : undefined;
  return { ...base, view, sentences, now: current.now().getTime() };
}

/** The batches, and the codes of one, which only those see who may give them out. */
async function loadCodes(current: Current, perkId: string, query: URLSearchParams) {
  const batches = await listBatches(current, perkId);
  const batchId = query.get('batch');
  if (batchId === null) return { batches, batch: undefined };
  const batch = batches.find((one) => one.batchId === batchId);
  if (batch === undefined) throw new Problem(noBatch);
  if (!mayChangePerks(current)) return { batches, batch: { ...batch, rows: [], next: undefined, address: null } };
  const { codes, next } = await listCodes(current, perkId, batchId, {
    after: query.get('after')?.slice(0, MAX_TEXT) ?? '',
    limit: PAGE_SIZE,
  });
  const [only] = batch.codes === 1 ? codes : [];
  return {
    batches,
    batch: { ...batch, rows: codes, next, address: only === undefined ? null : redeemAddress(current, only.code) },
  };
}

async function loadHolders(current: Current, perkId: string, query: URLSearchParams) {
  const lists = Object.keys(HOLDER_LISTS) as HolderList[];
  const list = lists.find((one) => one === query.get('list')) ?? 'all';
  const text = query.get('text')?.trim().slice(0, MAX_TEXT) ?? '';
  const after = query.get('after') ?? undefined;
  const { grants, next } = await listHolders(current, perkId, { list, text, after, limit: PAGE_SIZE });
  const people = await findPeople(
    current,
    grants.flatMap(({ userId, grantedBy, revokedBy }) => [userId, grantedBy ?? userId, revokedBy ?? userId]),
  );
  const rows = grants.map((grant) => {
    const { userId, grantedBy, way, origin } = grant;
    const giver = grantedBy === null ? undefined : people(grantedBy);
    // Whoever reads a code can redeem it.
    const shown = way === 'code' && !mayChangePerks(current) ? null : origin;
    return Object.assign({}, grant, { person: people(userId), giver, origin: shown });
  });
  return { rows, next, list, text, revoked: query.get('revoke') };
}
