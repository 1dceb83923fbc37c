import { PlatformError, PlatformNotOffered } from '../contract/errors.ts';
import { type Change, subjectKey } from '../core/change/change.ts';
import { isoInstant } from '../core/model/durations.ts';
import { groupBy, serviceKey } from '../core/model/grouping.ts';
import type { Snapshot } from '../core/model/model.ts';
import type { Store } from '../ports.ts';
import { writeOf } from '../run/apply/write-change.ts';
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
    const service = services?.find((one) => one.name === name);
    if (service === undefined) return;
    const { plan, cloud } = service;
    const at = isoInstant(clock.now());
    refusals.set(serviceKey({ project, service: service.name }), {
      project,
      service: service.name,
      plan,
      cloud,
      at,
      message,
    });
  };

  return {
    write: async (changes, snapshots) => {
      const made = new Map<string, string>();
      const failed = new Set<string>();
      for (const change of changes) {
        if (failed.has(subjectKey(change))) continue;
        try {
          await writeOf(change, made)({ platform, store }, {});
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
          failed.add(subjectKey(change));
          if (error instanceof PlatformNotOffered) noteRefusal(change, error.message, snapshots);
        }
      }
      const written = changes.filter((change) => !failed.has(subjectKey(change)));
      // A run reads back what it has written.
      for (const part of groupBy(written, ({ phase, project }) => `${phase} ${project}`).values())
        if (part[0] !== undefined) await platform.listServices(part[0].project);
      return written;
    },
    withRefused: (snapshot) => {
      const ofProject = [...refusals.values()].filter(({ project }) => project === snapshot.project);
      return { ...snapshot, services: withRefusals(snapshot.services, ofProject, clock.now()) };
    },
  };
};
