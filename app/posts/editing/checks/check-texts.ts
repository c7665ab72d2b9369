import type { PostRuleName } from './post-rules.ts';

/** What is wrong, and what to do about it. */
export const CHECK_TEXTS = {
  slugMissing: 'editor.check.slugMissing',
  tooMuch: 'editor.check.tooMuch',
  imageForeign: 'editor.check.imageForeign',
  imageMissing: 'editor.check.imageMissing',
  imageUnreadable: 'editor.check.imageUnreadable',
  altMissing: 'editor.check.altMissing',
  pictureMissing: 'editor.check.pictureMissing',
  blockUnknown: 'editor.check.blockUnknown',
  uploadPending: 'editor.check.uploadPending',
  linkMissing: 'editor.check.linkMissing',
  anchorMissing: 'editor.check.anchorMissing',
  linkHidden: 'editor.check.linkHidden',
  headingJump: 'editor.check.headingJump',
  headingEmpty: 'editor.check.headingEmpty',
  textEmpty: 'editor.check.textEmpty',
  titleLong: 'editor.check.titleLong',
  titleLongForCard: 'editor.check.titleLongForCard',
  blurbEmpty: 'editor.check.blurbEmpty',
  blurbLong: 'editor.check.blurbLong',
  imageEmpty: 'editor.check.imageEmpty',
  imageNotOurs: 'editor.check.imageNotOurs',
  imageSmall: 'editor.check.imageSmall',
  languageOther: 'editor.check.languageOther',
} as const satisfies Record<PostRuleName, string>;
