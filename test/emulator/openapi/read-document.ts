import * as z from 'zod';
import { ask } from '../../ask.ts';

/** The document as any client gets it, and its schemas as something to check answers with. */

export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export type Content = Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;

export interface Document {
  readonly openapi: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** By their text, so that the schemas of equal ones are read once. */
const documents = new Map<string, Document>();

export const fetched = async (url: string): Promise<Document> => {
  const { text } = await ask(`${url}/v1/openapi.json`);
  const document = documents.get(text) ?? (JSON.parse(text) as Document);
  documents.set(text, document);
  return document;
};

export const entriesOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

const schemasOf = new WeakMap<Document, Map<string, z.ZodType>>();

/** The JSON Schema of the document, read back: what it says is tested, not what it was made from. */
export const schemaOf = (document: Document, content: Content | undefined): z.ZodType => {
  const $ref = content?.['application/json']?.schema.$ref ?? '';
  const schemas = schemasOf.get(document) ?? new Map<string, z.ZodType>();
  schemasOf.set(document, schemas);
  const found = schemas.get($ref);
  if (found !== undefined) return found;
  const { components } = document;
  const $defs = JSON.parse(JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/'));
  const schema = z.fromJSONSchema({ $ref: $ref.replace('#/components/schemas/', '#/$defs/'), $defs });
  schemas.set($ref, schema);
  return schema;
};

export const problemsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
