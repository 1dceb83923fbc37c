import { UsageError } from '../../shell/usage-error.ts';

/** What a simulation prints. */
export type SimulationFormat = 'table' | 'json' | 'markdown' | 'html';

interface FormatFlags {
  readonly output?: SimulationFormat;
  readonly json?: boolean;
}

/** @throws UsageError for two formats at once */
export const formatOf = ({ json, output }: FormatFlags): SimulationFormat => {
  if (json && output !== undefined && output !== 'json') throw new UsageError(`use --json or -o ${output}, not both`);
  return json ? 'json' : (output ?? 'table');
};
