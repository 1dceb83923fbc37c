import { operations } from '../operations/all.ts';
import type { Operation } from '../operations/operation.ts';
import type { PlatformState, Schemes } from '../state/state.ts';
import { descriptions } from './descriptions.ts';
import { refTo, type SchemaNames, schemasOf } from './schemas.ts';

/**
 * The OpenAPI 3.1 document of what this platform implements, generated from the table of operations and the schemas.
 */

const info = {
  title: 'Embedded platform of Headroom',
  version: '1',
  description:
    'Disk autoscaler and services of a managed data platform, as implemented here. Marks in brackets name ' +
    'the source: §n a section of the specification, pf n public facts, A-n an assumption of docs/assumptions.md.',
};

type Served = Pick<PlatformState, 'served' | 'schemes'>;

const bothSchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer TOKEN (§5)' },
  aivenv1: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'Authorization: aivenv1 TOKEN, the scheme of older clients (pf 2)',
  },
};

const securityOf = (schemes: Schemes) => {
  const { bearer } = bothSchemes;
  return schemes === 'bearer' ? { bearer } : bothSchemes;
};

/**
 * Names of path parameters in the specification (§2.1 project_name, §2.1 integration_endpoint_id, §2.2
 * integration_id).
 */
const parameterNames: Readonly<Record<string, string>> = {
  project: 'project_name',
  service: 'service_name',
  endpoint: 'integration_endpoint_id',
  integration: 'integration_id',
  organization: 'organization_id',
  type: 'service_type',
  plan: 'service_plan',
  cloud: 'cloud_name',
  user: 'user_id',
  token: 'token_prefix',
  group: 'billing_group_id',
  invoice: 'invoice_number',
  account: 'account_id',
};

const pathParameter = /:(\w+)/g;
const nameOf = (parameter: string): string => parameterNames[parameter] ?? parameter;

/** `/v1/project/{project_name}/…` */
export const documentPath = (path: string): string =>
  `/v1${path.replaceAll(pathParameter, (_whole, parameter: string) => `{${nameOf(parameter)}}`)}`;

const parametersOf = ({ id, path }: Operation) => [
  ...[...path.matchAll(pathParameter)].map(([, parameter = '']) => ({
    name: nameOf(parameter),
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...Object.entries(descriptions[id]?.[3] ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    required: false,
    description,
    schema: { type: 'integer', minimum: 0 },
  })),
];

const jsonOf = (name: string) => ({ 'application/json': { schema: refTo(name) } });

const responsesOf = ({ id }: Operation, names: SchemaNames) => {
  const answer = names.answer.get(id);
  const success =
    answer === undefined ? { 204: { description: 'Done' } } : { 200: { description: 'Done', content: jsonOf(answer) } };
  return { ...success, '4XX': { description: 'Refused; the body contains the reason', content: jsonOf('Error') } };
};

const operationObject = (operation: Operation, names: SchemaNames) => {
  const [summary = operation.id, source = ''] = descriptions[operation.id] ?? [];
  const request = names.request.get(operation.id);
  return {
    operationId: operation.id,
    summary,
    description: `[${source}]`,
    parameters: parametersOf(operation),
    ...(request === undefined ? {} : { requestBody: { required: true, content: jsonOf(request) } }),
    responses: responsesOf(operation, names),
  };
};

const generate = ({ served, schemes: authorization }: Served) => {
  const { schemas, names } = schemasOf(operations, served);
  const securitySchemes = securityOf(authorization);
  const paths: Record<string, Record<string, ReturnType<typeof operationObject>>> = {};
  for (const operation of operations) {
    const path = documentPath(operation.path);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation, names) };
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    security: Object.keys(securitySchemes).map((scheme) => ({ [scheme]: [] })),
    paths,
    components: { schemas, securitySchemes },
  };
};

const documents = new Map<string, ReturnType<typeof generate>>();

/** The document of what a platform serves, generated on first use. */
export const openApiDocument = (served: Served): ReturnType<typeof generate> => {
  const key = `${served.served} ${served.schemes}`;
  const document = documents.get(key) ?? generate(served);
  documents.set(key, document);
  return document;
};
