import { AuditFilters } from '#app/audit/audit.ts';

/** Empty fields of the form are none. */
export function auditParams(query: URLSearchParams): Record<string, string> {
  const names = Object.keys(AuditFilters.shape);
  const given = names.map((name): [string, string] => [name, query.get(name)?.trim() ?? '']);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** What of them can be meant; a wrong one is left out, and the page shows what it looked for. */
export function readAuditFilters(query: URLSearchParams): AuditFilters {
  const params = auditParams(query);
  const isWrong = (name: string) => !AuditFilters.safeParse({ [name]: params[name] }).success;
  return AuditFilters.parse(Object.fromEntries(Object.entries(params).filter(([name]) => !isWrong(name))));
}
