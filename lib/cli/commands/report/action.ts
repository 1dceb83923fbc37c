import { NotFound } from '../../../contract/errors.ts';
import { visibleJson } from '../../../core/model/visible-text.ts';
import { reportPictures } from '../../../dashboard/http/growth-of.ts';
import { pictured } from '../../../dashboard/pages/report/page.ts';
import type { ReportDocument, ReportSection } from '../../../dashboard/pages/report/section.ts';
import type { Store } from '../../../ports.ts';
import { readLatestReport, readReport, reportJson } from '../../../run/publish/reports.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { serviceFilter } from '../../from-store/service-filter.ts';
import { assertWhole } from '../../shell/arrange.ts';
import { flagsText } from '../../shell/command-text.ts';
import { type Console, jsonFormat } from '../../shell/console.ts';
import { writeOutFile } from '../../shell/out-file.ts';
import { formatOf as outputFormatOf } from '../../shell/output.ts';
import { print } from '../../shell/print.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { partOfReport } from '../../views/part-of-plan.ts';
import type { CommandContext } from '../command.ts';
import { costFacts } from './costs.ts';
import { reportDocument } from './document.ts';
import { asCsv, asHtml, asMarkdown } from './formats.ts';
import { monthDocument, monthFacts, monthFrom, monthTable } from './month.ts';
import type { ReportFlags, ReportFormat } from './options.ts';
import { serviceSection } from './service-section.ts';
import { latestOrWhole, namedReport, type WholeOrPart } from './whole-report.ts';

/** What the flags select of a run, before it has a format. */
interface Shown {
  readonly document: () => ReportDocument;
  /** The one table of a CSV. */
  readonly table: () => ReportSection;
  readonly json: () => object;
  /** The document with what only a page shows. */
  readonly page: () => Promise<ReportDocument>;
}

const formats = {
  html: async ({ page }: Shown) => asHtml(await page()),
  json: ({ json }: Shown) => `${visibleJson({ ...json(), format: jsonFormat }, 2)}\n`,
  csv: ({ table }: Shown) => asCsv(table()),
  markdown: ({ document }: Shown) => asMarkdown(document()),
} as const satisfies Record<ReportFormat, unknown>;

const reportOf = async (store: Store, run: string | undefined): Promise<ReportObject> => {
  const report = await (run === undefined ? readLatestReport(store) : readReport(store, run));
  if (report !== undefined) return report;
  throw new NotFound(
    run === undefined
      ? 'no report yet; headroom apply creates one'
      : `no report of run ${run} in this store; headroom runs lists the runs`,
  );
};

const formatOf = (flags: ReportFlags): ReportFormat | 'table' => {
  const { format, json = false } = flags;
  const output = json || flags.output !== undefined ? outputFormatOf(flags) : undefined;
  if (format === undefined) return output ?? 'markdown';
  if (output === undefined || output === format) return format;
  throw new UsageError(`use --format ${format} or ${output === 'json' ? '--json' : `-o ${output}`}, not both`);
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

const choose = async (store: Store, { run: named }: ReportFlags, isTable: boolean): Promise<WholeOrPart> => {
  const report = await reportOf(store, named);
  return named === undefined ? latestOrWhole(store, report, isTable) : namedReport(store, report);
};

const select = async (store: Store, flags: ReportFlags, format: string, console: Console): Promise<Shown> => {
  const { project, service, rule, tag, sort, limit } = flags;
  const { report: all, part, note } = await choose(store, flags, format === 'csv');
  if (note !== undefined) console.note(note);
  const shows = await serviceFilter(store, { project, service, rule, tag }, all.plan?.decisions ?? []);
  const report = shows === undefined ? all : partOfReport(all, shows);
  const facts = await costFacts(
    store,
    report,
    (flags.tagColumns ?? []).flatMap((text) => text.split(',')),
  );
  const arrangement = { sort, limit };
  const only = flagsText({ project, service, rule, tag });
  const document = () => reportDocument(report, { only, part }, arrangement);
  return {
    document,
    table: () => serviceSection(report, arrangement, facts),
    json: () => reportJson(report),
    page: async () => pictured(document(), await reportPictures(store, report)),
  };
};

/** @throws UsageError for flags of a run */
const selectMonth = async (store: Store, flags: ReportFlags, name: string): Promise<Shown> => {
  const { project, service, rule, tag, sort, limit, run: ofRun, tagColumns } = flags;
  const others = flagsText({
    project,
    service,
    rule,
    tag,
    sort,
    run: ofRun,
    'tag-columns': tagColumns,
    limit: limit?.toString(),
  });
  if (others !== '') throw new UsageError(`--month has all services of its budgets: leave out ${others}`);
  const nowMs = systemClock.now();
  const facts = await monthFacts(store, monthFrom(name, nowMs), nowMs);
  return {
    document: () => monthDocument(facts),
    table: () => monthTable(facts),
    json: () => ({ ...facts, month: facts.month.name }),
    page: async () => monthDocument(facts),
  };
};

/**
 * Shows the result of a run: coverage, maximums, budgets, findings, forecast, changes that wait for a freeze; or the money of a month.
 */
export const run = async ({ line, flags, console, openStore }: CommandContext<ReportFlags>): Promise<void> => {
  const format = formatOf(flags);
  if (format === 'json') assertWhole(flags);
  const { store } = await openStore();
  const shown = await (flags.month === undefined
    ? select(store, flags, format, console)
    : selectMonth(store, flags, flags.month));
  if (format === 'table') {
    if (flags.out !== undefined) throw new UsageError('use --out with --format html, json, csv or markdown');
    return showTables(console, shown.document());
  }
  const text = await formats[format](shown);
  if (flags.out === undefined) return print(line.out, text);
  await writeOutFile(flags.out, text);
  console.note(`report written to ${flags.out}`);
};
