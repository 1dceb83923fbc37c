import type { Decision } from '../../core/model/decision.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Platform } from '../../ports.ts';
import type { SearchProductName } from '../../wire/search-product-name.ts';

/** A service to create, with the platform's member names but the neutral service type. */
interface NewService {
  readonly project: string;
  readonly service_name: string;
  readonly service_type: string;
  readonly plan: string;
  readonly cloud: string;
  readonly tags: Readonly<Record<string, string>>;
}

const firstEnabled = (plan: Plan): Decision | undefined => plan.decisions.find(({ effect }) => effect === 'enable');

/**
 * A copy of a service that the policy enables, under a new name, so that the policy enables it as well.
 * Undefined if the policy enables none.
 */
export const likeAnEnabledOne = async (
  platform: Platform,
  plan: Plan,
  name: string,
): Promise<NewService | undefined> => {
  const model = firstEnabled(plan);
  if (model === undefined) return undefined;
  const listed = await platform.listServices(model.project);
  const template = listed.find((service) => service.name === model.service);
  if (template === undefined) return undefined;
  const { type, plan: servicePlan, cloud } = template;
  const tags = template.tags ?? (await platform.listServiceTags(model.project, model.service));
  return { project: model.project, service_name: name, service_type: type, plan: servicePlan, cloud, tags };
};

/** Creates a service over HTTP, as a team of the organization would. */
export const createService = async (
  url: string,
  token: string,
  { project, ...properties }: NewService,
  productName: SearchProductName,
): Promise<void> => {
  const body = { ...properties, service_type: productName.typeToWire(properties.service_type) };
  const answer = await fetch(`${url}/v1/project/${encodeURIComponent(project)}/service`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`the platform did not create ${project}/${body.service_name}: ${answer.status} ${text}`);
};
