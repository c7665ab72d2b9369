import * as z from 'zod/mini';

import { LOCALES } from '#app/current/locale.ts';

export const MAX_SLUG = 64;
export const MAX_TITLE = 120;
export const MAX_TARGET = 2048;
export const MAX_TAGS = 16;
export const MAX_RULES = 10;
const MAX_COUNTRIES = 60;
export const MAX_PASSWORD = 128;
export const MAX_UTM = 120;
const MAX_VISITS = 1_000_000_000;

/** The id of the link by which its page leads away. */
export const ONWARD = 'onward';

/** Where it is opened: `/go/{slug}`. */
export const shortlinkPath = (slug: string): string => `/go/${slug}`;
export const shortlinkPage = (slug: string): string => `/admin/shortlinks/${slug}`;

export const DEVICES = ['ios', 'android', 'windows', 'macos', 'linux', 'other'] as const;
export type LinkDevice = (typeof DEVICES)[number];

export const UTM_FIELDS = ['source', 'medium', 'campaign', 'term', 'content'] as const;

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const time = z.iso.datetime({ offset: true });

export const Slug = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'letters, digits and hyphens'));
/** Checked by the deed, which knows the addresses of this site. */
const Target = z.string().check(z.minLength(1), z.maxLength(MAX_TARGET));

/** Leads elsewhere whoever meets all of its conditions. */
export const ShortlinkRule = z.object({
  target: Target,
  devices: z._default(z.array(z.enum(DEVICES)).check(z.maxLength(DEVICES.length)), []),
  locales: z._default(z.array(z.enum(LOCALES)).check(z.maxLength(LOCALES.length)), []),
  countries: z._default(
    z.array(z.string().check(z.regex(/^[A-Z]{2}$/, 'two capital letters'))).check(z.maxLength(MAX_COUNTRIES)),
    [],
  ),
  from: z._default(z.nullable(time), null),
  until: z._default(z.nullable(time), null),
  share: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(100))), null),
});
export type ShortlinkRule = z.output<typeof ShortlinkRule>;

export const Utm = z.partial(
  z.object(Object.fromEntries(UTM_FIELDS.map((field) => [field, text(MAX_UTM)])) as Record<UtmField, z.ZodMiniString>),
);
type UtmField = (typeof UTM_FIELDS)[number];
export type Utm = z.output<typeof Utm>;

export const Tag = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'a word'));
export const Tags = z.array(Tag).check(z.maxLength(MAX_TAGS));

/** What staff choose of a link. */
const settings = {
  title: text(MAX_TITLE),
  tags: Tags,
  target: Target,
  rules: z.array(ShortlinkRule).check(z.maxLength(MAX_RULES)),
  utm: Utm,
  expiresAt: z.nullable(time),
  maxVisits: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_VISITS))),
};

export const NewShortlink = z.object({
  ...settings,
  /** Without one it is made. */
  slug: z.optional(Slug),
  title: z._default(settings.title, ''),
  tags: z._default(settings.tags, []),
  rules: z._default(settings.rules, []),
  utm: z._default(settings.utm, {}),
  expiresAt: z._default(settings.expiresAt, null),
  maxVisits: z._default(settings.maxVisits, null),
  password: z._default(z.nullable(z.string().check(z.minLength(4), z.maxLength(MAX_PASSWORD))), null),
});
export type NewShortlink = z.output<typeof NewShortlink>;

/** What is left out stays; a password of null takes it away. */
export const ShortlinkChange = z.partial(
  z.object({ ...settings, password: z.nullable(z.string().check(z.minLength(4), z.maxLength(MAX_PASSWORD))) }),
);
export type ShortlinkChange = z.output<typeof ShortlinkChange>;

const SHORTLINK_HEALTH = ['unknown', 'fine', 'moved', 'broken'] as const;
export type ShortlinkHealth = (typeof SHORTLINK_HEALTH)[number];

export const ShortlinkRecord = z.object({
  ...settings,
  shortlinkId: z.string(),
  slug: z.string(),
  url: z.string(),
  hasPassword: z.boolean(),
  usedVisits: z.number(),
  visits: z.number(),
  visitedAt: z.nullable(z.string()),
  health: z.enum(SHORTLINK_HEALTH),
  healthDetail: z.nullable(z.string()),
  checkedAt: z.nullable(z.string()),
  rev: z.number(),
  createdBy: z.nullable(z.string()),
  createdAt: z.string(),
  changedAt: z.string(),
  deletedAt: z.nullable(z.string()),
});
export type ShortlinkRecord = z.output<typeof ShortlinkRecord>;

export const SHORTLINK_LISTS = ['working', 'ended', 'broken', 'deleted'] as const;
export type ShortlinkList = (typeof SHORTLINK_LISTS)[number];

/** Where a link has led before. */
export interface ShortlinkTarget {
  readonly rev: number;
  readonly target: string;
  readonly rules: readonly ShortlinkRule[];
  readonly utm: Utm;
  readonly changedBy: string | null;
  readonly changedAt: string;
}

/** How a visit counts: that of a person, of a program, or of a chat that draws a preview. */
export type VisitKind = 'person' | 'bot' | 'unfurl';

export const VISIT_SPANS = ['day', 'month', 'year'] as const;
export type VisitSpan = (typeof VISIT_SPANS)[number];

/** Of an hour, a day or a month (UTC), which begins at `at`. */
export const LinkVisitSums = z.object({
  at: z.string(),
  visits: z.number(),
  visitors: z.number(),
  bots: z.number(),
  unfurls: z.number(),
});
export type LinkVisitSums = z.output<typeof LinkVisitSums>;

const VISIT_FIELDS = ['target', 'device', 'locale', 'country', 'source'] as const;
export type VisitField = (typeof VISIT_FIELDS)[number];

/** How many people came by one value of a field; `target` is 0 for the link's own and else the place of a rule. */
export const VisitCount = z.object({ field: z.enum(VISIT_FIELDS), value: z.string(), visits: z.number() });
export type VisitCount = z.output<typeof VisitCount>;
