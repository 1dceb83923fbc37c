import { basename } from 'node:path';
import { parseTemplate } from '../../access/template.ts';

/** What a synthesized template will ask of the account and the region. */
export interface Wanted {
  readonly stack: string;
  /** Sum of the copies that functions reserve. */
  readonly copies: number;
  /** Types of AWS resources that it has, without its custom types. */
  readonly types: readonly string[];
  /** Name of the parameter that marks the organization. */
  readonly mark: string;
  /** Name of the parameter with the version of the bootstrap; null for a template that needs none. */
  readonly bootstrap: string | null;
}

const suffix = '.template.json';
const markPath = '/headroom/one-deployment-for/';

/**
 * Reads a template that `cdk synth` wrote.
 * @throws Error if it is none, or contains no Headroom
 */
export const wantedBy = (file: string, text: string): Wanted => {
  if (!file.endsWith(suffix))
    throw new Error(`${file} is not called STACK${suffix}; name the file that cdk synth wrote`);
  const { Resources, Parameters } = parseTemplate(file, text);
  const all = Object.values(Resources);
  const marks = all.flatMap(({ Properties: { Name } }) =>
    typeof Name === 'string' && Name.startsWith(markPath) ? [Name] : [],
  );
  const [mark] = marks;
  if (mark === undefined) throw new Error(`${file} contains no Headroom`);
  const copies = all.map(({ Properties: { ReservedConcurrentExecutions: n } }) => (typeof n === 'number' ? n : 0));
  return {
    stack: basename(file, suffix),
    copies: copies.reduce((sum, n) => sum + n, 0),
    types: [...new Set(all.map(({ Type }) => Type).filter((type) => type.startsWith('AWS::')))].sort(),
    mark,
    bootstrap: Parameters.BootstrapVersion === undefined ? null : String(Parameters.BootstrapVersion.Default),
  };
};
