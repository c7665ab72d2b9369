import { useText } from '#app/current/locale.ts';
import type { ListKind } from '#app/current/page/list.tsx';
import { BUDGETS, MIN_SAMPLES } from '#app/telemetry/vitals/vital.ts';
import type { RouteVitals, Vital } from '#app/telemetry/vitals/vital.ts';
import drawing from '#content/art/leaning-rocket.svg';
import { Badge } from '#lib/ui/badge.tsx';
import { EmptyState } from '#lib/ui/empty-state.tsx';

import { Count } from '../apps/apps-table.tsx';

export const ROUTES: ListKind<RouteVitals> = {
  toKey: ({ route }) => route,
  columns: [
    { id: 'route', header: 'admin.vitals.route', cell: ({ route }) => <RouteName route={route} /> },
    { id: 'pages', header: 'admin.vitals.pages', cell: ({ samples }) => <Count value={samples} />, isNumber: true },
    { id: 'LCP', header: 'admin.vitals.lcp', cell: (row) => <Measure vital="LCP" row={row} />, isNumber: true },
    { id: 'INP', header: 'admin.vitals.inp', cell: (row) => <Measure vital="INP" row={row} />, isNumber: true },
    { id: 'CLS', header: 'admin.vitals.cls', cell: (row) => <Measure vital="CLS" row={row} />, isNumber: true },
    { id: 'FCP', header: 'admin.vitals.fcp', cell: (row) => <Measure vital="FCP" row={row} />, isNumber: true },
    { id: 'TTFB', header: 'admin.vitals.ttfb', cell: (row) => <Measure vital="TTFB" row={row} />, isNumber: true },
  ],
  empty: NoVitals,
  filter: {
    query: 'device',
    title: 'admin.vitals.devices',
    choices: { all: 'admin.vitals.allDevices', mobile: 'admin.vitals.mobile', desktop: 'admin.vitals.desktop' },
  },
  pages: { title: 'admin.vitals.title', cursor: 'after', next: 'admin.vitals.title' },
};

function RouteName({ route }: { readonly route: string }) {
  const { text } = useText();
  return route === '*' ? text('admin.vitals.noRoute') : <code lang="zxx">{route}</code>;
}

function Measure({ vital, row: { samples, p75 } }: { readonly vital: Vital; readonly row: RouteVitals }) {
  const { text, formatNumber } = useText();
  const value = p75[vital];
  if (value === undefined) return '–';
  const shown =
    vital === 'CLS'
      ? formatNumber(value, { maximumFractionDigits: 2 })
      : text('admin.vitals.milliseconds', { value: Math.round(value) });
  if (samples < MIN_SAMPLES || value <= BUDGETS[vital]) return shown;
  return <Badge tone="danger">{text('admin.vitals.over', { value: shown })}</Badge>;
}

function NoVitals() {
  const { text } = useText();
  return (
    <EmptyState drawing={drawing}>
      <h2>{text('admin.vitals.none')}</h2>
      <p className="max-w-prose">{text('admin.vitals.noneHow')}</p>
    </EmptyState>
  );
}
