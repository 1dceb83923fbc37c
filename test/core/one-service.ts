import type { Change } from '../../lib/core/change/change.ts';
import { changeJson } from '../../lib/core/change/change-json.ts';
import type { Endpoint, Service, Snapshot } from '../../lib/core/model/model.ts';
import type { Policy, Rule } from '../../lib/core/model/policy-document.ts';
import type { LastApplied } from '../../lib/core/service/last-applied.ts';
import { additional, anEndpoint, aPolicy, aService, aSnapshot, enableAll, planOf } from './organization.ts';

/** Rules by what they desire. */
export const rules: Readonly<Record<string, Rule[]>> = {
  'enable at 100': [enableAll(100)],
  disable: [{ name: 'none', match: { project: ['*'] }, effect: 'disable' }],
  ignore: [],
};

/** What was left of it: our endpoint with 100 GB, attached. */
export const lastAppliedToOrders: LastApplied = {
  service: 'orders',
  endpointId: 'e1',
  endpointName: 'headroom-orders',
  maximum: additional(100),
  attached: true,
  confirmedAt: '2030-06-14T12:00:00.000Z',
};

/** An integration with the endpoint of this id. */
export const integrationWith = (endpointId: string, id = `integration-${endpointId}`) => ({ id, endpointId });

/** One service `orders` with these endpoints in its project, attached to those with these ids. */
export const snapshotWith = (
  endpoints: readonly Endpoint[],
  ties: readonly string[],
  service: Partial<Service> = {},
): Snapshot =>
  aSnapshot({ services: [aService({ ...service, integrations: ties.map((id) => integrationWith(id)) })], endpoints });

/** A change in one line. */
export const shown = (change: Change): string => {
  const { phase, kind, endpointId, fromGb, toGb } = changeJson(change);
  return `${phase} ${kind} ${endpointId ?? 'new'} ${fromGb}→${toGb}`;
};

/** Changes and findings of a plan for this one project and policy. */
export const outcome = (snapshot: Snapshot, given: Partial<Policy>) => {
  const { plan } = planOf([snapshot], { policy: aPolicy(given) });
  return { changes: plan.changes.map(shown), findings: plan.findings.map(({ code }) => code) };
};

/** An endpoint with this maximum, of ours unless another name is given. */
export const at = (id: string, maxAdditionalGb: number | null, name = 'headroom-orders') =>
  anEndpoint({ id, name, maximum: additional(maxAdditionalGb) });

/** Changes that take the autoscaler away. */
export const remove = (id: string, gb: number) => [
  `release delete-integration ${id} ${gb}→0`,
  `release delete-endpoint ${id} ${gb}→0`,
];
/** Changes that enable the autoscaler at 100 GB where nothing is. */
export const create = ['grant create-endpoint new 0→100', 'grant create-integration new 0→100'];
