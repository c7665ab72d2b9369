import type { PersonalData } from '#app/current/personal-data.server.ts';

export const telemetryErasure = {
  fates: {
    'telemetry_issues.user_id': 'unnamed',
    'telemetry_dataset_rows.values': 'nobody',
    'telemetry_datasets.fields': 'nobody',
    'telemetry_issue_stacks.frames': 'nobody',
  },
} as const satisfies PersonalData;
