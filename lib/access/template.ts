/** A resource of a template of CloudFormation. */
export interface Resource {
  readonly Type: string;
  readonly DependsOn?: readonly string[] | string;
  readonly DeletionPolicy?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is JSON, and each reader looks at another part of it
  readonly Properties: any;
}

export type Resources = Readonly<Record<string, Resource>>;

/** A template value as one line: `<Resource.Attribute>` for values that exist only after the deployment. */
export const flat = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[kind, of] = ['', '']] = Object.entries(value);
  if (kind === 'Ref') return `<${of}>`;
  if (kind === 'Fn::GetAtt') return `<${(of as string[]).join('.')}>`;
  if (kind === 'Fn::Join') return (of as [string, unknown[]])[1].map(flat).join('');
  return JSON.stringify(value);
};

/** A value or a list of values, each as one line. */
export const listed = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(flat);
