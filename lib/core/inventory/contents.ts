import { byText } from '../model/grouping.ts';
import type { RememberedProject, Service } from '../model/model.ts';
import { oncePerObject } from '../model/remembering.ts';

/** What runs note in a reading that is stored: a later reading ends it. */
interface Notes extends Pick<RememberedProject, 'granted'> {
  readonly changedBy?: string;
  readonly trouble?: object;
}

/** A reading of a project with all that is stored in it. */
export interface Contents extends Omit<RememberedProject, 'project' | 'recordedAt'>, Notes {
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

/** Whether a run has noted something in a stored reading. */
export const isNoted = ({ changedBy, granted, trouble }: Notes): boolean =>
  (changedBy ?? granted ?? trouble) !== undefined;

/** A service that is as it was has the text that it had. */
const serviceText = oncePerObject((service: Service): string => {
  const { tags, integrations } = service;
  return JSON.stringify({ ...service, tags: byName(tags), integrations: inOrder(integrations, ({ id }) => id) });
});

/** All of a reading but its run, its times and what runs note in it, so that a member that is added later counts without a change here. */
const contentsOf = ({
  runId: _run,
  readAt: _readAt,
  seenAt: _seenAt,
  changedBy: _by,
  granted: _gb,
  trouble: _why,
  ...contents
}: Contents) => contents;

/** The contents of a reading in a fixed order, because the order of the platform's lists has no meaning. */
export const contentsText = (reading: Contents): string => {
  const contents = contentsOf(reading);
  const { tags, services, endpoints, alerts, appeared, announced } = contents;
  const rest = byName({
    ...contents,
    tags: byName(tags),
    services: undefined,
    endpoints: inOrder(endpoints, ({ id }) => id),
    alerts: alerts && inOrder(alerts, ({ service }) => service),
    appeared: appeared && byName(appeared),
    announced: announced.toSorted(),
  });
  return [JSON.stringify(rest), ...inOrder(services, ({ name }) => name).map(serviceText)].join('\n');
};
