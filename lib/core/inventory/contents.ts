import { byText } from '../model/grouping.ts';
import type { RememberedProject } from '../model/model.ts';

/** A record of a project with all that is stored in it. */
export interface Contents extends Omit<RememberedProject, 'project' | 'recordedAt'> {
  readonly organization: string;
  readonly runId: string;
  /** Services that count as published. */
  readonly announced: readonly string[];
}

const inOrder = <T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] =>
  items.toSorted((a, b) => byText(nameOf(a), nameOf(b)));

const byName = (members: object): readonly (readonly [string, unknown])[] =>
  inOrder(
    Object.entries(members).filter(([, value]) => value !== undefined),
    ([name]) => name,
  );

/** All but the times and the run of the reading, so that a member that is added later counts without a change here. */
const textOf = ({ runId: _run, readAt: _readAt, seenAt: _seenAt, ...contents }: Contents): string => {
  const { tags, services, endpoints, alerts, appeared, announced } = contents;
  return JSON.stringify(
    byName({
      ...contents,
      tags: byName(tags),
      services: inOrder(services, ({ name }) => name).map((service) => ({
        ...service,
        tags: byName(service.tags),
        integrations: inOrder(service.integrations, ({ id }) => id),
      })),
      endpoints: inOrder(endpoints, ({ id }) => id),
      alerts: alerts && inOrder(alerts, ({ service }) => service),
      appeared: appeared && byName(appeared),
      announced: announced.toSorted(),
    }),
  );
};

/** A record that was parsed once is compared pass after pass. */
const texts = new WeakMap<Contents, string>();

const rememberedText = (record: Contents): string => {
  const text = texts.get(record) ?? textOf(record);
  texts.set(record, text);
  return text;
};

/**
 * Whether a reading has the contents of a record. The order of the platform's lists says nothing. What a run notes in a
 * record counts too: a reading has no such notes, so it ends them.
 */
export const hasSameContents = (record: Contents, reading: Contents): boolean =>
  rememberedText(record) === textOf(reading);
