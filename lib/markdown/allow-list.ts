import type { Options } from 'rehype-sanitize';

/** Every id of an article begins with one of these, so that none stands for a name that scripts know. */
export const HEADING_PREFIX = 'at-';
export const FOOTNOTE_PREFIX = 'note-';

const IDS: [string, RegExp] = ['id', /^(?:(?:at|note)-|footnote-label$)/];

/**
 * What an article may be made of, checked when all else is done. Pictures and the blocks that only the product knows are
 * marks by then, which `fillBlocks` puts in last.
 */
export const ALLOW_LIST: Options = {
  tagNames: (
    'a blockquote br code del details div em figcaption figure h2 h3 h4 h5 h6 hr input label li ol p pre section span ' +
    'strong summary sup table tbody td th thead tr ul'
  ).split(' '),
  attributes: {
    a: [
      'href',
      'title',
      IDS,
      'dataFootnoteRef',
      'dataFootnoteBackref',
      'ariaLabel',
      ['ariaDescribedBy', 'footnote-label'],
      ['className', 'data-footnote-backref'],
    ],
    code: [['className', /^language-[\w#+.-]+$/]],
    details: [['className', 'details', 'spoiler']],
    div: [
      ['className', 'table-frame', /^callout(?:-[a-z]+)?$/, 'details-body', 'gallery-pictures'],
      ['role', 'note'],
      ['tabIndex', 0],
      'dataSlot',
    ],
    figure: [['className', 'gallery', 'picture']],
    h2: [IDS, ['className', 'sr-only']],
    h3: [IDS],
    h4: [IDS],
    h5: [IDS],
    h6: [IDS],
    input: [
      ['disabled', true],
      ['type', 'checkbox'],
      ['checked', true],
    ],
    li: [IDS, ['className', 'task-list-item']],
    ol: [['className', 'contains-task-list'], 'start'],
    p: [['className', 'callout-title', 'plain-block']],
    pre: [['dataLanguage', /^[\w#+.-]+$/]],
    section: ['dataFootnotes', ['className', 'footnotes']],
    span: [['className', 'table-name', /^hl-[\w-]+$/, /^[a-z]+_+$/], ['ariaHidden', 'true'], 'dataSlot'],
    table: [['className', 'table', 'table-cards']],
    td: [['align', 'left', 'center', 'right']],
    th: [['align', 'left', 'center', 'right']],
    ul: [['className', 'contains-task-list']],
  },
  ancestors: { tbody: ['table'], td: ['table'], th: ['table'], thead: ['table'], tr: ['table'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  required: { input: { disabled: true, type: 'checkbox' } },
  clobber: [],
  strip: ['script', 'style'],
};
