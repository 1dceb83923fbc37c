import * as z from 'zod';

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

export const fetched = async (url: string): Promise<Document> =>
  (await (await fetch(`${url}/v1/openapi.json`)).json()) as Document;

export const entriesOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** The JSON Schema of the document, read back: what it says is tested, not what it was made from. */
export const schemaOf = ({ components }: Document, content: Content | undefined): z.ZodType => {
  const $ref = content?.['application/json']?.schema.$ref ?? '';
  const $defs = JSON.parse(JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/'));
  return z.fromJSONSchema({ $ref: $ref.replace('#/components/schemas/', '#/$defs/'), $defs });
};

export const problemsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
