import { createRequire } from 'node:module';

/** A figure as an independent parser reads it. */
interface Parsed {
  readonly name: string;
  readonly type: string;
  readonly metrics: readonly { readonly value: string; readonly labels?: Readonly<Record<string, string>> }[];
}

const parse = createRequire(import.meta.url)('parse-prometheus-text-format') as (text: string) => readonly Parsed[];

/** Values of a text for Prometheus by name and labels. @throws Error if the text is in no such format */
export const scraped = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    parse(text).flatMap(({ name, metrics }) =>
      metrics.map(({ value, labels = {} }) => [[name, ...Object.values(labels)].join(' '), Number(value)] as const),
    ),
  );
