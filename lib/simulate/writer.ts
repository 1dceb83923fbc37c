import { PlatformError, PlatformNotOffered } from '../contract/errors.ts';
import { type Change, subjectKey } from '../core/change/change.ts';
import { isoInstant } from '../core/model/durations.ts';
import { groupBy, serviceKey } from '../core/model/grouping.ts';
import type { Snapshot } from '../core/model/model.ts';
import type { Store } from '../ports.ts';
import { type MadeEndpoints, writeOf } from '../run/apply/write-change.ts';
import { withRefusals } from '../run/store/refusals.ts';
import type { Refusal } from '../run/store/schemas/memory.ts';
import type { SimulatedPlatform } from './platform.ts';

/** Writes of a life, and which services the platform refuses an autoscaler. */
interface Writer {
  /** @returns the changes that the platform accepted; one that it refuses ends those of its service alone */
  readonly write: (changes: readonly Change[], snapshots: readonly Snapshot[]) => Promise<Change[]>;
  /** Marks the services that the platform has refused. */
  readonly withRefused: (snapshot: Snapshot) => Snapshot;
}

export const createWriter = ({ client: platform, clock }: SimulatedPlatform, store: Store): Writer => {
  const refusals = new Map<string, Refusal & { readonly project: string }>();

  const noteRefusal = ({ project, service: name }: Change, message: string, snapshots: readonly Snapshot[]) => {
    const services = snapshots.find((snapshot) => snapshot.project === project)?.services;
    const service = services?.find((candidate) => candidate.name === name);
    if (service === undefined) return;
    const { plan, cloud } = service;
    const disk = { project, service: service.name };
    refusals.set(serviceKey(disk), { ...disk, plan, cloud, notOffered: { at: isoInstant(clock.now()), message } });
  };

  /** @returns whether the platform accepted it */
  const isAccepted = async (change: Change, made: MadeEndpoints, snapshots: readonly Snapshot[]): Promise<boolean> => {
    try {
      await writeOf(change, made)({ platform, store }, {});
      return true;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error instanceof PlatformNotOffered) noteRefusal(change, error.message, snapshots);
      return false;
    }
  };

  /** A run reads back what it has written. */
  const readBack = async (written: readonly Change[]): Promise<void> => {
    const parts = groupBy(written, ({ phase, project }) => `${phase} ${project}`);
    for (const [first] of parts.values()) if (first !== undefined) await platform.listServices(first.project);
  };

  return {
    write: async (changes, snapshots) => {
      const made: MadeEndpoints = new Map();
      const failed = new Set<string>();
      for (const change of changes) {
        const subject = subjectKey(change);
        if (!failed.has(subject) && !(await isAccepted(change, made, snapshots))) failed.add(subject);
      }
      const written = changes.filter((change) => !failed.has(subjectKey(change)));
      await readBack(written);
      return written;
    },
    withRefused: (snapshot) => {
      const ofProject = [...refusals.values()].filter(({ project }) => project === snapshot.project);
      return { ...snapshot, services: withRefusals(snapshot.services, ofProject, clock.now()) };
    },
  };
};
