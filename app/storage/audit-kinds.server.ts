import {
  aboutCrate,
  aboutItem,
  asNumber,
  asObject,
  asText,
  asTime,
  asTitle,
  auditKinds,
  listChanges,
  withValues,
} from '#app/audit/audit-kind.server.ts';
import type { AuditDetails, AuditFacts, AuditKind, AuditNames } from '#app/audit/audit-kind.server.ts';

export const crateAudit = auditKinds('crate', {
  create: { text: 'admin.audit.createCrate', read: aboutCrate },
  change: {
    text: 'admin.audit.changeCrate',
    read: (entry, { crate }) => ({
      values: { crate: asTitle(asText(entry.before['name']) ?? crate(entry.parts[1] ?? '')) },
      changes: listChanges(entry),
    }),
  },
  delete: { text: 'admin.audit.deleteCrate', read: aboutCrate },
  revert: {
    text: 'admin.audit.revertCrate',
    read: (entry, names) => {
      const { to, changes } = entry.after;
      const { restored, trashed, undeleted } = asObject(changes);
      const count = asNumber(restored) + asNumber(trashed) + asNumber(undeleted);
      return withValues(aboutCrate(entry, names), { to: asTime(to), count });
    },
  },
  runBulk: { text: 'admin.audit.runBulk', read: aboutBulk },
  stopBulk: { text: 'admin.audit.stopBulk', read: aboutBulk },
  finishBulk: { text: 'admin.audit.finishBulk', read: aboutBulk },
  undoBulk: { text: 'admin.audit.undoBulk', read: aboutBulk },
  finishBulkUndo: { text: 'admin.audit.finishBulkUndo', read: aboutBulkUndo },
  import: {
    text: 'admin.audit.importCrate',
    read: (entry, names) => {
      const { imported, replaced, refused, complete } = entry.after;
      return withValues(aboutCrate(entry, names), {
        count: asNumber(imported) + asNumber(replaced),
        refused: asNumber(refused),
        isWhole: complete === true ? 'yes' : 'no',
      });
    },
  },
});

function aboutBulk(entry: AuditFacts, names: AuditNames): AuditDetails {
  return withValues(aboutCrate(entry, names), bulkCounts(entry.after, asObject(entry.after['counts'])));
}

function aboutBulkUndo(entry: AuditFacts, names: AuditNames): AuditDetails {
  return withValues(aboutCrate(entry, names), bulkCounts(entry.after, asObject(entry.after['undoCounts'])));
}

function bulkCounts(after: AuditFacts['after'], counts: Readonly<Record<string, unknown>>): AuditDetails['values'] {
  const { changed, waiting } = counts;
  const all = Object.values(counts).reduce<number>((sum, count) => sum + asNumber(count), 0);
  const skipped = all - asNumber(changed) - asNumber(waiting) - asNumber(counts['unchanged']);
  const deed = asText(asObject(after['deed'])['kind']) ?? 'other';
  return { deed, changed: asNumber(changed), waiting: asNumber(waiting), skipped };
}
const readChange: AuditKind['read'] = (entry, names) => ({ ...aboutItem(entry, names), changes: listChanges(entry) });

export const itemAudit = auditKinds('item', {
  purge: { text: 'admin.audit.purgeItem', read: aboutItem },
  change: { text: 'admin.audit.changeItem', read: readChange },
  stats: { text: 'admin.audit.changeItemStats', read: readChange },
  restore: { text: 'admin.audit.restoreItem', read: readChange },
  delete: { text: 'admin.audit.trashItem', read: aboutItem },
  undelete: { text: 'admin.audit.undeleteItem', read: aboutItem },
  view: {
    text: 'admin.audit.viewItemAs',
    read: (entry, names) =>
      withValues(aboutItem(entry, names), { as: names.person(asText(entry.after['userId']) ?? '') }),
  },
  handOver: {
    text: 'admin.audit.handOverItem',
    read: (entry, names) =>
      withValues(aboutItem(entry, names), {
        from: names.person(asText(entry.before['userId']) ?? ''),
        to: names.person(asText(entry.after['userId']) ?? ''),
      }),
  },
  'read.override': { text: 'admin.audit.readItem', read: aboutItem },
  'delete.override': { text: 'admin.audit.deleteItem', read: aboutItem },
  'list.override': { text: 'admin.audit.listItems', read: aboutCrate },
});
