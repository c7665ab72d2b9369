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

export const itemAudit = auditKinds('item', {
  purge: { text: 'admin.audit.purgeItem', read: aboutItem },
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
