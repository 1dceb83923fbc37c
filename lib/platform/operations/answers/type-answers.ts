import * as z from 'zod';
import { mbPerGb } from '../../../core/model/sizes.ts';
import { endpointTypes, integrationType, planAutoscalerType } from '../../../wire/maximum.ts';
import { choicesOf, optionAt } from '../../../wire/search-options/options.ts';
import { searchConfigJsonSchema } from '../../../wire/search-options/schema.ts';
import { searchType } from '../../../wire/search-product-name.ts';
import { keptBackups } from '../../autoscaler/backups.ts';
import { foreignEndpointTypes, foreignIntegrationTypes } from '../../protocol/foreign-types.ts';
import { autoscalerUserConfigs } from '../../protocol/requests.ts';
import { kindsServed, optionProfile } from '../../protocol/served-profile.ts';
import { priceKey } from '../../state/catalogue.ts';
import type { Plan, PlatformState } from '../../state/state.ts';

/** Types, plans and options on offer, all derived from the plans of the scenario (pf 2.8, 2.11; A-27). */

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** Service types with a plan that has dynamic sizing. */
const autoscaledTypes = ({ plans }: PlatformState): string[] =>
  unique([...plans.values()].filter(({ dynamicSizing }) => dynamicSizing).map(({ type }) => type));

/** The schema that also checks requests. */
const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { target: 'draft-7', io: 'output' });

/** A type whose options are not known stores them unchecked. */
const unknownOptions = { type: 'object', properties: {}, additionalProperties: true };

/** Endpoint types of the served profiles: the maximum is additional storage in one and the whole disk in the other. */
export const endpointTypeAnswers = (state: PlatformState) => [
  ...kindsServed(state.served).map((kind) => ({
    endpoint_type: endpointTypes[kind],
    title: kind === 'additional' ? 'Disk autoscaler: additional storage' : 'Disk autoscaler: total storage',
    service_types: autoscaledTypes(state),
    user_config_schema: jsonSchema(autoscalerUserConfigs[kind]),
  })),
  ...foreign(state, foreignEndpointTypes).map((type) => ({
    endpoint_type: type,
    title: `Endpoint of type ${type}`,
    service_types: serviceTypesOf(state),
    user_config_schema: type === planAutoscalerType ? jsonSchema(z.strictObject({})) : unknownOptions,
  })),
];

/** The specification knows the disk autoscaler alone; for other types anything is stored. */
const foreign = ({ served }: PlatformState, types: readonly string[]) => (served === 'documented' ? [] : types);

/** Bounds of the plans between which the platform moves a service (pf 2.15; A-51). */
const planBounds = z.strictObject({ min_plan: z.string(), max_plan: z.string() });

/** A source or a destination: what it is for, and the types of its services. */
type End = readonly [description: string, types: readonly string[]];

const integrationTypeAnswer = (type: string, [source, sources]: End, [dest, dests]: End, schema: object) => ({
  integration_type: type,
  source_description: source,
  source_service_types: sources,
  dest_description: dest,
  dest_service_type: null,
  dest_service_types: dests,
  user_config_schema: schema,
});

export const integrationTypeAnswers = (state: PlatformState) => {
  const grow: End = ['Grow the disk of the service', autoscaledTypes(state)];
  const all = serviceTypesOf(state);
  return [
    integrationTypeAnswer(
      integrationType,
      grow,
      ['Up to the maximum of the endpoint', []],
      jsonSchema(z.strictObject({})),
    ),
    ...foreign(state, foreignIntegrationTypes).map((type) => {
      if (type !== planAutoscalerType) {
        const end = (name: string): End => [`${name} of an integration of type ${type}`, all];
        return integrationTypeAnswer(type, end('Source'), end('Destination'), unknownOptions);
      }
      const bounds: End = ['Between the smallest and the largest plan', []];
      return integrationTypeAnswer(type, ['Change the plan of the service', all], bounds, jsonSchema(planBounds));
    }),
  ];
};

/** Every plan has the same backups. */
const backupConfig = { interval: 24, max_count: keptBackups, recovery_mode: 'basic' };

/** The answer to a request for one plan. */
export const planSpecification = (plan: Plan) => ({
  service_type: plan.type,
  service_plan: plan.name,
  node_count: plan.nodeCount,
  disk_space_mb: plan.diskGb * mbPerGb,
  ...(plan.capGb === undefined ? {} : { disk_space_cap_mb: plan.capGb * mbPerGb }),
  ...(plan.stepGb === undefined ? {} : { disk_space_step_mb: plan.stepGb * mbPerGb }),
  backup_config: backupConfig,
});

/**
 * Sizes and prices of a plan in each cloud with a price (pf 2.14 regions); dynamic sizing requires a storage
 * price.
 */
const regionsOf = ({ clouds, prices }: PlatformState, plan: Plan) =>
  Object.fromEntries(
    [...clouds.keys()].flatMap((cloud) => {
      const price = prices.get(priceKey(plan.type, plan.name, cloud));
      if (price === undefined) return [];
      const isSizable = plan.dynamicSizing && price.additionalGb !== undefined;
      const region = {
        price_usd: price.base,
        node_cpu_count: plan.nodeCpuCount,
        node_memory_mb: plan.nodeMemoryGb * mbPerGb,
        disk_space_mb: plan.diskGb * mbPerGb,
        disk_space_cap_mb: isSizable && plan.capGb !== undefined ? plan.capGb * mbPerGb : null,
        disk_space_step_mb: isSizable && plan.stepGb !== undefined ? plan.stepGb * mbPerGb : null,
        disk_space_gb_price_usd: price.additionalGb ?? null,
        object_storage_gb_price_usd: null,
      };
      return [[cloud, region]];
    }),
  );

/** The plans of a service type, with their regions; empty for an unknown type. */
export const planAnswers = (state: PlatformState, type: string) =>
  [...state.plans.values()]
    .filter((plan) => plan.type === type)
    .map((plan) => ({
      service_plan: plan.name,
      service_type: type,
      node_count: plan.nodeCount,
      backup_config: backupConfig,
      regions: regionsOf(state, plan),
    }));

const userConfigSchemaOf = ({ productName, served }: PlatformState, type: string) => {
  if (productName.typeFromWire(type) !== searchType) return unknownOptions;
  return productName.schemaToWire(searchConfigJsonSchema(optionProfile(served)));
};

export const serviceTypeAnswer = (state: PlatformState, type: string) => ({
  description: type,
  service_plans: planAnswers(state, type),
  user_config_schema: userConfigSchemaOf(state, type),
});

/** The versions that the option of that name takes; none for other types, whose options are not known. */
const versionsOf = ({ productName, served }: PlatformState, type: string): readonly string[] => {
  if (productName.typeFromWire(type) !== searchType) return [];
  return choicesOf(optionAt(['engine_version'], optionProfile(served)));
};

/** Versions of the search type (pf 2.14 versions; A-27). */
export const serviceVersionAnswers = (state: PlatformState) =>
  serviceTypesOf(state).flatMap((type) => versionsOf(state, type).map((version) => versionAnswer(type, version)));

const versionAnswer = (type: string, version: string) => ({
  service_type: type,
  major_version: version,
  state: 'available',
  availability_start_time: null,
  availability_end_time: null,
  aiven_end_of_life_time: null,
  upstream_end_of_life_time: null,
  termination_time: null,
  upgrade_to_service_type: null,
  upgrade_to_version: null,
  end_of_life_help_article_url: null,
});

export const serviceTypesOf = ({ plans }: PlatformState): string[] =>
  unique([...plans.values()].map(({ type }) => type));
