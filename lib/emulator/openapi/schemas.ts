import * as z from 'zod';
import { endpoint, integration } from '../../wire/answers/integrations.ts';
import { project } from '../../wire/answers/organizations.ts';
import { error } from '../../wire/answers/parts.ts';
import { service, servicePlan } from '../../wire/answers/services.ts';
import { token } from '../../wire/answers/tokens.ts';
import { autoscalerUserConfigs, endpointCreate, endpointUpdate } from '../../wire/requests.ts';
import { byServedProfile, type ServedProfile } from '../../wire/served-profile.ts';
import type { Operation } from '../operations/operation.ts';
import { descriptions } from './descriptions.ts';

/** The schemas of the document, as `#/components/schemas`. */

export type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const { additional, client, total } = autoscalerUserConfigs;
const ofTotal = total.meta({ description: 'The whole disk in GB, that of the plan included (pf 1.4)' });
const ofAdditional = additional.meta({ description: 'Additional storage in GB, as digits in a string (§2.1)' });
const asClientsWrite = client.meta({ description: 'The same as the command-line client writes it (§2.1)' });

/** What may stand in the configuration of an endpoint; requests are checked by it once the type is known. */
const configServed = byServedProfile((served) => {
  if (served === 'both') return z.union([ofAdditional, asClientsWrite, ofTotal]);
  return served === 'documented' ? ofAdditional : ofTotal;
});

/** A body that is checked in two steps, described as what both together take. */
const wholeBody = (schema: z.ZodType | undefined, served: ServedProfile): z.ZodType | undefined => {
  const user_config = configServed[served];
  if (schema === endpointUpdate) return endpointUpdate.extend({ user_config });
  return schema === endpointCreate[served] ? endpointCreate[served].extend({ user_config }) : schema;
};

const generated = (named: ReadonlyMap<string, z.ZodType>, io: 'input' | 'output'): Record<string, object> => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of named) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    // What cannot be said in JSON Schema is left open; the platform still checks it.
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema] as const));
};

/** Name of the schema of a request or an answer; shared by operations that share the schema. */
export interface SchemaNames {
  readonly request: ReadonlyMap<string, string>;
  readonly answer: ReadonlyMap<string, string>;
}

/** Every schema once, under the name of the first operation that has it. */
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

/** Records that many answers hold, by names of their own. */
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
  const answers = named(operations, 'Answer', ({ id }) => descriptions[id]?.answer);
  return {
    schemas: {
      ...generated(requests.byName, 'input'),
      ...generated(new Map([...answers.byName, ...records]), 'output'),
    } as Schemas,
    names: { request: requests.byOperation, answer: answers.byOperation },
  };
};
