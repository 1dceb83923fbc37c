import * as z from 'zod';
import { endpoint, integration } from '../../wire/answers/integrations.ts';
import { project } from '../../wire/answers/organizations.ts';
import { config, error } from '../../wire/answers/parts.ts';
import { service, servicePlan } from '../../wire/answers/services.ts';
import { token } from '../../wire/answers/tokens.ts';
import { foreignEndpointTypes } from '../../wire/foreign-types.ts';
import { endpointTypes } from '../../wire/maximum.ts';
import { autoscalerUserConfigs, endpointCreate, endpointUpdate } from '../../wire/requests.ts';
import { byServedProfile, kindsServed, type ServedProfile } from '../../wire/served-profile.ts';
import type { Operation } from '../operations/operation.ts';
import { descriptions } from './descriptions.ts';

/** The schemas of the document, as `#/components/schemas`. */

type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const { additional, client, total } = autoscalerUserConfigs;
const ofTotal = total.meta({ description: 'Total disk size in GB, including the disk of the plan (pf 1.4)' });
const ofAdditional = additional.meta({ description: 'Additional storage in GB, as a string of digits (§2.1)' });
const asClientsWrite = client.meta({ description: 'The form of the command-line client (§2.1)' });

const ofOthers = config.meta({ description: 'Anything, for endpoints of other types (A-55)' });

/** Allowed configuration of an autoscaler's endpoint; requests are checked against it once the type is known. */
const configServed = byServedProfile((served) => {
  if (served === 'both') return z.union([ofAdditional, asClientsWrite, ofTotal]);
  return served === 'documented' ? ofAdditional : ofTotal;
});

/** A body that is checked in two steps, described as one schema. */
const wholeBody = (schema: z.ZodType | undefined, served: ServedProfile): z.ZodType | undefined => {
  const user_config = configServed[served];
  const others = served === 'documented' ? [] : [ofOthers];
  if (schema === endpointUpdate) return endpointUpdate.extend({ user_config: z.union([user_config, ...others]) });
  if (schema !== endpointCreate[served]) return schema;
  const types = kindsServed(served).map((kind) => endpointTypes[kind]);
  return z.union([
    endpointCreate[served].extend({ endpoint_type: z.enum(types), user_config }),
    ...others.map((config) =>
      endpointCreate[served].extend({ endpoint_type: z.enum(foreignEndpointTypes), user_config: config }),
    ),
  ]);
};

const generated = (named: ReadonlyMap<string, z.ZodType>, io: 'input' | 'output'): Record<string, object> => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of named) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    // Constraints that JSON Schema cannot express are omitted; the platform still checks them.
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema] as const));
};

/** Schema name of each request and answer; operations with the same schema share the name. */
export interface SchemaNames {
  readonly request: ReadonlyMap<string, string>;
  readonly answer: ReadonlyMap<string, string>;
}

/** Each schema once, named after the first operation that uses it. */
const named = (
  operations: readonly Operation[],
  suffix: string,
  schemaOf: (operation: Operation) => z.ZodType | undefined,
) => {
  const nameOf = new Map<z.ZodType, string>();
  const byOperation = new Map<string, string>();
  for (const operation of operations) {
    const schema = schemaOf(operation);
    if (schema === undefined) continue;
    const name = nameOf.get(schema) ?? `${operation.id}${suffix}`;
    nameOf.set(schema, name);
    byOperation.set(operation.id, name);
  }
  return { byName: new Map([...nameOf].map(([schema, name]) => [name, schema])), byOperation };
};

/** Records that several answers contain, with names of their own. */
const records: readonly (readonly [name: string, schema: z.ZodType])[] = [
  ['Error', error],
  ['Service', service],
  ['ServicePlan', servicePlan],
  ['Integration', integration],
  ['Endpoint', endpoint],
  ['Project', project],
  ['Token', token],
];

/** All schemas with their names. */
export const schemasOf = (
  operations: readonly Operation[],
  served: ServedProfile,
): { readonly schemas: Schemas; readonly names: SchemaNames } => {
  const requests = named(operations, 'Request', ({ bodySchema }) => wholeBody(bodySchema?.[served], served));
  const answers = named(operations, 'Answer', ({ id }) => descriptions[id]?.[2]);
  return {
    schemas: {
      ...generated(requests.byName, 'input'),
      ...generated(new Map([...answers.byName, ...records]), 'output'),
    } as Schemas,
    names: { request: requests.byOperation, answer: answers.byOperation },
  };
};
