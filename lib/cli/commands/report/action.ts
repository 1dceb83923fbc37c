import { type CostSum, costSums, costTotal, type ServiceCost } from '../../../core/budget/service-costs.ts';
import { visibleJson } from '../../../core/model/visible-text.ts';
import { reportPictures } from '../../../dashboard/http/report-pictures.ts';
import type { ReportPictures } from '../../../dashboard/pages/report/page.ts';
import type { ReportDocument, ReportSection } from '../../../dashboard/pages/report/section.ts';
import type { Store } from '../../../ports.ts';
import { readLatestReport, readReport } from '../../../run/publish/reports.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { reportJson } from '../../../run/store/schemas/report-json.ts';
import { type Shows, serviceFilter } from '../../from-store/service-filter.ts';
import type { Arrangement } from '../../shell/arrange.ts';
import { flagsText } from '../../shell/command-text.ts';
import { type Console, jsonFormat } from '../../shell/console.ts';
import { writeOutFile } from '../../shell/out-file.ts';
import { formatOf as outputFormatOf } from '../../shell/output.ts';
import { print } from '../../shell/print.ts';
import { sinceTime } from '../../shell/since.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { partOfReport } from '../../views/part-of-plan.ts';
import type { CommandContext } from '../command.ts';
import { historySection, sumSection } from './cost-sections.ts';
import { costFacts, historySince } from './costs.ts';
import { reportDocument } from './document.ts';
import { asCsv, asHtml, asMarkdown } from './formats.ts';
import type { ReportFlags, ReportFormat } from './options.ts';
import { arrangedSection } from './section.ts';
import { type CostFacts, serviceSection } from './service-section.ts';
import {
  type BesideWhole,
  besideWhole,
  decidesNothing,
  forSums,
  insteadOf,
  latestNote,
  partText,
} from './whole-report.ts';

/** What the flags select of a run, before it has a format. */
interface Shown {
  readonly document: (isData: boolean) => ReportDocument;
  /** The one table of a CSV. */
  readonly table: () => ReportSection;
  readonly json: () => object;
  /** Of a whole run. */
  readonly pictures?: () => Promise<ReportPictures>;
}

const formats = {
  html: async ({ document, pictures }: Shown) => asHtml(document(false), await pictures?.()),
  json: ({ json }: Shown) => `${visibleJson({ ...json(), format: jsonFormat }, 2)}\n`,
  csv: ({ table }: Shown) => asCsv(table()),
  markdown: ({ document }: Shown) => asMarkdown(document(false)),
} as const satisfies Record<ReportFormat, unknown>;

const reportOf = async (store: Store, run: string | undefined): Promise<ReportObject> => {
  const report = await (run === undefined ? readLatestReport(store) : readReport(store, run));
  if (report !== undefined) return report;
  throw new Error(
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

/** Which value of a service `--by` names. */
const valueBy = (by: string, { ownerOf, tagOf }: CostFacts): ((cost: ServiceCost) => string) => {
  if (by === 'owner') return ownerOf;
  if (by === 'project') return ({ project }) => project;
  const key = by.startsWith('tag:') ? by.slice('tag:'.length) : '';
  if (key === '') throw new UsageError(`--by ${by}: must be owner, project or tag:KEY`);
  return (cost) => tagOf(cost, key);
};

const sumsOf = (by: string, facts: CostFacts, total: string): CostSum[] => [
  ...costSums(facts.costs, valueBy(by, facts)),
  costTotal(total, facts.costs),
];

/** A document of one section. */
const single = (title: string, section: ReportSection): ReportDocument => ({ title, facts: [], sections: [section] });

/** What the flags make of a report. */
interface Asked {
  readonly store: Store;
  readonly flags: ReportFlags;
  readonly shows: Shows | undefined;
}

const arrangementOf = ({ sort, limit }: ReportFlags): Arrangement => ({ sort, limit });

const selectHistory = async ({ store, flags, shows }: Asked, since: string, console: Console): Promise<Shown> => {
  const rows = await historySince(store, sinceTime(since), shows ?? (() => true));
  const parts = rows.filter(({ isPart }) => isPart);
  if (parts.length > 0) {
    const runs = parts.length === 1 ? '1 run does' : `${parts.length} runs do`;
    console.note(`${runs} not describe all services: without sums.`);
  }
  const section = (isData: boolean) => arrangedSection(historySection(rows, isData), arrangementOf(flags));
  return {
    document: (isData) => single(`Headroom: runs since ${since}`, section(isData)),
    table: () => section(true),
    json: () => ({ since: sinceTime(since), runs: rows }),
  };
};

/** The sums of a run; a part of the organization says so in its title and in its last row. */
const selectSums = (beside: BesideWhole, facts: CostFacts, by: string, arrangement: Arrangement): Shown => {
  const part = partText(beside);
  const { currency } = facts;
  const { runId } = beside.report;
  const sums = sumsOf(by, facts, part === '' ? 'total' : 'total of a part');
  const whole =
    beside.whole === undefined ? '' : ` All services: headroom report --by ${by} --run ${beside.whole.runId}`;
  const about: ReportDocument['facts'] = [
    [
      'worst case',
      'maximum is what is in force, planned is what the plan wants; both as if every disk had grown to it',
    ],
    ...(part === '' ? [] : [['part', `Sums are of run ${runId} (${part}).${whole}`] as const]),
  ];
  const section = (isData: boolean) => arrangedSection(sumSection(by, sums, { currency, isData }), arrangement);
  return {
    document: (isData) => ({
      title: `Headroom: run ${runId}, sums by ${by}`,
      facts: about,
      sections: [section(isData)],
    }),
    table: () => section(true),
    json: () => ({ runId, ...(part !== '' && { part }), by, currency, sums }),
  };
};

/**
 * The report that is shown: sums and the CSV go on with the last run of all services, documents only if the latest run failed
 * or was stopped before it decided anything, so that an outage empties no report.
 */
const reportFor = async (store: Store, flags: ReportFlags, isSums: boolean, console: Console): Promise<BesideWhole> => {
  const beside = await besideWhole(store, await reportOf(store, flags.run));
  if (flags.run !== undefined || flags.since !== undefined) return beside;
  const isEmptied = beside.whole !== undefined && decidesNothing(beside.report);
  if (!isSums && !isEmptied) {
    const note = latestNote(beside);
    if (note !== undefined) console.note(note);
    return beside;
  }
  const { report, note } = isSums ? forSums(beside) : insteadOf(beside);
  if (note !== undefined) console.note(note);
  return besideWhole(store, report);
};

/** The history of runs, sums of a run, or a whole run. */
const select = async (store: Store, flags: ReportFlags, format: string, console: Console): Promise<Shown> => {
  const { project, service, rule, tag, by, since } = flags;
  const beside = await reportFor(store, flags, by !== undefined || format === 'csv', console);
  const all = beside.report;
  const shows = await serviceFilter(store, { project, service, rule, tag }, all.plan?.decisions ?? []);
  if (since !== undefined) return selectHistory({ store, flags, shows }, since, console);
  const report = shows === undefined ? all : partOfReport(all, shows);
  const facts = await costFacts(
    store,
    report,
    (flags.tagColumns ?? []).flatMap((text) => text.split(',')),
  );
  const arrangement = arrangementOf(flags);
  if (by !== undefined) return selectSums({ ...beside, report: all }, facts, by, arrangement);
  const only = flagsText({ project, service, rule, tag });
  return {
    document: () => reportDocument(report, { only, part: partText(beside) }, arrangement),
    table: () => arrangedSection(serviceSection(report, facts), arrangement),
    json: () => reportJson(report),
    pictures: () => reportPictures(store, report),
  };
};

/**
 * Shows the result of a run: coverage, maximums, budgets, findings, forecast, changes that wait for a freeze; or the sums of
 * its costs, or the history of runs.
 */
export const run = async ({ line, flags, console, openStore }: CommandContext<ReportFlags>): Promise<void> => {
  const format = formatOf(flags);
  if (flags.since !== undefined && (flags.run ?? flags.by) !== undefined) {
    throw new UsageError('use --since without --run and --by: it lists runs');
  }
  if (format === 'json' && (flags.sort ?? flags.limit) !== undefined) {
    throw new UsageError('use --sort and --limit with a table, csv or markdown: the JSON document is whole');
  }
  const { store } = await openStore();
  const shown = await select(store, flags, format, console);
  if (format === 'table') {
    if (flags.out !== undefined) throw new UsageError('use --out with --format html, json, csv or markdown');
    return showTables(console, shown.document(false));
  }
  const text = await formats[format](shown);
  if (flags.out === undefined) return print(line.out, text);
  await writeOutFile(flags.out, text);
  console.note(`report written to ${flags.out}`);
};
