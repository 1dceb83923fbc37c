import type { Context } from 'hono';
import type { StorePorts } from '../../ports.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { createFleet, type Fleet, type ReadFleet } from '../facts/fleet.ts';
import type { Latest, Reader } from '../facts/latest.ts';
import { type ServiceRow, serviceRows } from '../facts/service-rows.ts';
import { layout, type Page, runLink, time } from '../pages/layout.ts';
import { html, type Markup } from '../pictures/html.ts';

/** Attributes with an address; in texts every quotation mark is escaped. */
const address = / (href|src|action|formaction)="\//g;

/** Text of a page whose links, which its markup begins at `/`, begin at the path of its reader. */
export const underRoot = (c: Context, markup: Markup): string =>
  String(markup).replace(address, ` $1="${c.get('root') ?? ''}/`);

/** What a page is made of. */
type PageText = Omit<Page, 'stamp'>;

type Status = 200 | 403 | 404 | 409;

/** What the routes of all pages share. */
export interface PageContext extends StorePorts {
  readonly reader: Reader;
  readonly rowsOf: (report: ReportObject | undefined, fleet: Fleet) => readonly ServiceRow[];
  /** The fleet of the store in this state. */
  readonly fleetAt: (stamp: string) => Promise<Fleet>;
  /** Answers with a page. */
  readonly show: (c: Context, latest: Latest, page: PageText, status?: Status) => Response | Promise<Response>;
  /** Answers that there is nothing to show. */
  readonly missing: (c: Context, latest: Latest, at: string, text: string) => Response | Promise<Response>;
}

/** Rows of a report, made once for each report and state of the disks. */
const createRows = (): PageContext['rowsOf'] => {
  let made: { readonly report: ReportObject; readonly fleet: Fleet; readonly rows: readonly ServiceRow[] } | undefined;
  return (report, fleet) => {
    if (report === undefined) return [];
    if (made?.report !== report || made.fleet !== fleet) made = { report, fleet, rows: serviceRows(report, fleet) };
    return made.rows;
  };
};

/** Pages about services and budgets, which a run that failed early or was stopped does not describe. */
const aboutServices: ReadonlySet<string> = new Set(['/', '/services', '/budgets', '/findings']);

/** Says whose numbers a page shows, if the latest report has none or cannot be read. */
const ofEarlier = ({ report, newer, problem }: Latest, at: string): Markup | string => {
  if (report === undefined || (newer ?? problem) === undefined || !aboutServices.has(at)) return '';
  const does = newer?.part ? 'was for some projects only' : 'did not describe them';
  const why = newer === undefined ? '' : ` The latest run (${newer.outcome}) ${does}.`;
  return html`<p class="note">Services, budgets and findings are of run ${runLink(report.runId)}, which ended ${time(report.endedAt)}.${why}</p>`;
};

export const createPageContext = (ports: StorePorts, reader: Reader, readFleet: ReadFleet): PageContext => {
  const show: PageContext['show'] = (c, latest, page, status = 200) => {
    const damage = latest.problem === undefined ? '' : html`<p class="warning">${latest.problem}</p>`;
    const main = html`${damage}${ofEarlier(latest, page.at)}${page.main}`;
    return c.html(underRoot(c, layout({ ...page, main, stamp: latest.stamp })), status);
  };
  return {
    ...ports,
    reader,
    rowsOf: createRows(),
    fleetAt: createFleet(readFleet, ports.clock),
    show,
    missing: (c, latest, at, text) =>
      show(c, latest, { at, title: 'Not found', main: html`<section class="card"><p>${text}</p></section>` }, 404),
  };
};
