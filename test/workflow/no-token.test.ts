import { describe, expect, it } from 'vitest';
import { reportDocument } from '../../lib/cli/commands/report/document.ts';
import { asCsv, asHtml, asMarkdown } from '../../lib/cli/commands/report/formats.ts';
import { serviceSection } from '../../lib/cli/commands/report/service-section.ts';
import { dailyPass } from '../../lib/contract/run-request.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { keys } from '../../lib/run/store/keys.ts';
import type { ReportObject } from '../../lib/run/store/run-objects.ts';
import { type LocalHeadroom, operatorToken, startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';

const daySeconds = 86_400;
const daily = { trigger: { kind: 'schedule', by: dailyPass } };
const asked = (more: object) => ({ trigger: { kind: 'manual', by: 'a person' }, ...more });
const guarded = (gb: number) => enableAll(gb).replace('maxChanges: 100000', 'maxChanges: 1');

const sample = organizationOf([
  {
    name: 'shop',
    services: [pg('orders', { usedGb: 40, growthGbPerDay: 6, tags: { owner: 'team-shop' } }), pg('pages')],
  },
  { name: 'web', services: [pg('site')] },
]);

/** The platform answers with what it was sent, as gateways do in their errors. */
const echo = (operation: string, status: number, times = 1) => ({
  operation,
  status,
  times,
  body: {
    message: `refused: authorization: Bearer ${operatorToken}`,
    errors: [{ status, message: `Bearer ${operatorToken} may not do this; ${encodeURIComponent(operatorToken)}` }],
  },
});

const nextDay = async (headroom: LocalHeadroom): Promise<void> => {
  await headroom.control('advance', { seconds: daySeconds });
  headroom.pass(daySeconds * 1000);
};

/** Somebody sets another maximum, past Headroom. */
const changeByHand = async ({ ports: { platform } }: LocalHeadroom): Promise<void> => {
  const [endpoint] = await platform.listEndpoints('shop');
  await platform.updateEndpoint('shop', endpoint?.id ?? '', { kind: 'additional', gb: 30 });
};

/** Everything that leaves something behind: approval, refusals, daily passes, drift, undo, and what is watched for. */
const live = async (headroom: LocalHeadroom): Promise<ReportObject[]> => {
  const reports = [await headroom.reconcile()];
  const approvedDigest = reports[0]?.plan?.digest;
  await headroom.control('faults', [echo('ServiceIntegrationEndpointCreate', 400)]);
  reports.push(await headroom.reconcile({ runId: 'approved', input: asked({ approvedDigest }) }));
  await headroom.store.put(keys.policy, enableAll(40));
  reports.push(await headroom.reconcile());
  for (let day = 0; day < 20; day += 1) {
    await nextDay(headroom);
    await headroom.control('faults', [echo('ServiceMetricsFetch', 500, 2), echo('ProjectServicePlanSpecsGet', 403)]);
    reports.push(await headroom.reconcile({ input: daily }));
  }
  await changeByHand(headroom);
  await headroom.control('faults', [echo('ProjectGetEventLogs', 403), echo('ServiceList', 403)]);
  reports.push(await headroom.reconcile({ runId: 'unread' }), await headroom.reconcile());
  await headroom.store.put(keys.policy, enableAll(200));
  reports.push(await headroom.reconcile({ runId: 'raised' }));
  await headroom.control('faults', [echo('ServiceIntegrationEndpointUpdate', 400)]);
  reports.push(await headroom.reconcile({ input: asked({ undo: 'raised' }) }));
  await headroom.control('faults', [echo('OrganizationProjectsList', 403)]);
  reports.push(await headroom.reconcile());
  await headroom.control('faults', [echo('ProjectGetEventLogs', 403)]);
  const watch = taskHandlers(headroom.ports)['watch-services'];
  await watch({});
  return reports;
};

const formats = {
  html: (report: ReportObject) => asHtml(reportDocument(report)),
  markdown: (report: ReportObject) => asMarkdown(reportDocument(report)),
  csv: (report: ReportObject) => asCsv(serviceSection(report)),
};

describe('a token that the platform echoes in its errors', () => {
  it('is in no object that any run leaves, no key, no event and no report', async () => {
    const headroom = await startHeadroom(sample, guarded(40));
    const reports = await live(headroom);
    const outcomes = new Set(reports.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(['needs-approval', 'partial', 'applied', 'nothing', 'failed']));

    const places: [string, string][] = [
      ['events', JSON.stringify(headroom.events)],
      ...reports.flatMap((report) =>
        Object.entries(formats).map(([name, format]): [string, string] => [
          `${report.runId} as ${name}`,
          format(report),
        ]),
      ),
    ];
    for (const key of await headroom.store.list('')) places.push([key, (await headroom.store.get(key))?.body ?? '']);

    const kinds = [keys.proposedPlans, keys.approvals, keys.audit, keys.auditHead, keys.projectRecords, keys.runs];
    const single = [keys.reported, keys.inventoryIndex, keys.watch];
    for (const kind of [...kinds, ...single]) {
      expect(
        places.some(([place]) => place.startsWith(kind)),
        kind,
      ).toBe(true);
    }
    // What the platform said is kept, so its token has come this far and was taken out.
    const reported = places.filter(([, text]) => text.includes('[token]')).map(([place]) => place);
    const results = 'runs/approved/applied/results/';
    const through = [
      'events',
      keys.audit,
      keys.reported,
      keys.report('unread'),
      'runs/unread/readings/',
      'unread as html',
      'approved as html',
      results,
    ];
    for (const kind of through)
      expect(
        reported.some((place) => place.startsWith(kind)),
        kind,
      ).toBe(true);
    // Half of it would be too much as well.
    const secret = operatorToken.split('-')[1] ?? operatorToken;
    for (const [place, text] of places) expect(`${place} ${text}`.includes(secret), place).toBe(false);
  });
});
