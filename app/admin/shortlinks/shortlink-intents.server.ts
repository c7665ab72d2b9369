import { redirect } from 'react-router';

import { NO_CHANGE, shareRights } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { FormIntents } from '#app/current/forms/answer-form.server.ts';
import type { FormFields } from '#app/current/forms/form-fields.ts';
import { inLocale } from '#app/current/locale.ts';
import type { LocaleParams } from '#app/current/locale.ts';
import { unclearForm } from '#app/current/problems.ts';
import { SHORTLINK_ANSWERS } from '#app/shortlinks/answers.server.ts';
import { BeforeMany, MAX_MANY, expireMany, putBackMany, tagMany } from '#app/shortlinks/many-shortlinks.server.ts';
import {
  MAX_RULES,
  NewShortlink,
  SHORTLINK_LISTS,
  ShortlinkChange,
  Tags,
  UTM_FIELDS,
  shortlinkPage,
} from '#app/shortlinks/shortlink.ts';
import {
  changeShortlink,
  createShortlink,
  deleteShortlinks,
  getShortlink,
  listShortlinks,
  restoreShortlinks,
  restoreTarget,
} from '#app/shortlinks/shortlinks.server.ts';
import { parseJson } from '#lib/parse-json.ts';
import { Problem } from '#lib/problem.ts';

import { SELECTED, WHOLE } from '../bulk/selection.ts';
import { fromFieldNumber, fromFieldTime, ruleField, splitList } from './shortlink-fields.ts';

function toldMany(text: 'admin.shortlinks.tagged' | 'admin.shortlinks.ended', before: BeforeMany) {
  const undo = { intent: 'shortlinks.putBack', fields: { before: JSON.stringify(before) } };
  return { text, values: { count: before.length }, undo: before.length === 0 ? undefined : undo };
}

/** @throws Problem 404 where there is none */
async function requireSlug(current: Current, slug: string): Promise<string> {
  return (await getShortlink(current, slug)).slug;
}

/** The chosen rows, or all that the list finds, up to as many as one step takes. */
async function chosenSlugs(current: Current, fields: FormFields): Promise<string[]> {
  if (!fields.has(WHOLE)) return fields.all(SELECTED).slice(0, MAX_MANY);
  const { shortlinks } = await listShortlinks(current, {
    list: SHORTLINK_LISTS.find((one) => one === fields.raw('list')) ?? 'working',
    text: fields.text('text'),
    tag: fields.text('tag'),
    after: undefined,
    limit: MAX_MANY,
  });
  return shortlinks.map(({ slug }) => slug);
}

/** Rules without a target are gone. */
function readRules(fields: FormFields): unknown[] {
  return Array.from({ length: MAX_RULES }, (_, at) => {
    const read = (name: Parameters<typeof ruleField>[1]) => fields.text(ruleField(at, name));
    return {
      target: read('target'),
      devices: fields.all(ruleField(at, 'devices')),
      locales: splitList(read('locales')),
      countries: splitList(read('countries').toUpperCase()),
      from: fromFieldTime(read('from')),
      until: fromFieldTime(read('until')),
      share: fromFieldNumber(read('share')),
    };
  }).filter(({ target }) => target !== '');
}

/** @throws Problem 400 that names the fields, also of a rule */
function parseChange(values: object): ShortlinkChange {
  const { success, data, error } = ShortlinkChange.safeParse(values);
  if (success) return data;
  const wrong = error.issues.map(({ path, message }) => [path.slice(0, 3).join('.'), message]);
  throw new Problem(unclearForm, { fields: Object.fromEntries(wrong) });
}

export function listIntents(params: LocaleParams): FormIntents {
  return {
    'shortlinks.create': {
      ...shareRights(SHORTLINK_ANSWERS.create),
      run: async (current, fields) => {
        const own = fields.text('slug');
        const wanted = fields.parse(NewShortlink, {
          target: fields.text('target'),
          title: fields.text('title'),
          tags: splitList(fields.text('tags')),
          ...(own !== '' && { slug: own }),
        });
        const { slug } = await createShortlink(current, wanted);
        return redirect(inLocale(params, shortlinkPage(slug)), 303);
      },
    },
    'shortlinks.deleteMany': {
      ...shareRights(SHORTLINK_ANSWERS.delete),
      run: async (current, fields) => {
        const slugs = await deleteShortlinks(current, await chosenSlugs(current, fields));
        const undo = { intent: 'shortlinks.restoreMany', fields: { slugs: slugs.join(' ') } };
        return {
          text: 'admin.shortlinks.deletedMany',
          values: { count: slugs.length },
          undo: slugs.length === 0 ? undefined : undo,
        };
      },
    },
    ...CHANGE_MANY,
  };
}

/** Of the page of one link. */
export function shortlinkIntents(slug: string): FormIntents {
  return {
    'shortlinks.lead': {
      ...shareRights(SHORTLINK_ANSWERS.change),
      text: 'admin.shortlinks.saved',
      run: async (current, fields) => {
        const utm = Object.fromEntries(UTM_FIELDS.map((field) => [field, fields.raw(`utm.${field}`).trim()]));
        const change = parseChange({
          target: fields.text('target'),
          rules: readRules(fields),
          utm: Object.fromEntries(Object.entries(utm).filter(([, value]) => value !== '')),
        });
        await changeShortlink(current, slug, change, Number(fields.raw('rev')));
      },
    },
    'shortlinks.change': {
      ...shareRights(SHORTLINK_ANSWERS.change),
      text: 'admin.shortlinks.saved',
      run: async (current, fields) => {
        const change = parseChange({
          title: fields.text('title'),
          tags: splitList(fields.text('tags')),
          expiresAt: fromFieldTime(fields.text('expiresAt')),
          maxVisits: fromFieldNumber(fields.text('maxVisits')),
        });
        await changeShortlink(current, slug, change, Number(fields.raw('rev')));
      },
    },
    ...endIntents(slug),
  };
}

function endIntents(slug: string): FormIntents {
  return {
    'shortlinks.lock': {
      ...shareRights(SHORTLINK_ANSWERS.change),
      text: 'admin.shortlinks.locked',
      run: (current, fields) => changeShortlink(current, slug, parseChange({ password: fields.raw('password') })),
    },
    'shortlinks.unlock': {
      ...shareRights(SHORTLINK_ANSWERS.change),
      text: 'admin.shortlinks.unlocked',
      run: (current) => changeShortlink(current, slug, { password: null }),
    },
    'shortlinks.restoreTarget': {
      ...shareRights(SHORTLINK_ANSWERS.change),
      text: 'admin.shortlinks.leadsAgain',
      run: (current, fields) => restoreTarget(current, slug, Number.parseInt(fields.raw('rev'), 10) || 0),
    },
    'shortlinks.delete': {
      ...shareRights(SHORTLINK_ANSWERS.delete),
      text: 'admin.shortlinks.deletedNow',
      run: async (current) => deleteShortlinks(current, [await requireSlug(current, slug)]),
    },
    'shortlinks.restore': {
      least: 'staff',
      audit: 'shortlink.restore',
      unaudited: NO_CHANGE,
      text: 'admin.shortlinks.restoredNow',
      run: async (current) => restoreShortlinks(current, [await requireSlug(current, slug)]),
    },
  };
}

/** With what takes them back. */
const CHANGE_MANY: FormIntents = {
  'shortlinks.tagMany': {
    least: 'staff',
    audit: 'shortlink.change',
    unaudited: NO_CHANGE,
    run: async (current, fields) => {
      const typed = splitList(fields.text('many'));
      const tags = (sign: string) =>
        fields.parse(
          Tags,
          typed.filter((tag) => tag.startsWith('-') === (sign === '-')).map((tag) => tag.replace(/^[-+]/, '')),
        );
      const before = await tagMany(current, await chosenSlugs(current, fields), {
        add: tags('+'),
        remove: tags('-'),
      });
      return toldMany('admin.shortlinks.tagged', before);
    },
  },
  'shortlinks.expireMany': {
    least: 'staff',
    audit: 'shortlink.change',
    unaudited: NO_CHANGE,
    run: async (current, fields) =>
      toldMany('admin.shortlinks.ended', await expireMany(current, await chosenSlugs(current, fields))),
  },
  'shortlinks.putBack': {
    least: 'staff',
    audit: 'shortlink.change',
    unaudited: NO_CHANGE,
    run: async (current, fields) => {
      const before = fields.parse(BeforeMany, parseJson(fields.raw('before')));
      const { length } = await putBackMany(current, before);
      return { text: 'admin.shortlinks.putBack', values: { count: length } };
    },
  },
  'shortlinks.restoreMany': {
    least: 'staff',
    audit: 'shortlink.restore',
    unaudited: NO_CHANGE,
    run: async (current, fields) => {
      const slugs = fields.has('slugs') ? splitList(fields.text('slugs')) : await chosenSlugs(current, fields);
      const { length } = await restoreShortlinks(current, slugs.slice(0, MAX_MANY));
      return { text: 'admin.shortlinks.restoredMany', values: { count: length } };
    },
  },
};
