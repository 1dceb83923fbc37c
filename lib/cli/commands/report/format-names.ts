/** Formats of a report. */
export const reportFormats = ['html', 'json', 'csv', 'markdown'] as const;
export type ReportFormat = (typeof reportFormats)[number];
