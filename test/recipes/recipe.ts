/**
 * A recipe in "Typical changes" of docs/internals/architecture.md: its first edit, and the files that the compiler then names. A recipe
 * may only promise what happens.
 */

export interface Recipe {
  readonly title: string;
  /** Name of what is added, in lower case without hyphens: its errors have it in their text. */
  readonly probe: string;
  readonly steps: readonly Step[];
  /** The files that the compiler then names: exactly these. Empty: all of it compiles. */
  readonly named: readonly string[];
}

/** In `file`, `text` is inserted before the only place that begins with `before`; a new file has no such place. */
interface Step {
  readonly file: string;
  readonly before?: string;
  readonly text: string;
}

/** A class that compiles and does nothing. */
export const emptyClass = (port: string, members: readonly string[], methods: readonly string[]): string =>
  [
    `import type { ${port} } from '../ports.ts';`,
    `export class Probe implements ${port} {`,
    ...members.map((name) => `  readonly ${name} = '';`),
    ...methods.map((name) => `  ${name}(): never {\n    throw new Error();\n  }`),
    '}\n',
  ].join('\n');
