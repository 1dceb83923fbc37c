import { visibleJson } from '../../core/model/visible-text.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';
import { readObject } from '../../run/store/objects.ts';
import { reportJson } from '../../run/store/report-json.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { openCommandStore, type StoreFlags } from '../session/open-store.ts';
import type { CommandLine } from '../shell/command-line.ts';
import { consoleOf } from '../shell/console.ts';
import { writeOutFile } from '../shell/out-file.ts';
import { print } from '../shell/print.ts';
import { reportDocument } from '../views/report/document.ts';
import type { ReportFormat } from '../views/report/format-names.ts';
import { asCsv, asHtml, asMarkdown } from '../views/report/formats.ts';
import { onlyProjects } from '../views/report/only-projects.ts';
import { serviceSection } from '../views/report/service-section.ts';

const formats = {
  html: (report: ReportObject, only?: readonly string[]) => asHtml(reportDocument(report, only)),
  json: (report: ReportObject) => `${visibleJson(reportJson(report), 2)}\n`,
  csv: (report: ReportObject) => asCsv(serviceSection(report)),
  markdown: (report: ReportObject, only?: readonly string[]) => asMarkdown(reportDocument(report, only)),
} as const satisfies Record<ReportFormat, unknown>;

export interface ReportFlags extends StoreFlags {
  readonly format: ReportFormat;
  readonly out?: string;
  readonly run?: string;
  readonly project?: string[];
}

const readReport = async (store: Store, run: string | undefined): Promise<ReportObject> => {
  const report = await readObject<ReportObject>(store, run === undefined ? keys.latestReport : keys.report(run));
  if (report !== undefined) return report;
  throw new Error(
    run === undefined
      ? 'no report yet; headroom apply creates one'
      : `no report of run ${run} in this store; headroom runs lists the runs`,
  );
};

/** Shows the result of a run: coverage, maximums, budgets, findings, forecast, changes that wait for a freeze. */
export const run = async (line: CommandLine, flags: ReportFlags): Promise<void> => {
  const store = await openCommandStore(line.environment, flags);
  const report = await readReport(store, flags.run);
  const { project: only } = flags;
  const text = formats[flags.format](only === undefined ? report : onlyProjects(report, only), only);
  if (flags.out === undefined) {
    print(line.out, text);
    return;
  }
  await writeOutFile(flags.out, text);
  consoleOf(line, true).note(`report written to ${flags.out}`);
};
