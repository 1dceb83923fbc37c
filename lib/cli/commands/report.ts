import { visibleJson } from '../../core/model/visible-text.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';
import { readObject } from '../../run/store/objects.ts';
import { reportJson } from '../../run/store/report-json.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { openCommandStore, type StoreFlags } from '../session/open-store.ts';
import { type FilterFlags, serviceFilter } from '../session/service-filter.ts';
import type { Arrangement } from '../shell/arrange.ts';
import type { CommandLine } from '../shell/command-line.ts';
import { flagsText } from '../shell/command-text.ts';
import { type Console, consoleOf, jsonFormat } from '../shell/console.ts';
import { writeOutFile } from '../shell/out-file.ts';
import type { OutputFlags } from '../shell/output.ts';
import { print } from '../shell/print.ts';
import { UsageError } from '../shell/usage-error.ts';
import { partOfReport } from '../views/part-of-plan.ts';
import { type ReportDocument, reportDocument } from '../views/report/document.ts';
import type { ReportFormat } from '../views/report/format-names.ts';
import { asCsv, asHtml, asMarkdown } from '../views/report/formats.ts';
import { arrangedSection } from '../views/report/section.ts';
import { serviceSection } from '../views/report/service-section.ts';

/** A report, the text of the flags that limit its lists, and the order of its services. */
interface Shown {
  readonly report: ReportObject;
  readonly only: string;
  readonly arrangement: Arrangement;
}

const documentOf = ({ report, only, arrangement }: Shown): ReportDocument => reportDocument(report, only, arrangement);

const formats = {
  html: (shown: Shown) => asHtml(documentOf(shown)),
  json: ({ report }: Shown) => `${visibleJson({ ...reportJson(report), format: jsonFormat }, 2)}\n`,
  csv: ({ report, arrangement }: Shown) => asCsv(arrangedSection(serviceSection(report), arrangement)),
  markdown: (shown: Shown) => asMarkdown(documentOf(shown)),
} as const satisfies Record<ReportFormat, unknown>;

export interface ReportFlags extends StoreFlags, FilterFlags, OutputFlags, Arrangement {
  readonly format?: ReportFormat;
  readonly out?: string;
  readonly run?: string;
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

const formatOf = ({ format, output }: ReportFlags): ReportFormat | 'table' => {
  if (format === undefined) return output ?? 'markdown';
  if (output === undefined || output === format) return format;
  throw new UsageError(`use --format ${format} or -o ${output}, not both`);
};

/** The tables of the report on the console. */
const showTables = (console: Console, { title, facts, sections }: ReportDocument): void => {
  console.line({ text: title, style: 'bold' });
  for (const [label, value] of facts) console.line(`${label}: ${value}`);
  for (const { title: name, head, rows } of sections) {
    console.line();
    console.line({ text: name, style: 'bold' });
    console.table(head, rows);
  }
};

/** Shows the result of a run: coverage, maximums, budgets, findings, forecast, changes that wait for a freeze. */
export const run = async (line: CommandLine, flags: ReportFlags): Promise<void> => {
  const format = formatOf(flags);
  const { project, service, rule, tag, sort, limit } = flags;
  const store = await openCommandStore(line.environment, flags);
  const all = await readReport(store, flags.run);
  const shows = await serviceFilter(store, { project, service, rule, tag }, all.plan?.decisions ?? []);
  const report = shows === undefined ? all : partOfReport(all, shows);
  const only = flagsText({ project, service, rule, tag });
  const shown = { report, only, arrangement: { sort, limit } };
  if (format === 'json' && (sort ?? limit) !== undefined)
    throw new UsageError('use --sort and --limit with a table, csv or markdown: the JSON document is whole');
  if (format === 'table') {
    if (flags.out !== undefined) throw new UsageError('use --out with --format html, json, csv or markdown');
    showTables(consoleOf(line, {}), documentOf(shown));
    return;
  }
  const text = formats[format](shown);
  if (flags.out === undefined) {
    print(line.out, text);
    return;
  }
  await writeOutFile(flags.out, text);
  consoleOf(line, { json: true }).note(`report written to ${flags.out}`);
};
