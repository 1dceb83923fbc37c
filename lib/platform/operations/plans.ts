import { Refusal } from '../protocol/refusal.ts';
import { planKey, priceKey } from '../state/catalogue.ts';
import { planSpecification } from './answers/type-answers.ts';
import { type Operation, operation } from './operation.ts';

/** Sizes of a plan and the price of additional storage; answers are not wrapped (pf 2.8). */

const plan = '/service-types/:type/plans/:plan';

const notFound = (subject: string) => new Refusal(404, 'not_found', `${subject} does not exist`);

export const planOperations: readonly Operation[] = [
  operation(
    'ProjectServicePlanSpecsGet',
    `GET /project/:project${plan}`,
    ({ state, params: { type = '', plan: name = '' } }) => {
      const match = state.plans.get(planKey(type, name));
      if (match === undefined) throw notFound(`Plan '${name}' of service type '${type}'`);
      return planSpecification(match);
    },
  ),

  operation(
    'ProjectServicePlanPriceGet',
    `GET /project/:project/pricing${plan}/clouds/:cloud`,
    ({ state, params: { type = '', plan: name = '', cloud = '' } }) => {
      const price = state.prices.get(priceKey(type, name, cloud));
      if (price === undefined) throw notFound(`Price of plan '${name}' of service type '${type}' in '${cloud}'`);
      return {
        service_type: type,
        service_plan: name,
        cloud_name: cloud,
        base_price_usd: price.base,
        extra_disk_price_per_gb_usd: price.additionalGb ?? null,
        object_storage_gb_price_usd: null,
      };
    },
  ),
];
