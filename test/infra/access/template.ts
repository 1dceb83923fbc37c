import * as z from 'zod';

/** A resource of a template of CloudFormation. */
export interface Resource {
  readonly Type: string;
  readonly DependsOn?: readonly string[] | string;
  readonly DeletionPolicy?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is JSON, and each reader looks at another part of it
  readonly Properties: any;
}

export type Resources = Readonly<Record<string, Resource>>;

export interface Template {
  readonly Resources: Resources;
  readonly Outputs: Readonly<Record<string, { readonly Value?: unknown }>>;
  readonly Parameters: Readonly<Record<string, { readonly Default?: unknown }>>;
}

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown().optional() })).default({}),
  Parameters: z.record(z.string(), z.object({ Default: z.unknown().optional() })).default({}),
});

/**
 * Reads the text of a template.
 * @throws Error if it is none
 */
export const parseTemplate = (place: string, text: string): Template => {
  try {
    const template = templateSchema.parse(JSON.parse(text));
    // A parameter may stand for anything.
    const marked = (key: string, value: unknown) =>
      key === 'Ref' && Object.hasOwn(template.Parameters, String(value)) ? `?${value}` : value;
    return { ...template, Resources: JSON.parse(JSON.stringify(template.Resources), marked) };
  } catch {
    throw new Error(`${place} is no template of CloudFormation; run 'npm run synth' or 'npx cdk synth' again`);
  }
};

/**
 * A template value as one line: `<Resource.Attribute>` for values that exist only after the deployment, and `<?…>` for one that the
 * template does not know.
 */
export const flat = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[kind, of] = ['', '']] = Object.entries(value);
  if (kind === 'Ref') return `<${of}>`;
  if (kind === 'Fn::GetAtt') return `<${[of].flat().join('.')}>`;
  if (kind === 'Fn::Join') return (of as [string, unknown[]])[1].map(flat).join((of as [string, unknown[]])[0]);
  return kind.startsWith('Fn::') ? `<?${JSON.stringify(value)}>` : JSON.stringify(value);
};

/** A value or a list of values, each as one line. */
export const listed = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(flat);
