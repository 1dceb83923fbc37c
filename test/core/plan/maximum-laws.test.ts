import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../lib/core/model/model.ts';
import { endpointName, isOurs } from '../../../lib/core/service/endpoint-name.ts';
import { lawsFor } from '../../laws.ts';
import { flat } from '../a-change.ts';
import { afterApplying } from '../organization.ts';
import { disks, endpointOf, example, gb, made, planned, serviceOf } from './any-plan.ts';

const always = lawsFor(example, 500);

describe('whatever the organization and the policy, in every plan', () => {
  it('no maximum is set below what is provisioned', () => {
    always((given) => {
      for (const change of flat(planned(given).plan.changes).filter(({ phase }) => phase === 'grant')) {
        const service = serviceOf(given.snapshots, change);
        const planDiskMb = disks.get(`pg/${service?.plan}`) ?? 0;
        expect(service?.diskMb).not.toBeNull();
        expect(change.toGb * gb).toBeGreaterThanOrEqual((service?.diskMb ?? 0) - planDiskMb);
      }
    });
  });

  it('no maximum is lowered below what is provisioned', () => {
    always((given) => {
      const lowers = flat(planned(given).plan.changes).filter(
        ({ phase, kind }) => phase === 'release' && kind === 'update-endpoint',
      );
      for (const change of lowers) {
        const service = serviceOf(given.snapshots, change);
        const planDiskMb = disks.get(`pg/${service?.plan}`) ?? 0;
        expect(change.toGb * gb).toBeGreaterThanOrEqual((service?.diskMb ?? Number.POSITIVE_INFINITY) - planDiskMb);
      }
    });
  });

  it('no maximum that policy decides stays below what is provisioned', () => {
    const inTheWay = new Set(['foreign-autoscaler', 'endpoint-shared', 'name-collision', 'managed-elsewhere']);
    const placeOf = ({ project, service }: { project: string; service: string }) => `${project}/${service}`;
    always((given) => {
      const { plan } = made(given);
      const left = new Set(plan.findings.filter(({ code }) => inTheWay.has(code)).map(placeOf));
      const decided = new Set(plan.decisions.filter(({ effect }) => effect === 'enable').map(placeOf));
      const isDecided = (place: string): boolean => decided.has(place) && !left.has(place);
      for (const { project, services, endpoints } of afterApplying(given.snapshots, plan.changes)) {
        const held = new Map(endpoints.map(({ id, maximum: { gb: most } }) => [id, most ?? Number.POSITIVE_INFINITY]));
        const checked = services.filter(
          ({ name: service, state, plan: ofPlan }) =>
            state === 'RUNNING' && ofPlan !== 'custom' && isDecided(placeOf({ project, service })),
        );
        for (const { diskMb, integrations } of checked) {
          const smallest = Math.min(...integrations.map(({ endpointId }) => held.get(endpointId) ?? 0));
          expect(smallest * gb).toBeGreaterThanOrEqual((diskMb ?? 0) - 80 * gb);
        }
      }
    });
  });

  it('what is kept elsewhere is neither disabled nor lowered', () => {
    always((given) => {
      const after = afterApplying(given.snapshots, planned(given).plan.changes);
      const most = (all: readonly Snapshot[], project: string, name: string) => {
        const { services = [], endpoints = [] } = all.find((each) => each.project === project) ?? {};
        const ties = services.find((service) => service.name === name)?.integrations ?? [];
        const held = endpoints.filter(({ id }) => ties.some((integration) => integration.endpointId === id));
        return Math.max(-1, ...held.map(({ maximum: { gb: maxGb } }) => maxGb ?? 0));
      };
      for (const { project, services } of given.snapshots) {
        for (const { name } of services.filter(({ tags }) => 'disk-autoscaler-managed-by' in tags)) {
          expect(most(after, project, name)).toBeGreaterThanOrEqual(most(given.snapshots, project, name));
        }
      }
    });
  });

  it('nothing that is not ours is touched', () => {
    always((given) => {
      for (const change of flat(planned(given).plan.changes)) {
        expect(isOurs(change.endpointName)).toBe(true);
        if (change.endpointId !== null) {
          expect(endpointOf(given.snapshots, change)?.name).toBe(change.endpointName);
          const users = given.snapshots
            .filter(({ project }) => project === change.project)
            .flatMap(({ services }) => services)
            .filter(({ integrations }) => integrations.some(({ endpointId }) => endpointId === change.endpointId));
          expect(users.map(({ name }) => name).filter((name) => name !== change.service)).toEqual([]);
        }
        if (change.service !== '') expect(change.endpointName).toBe(endpointName(change.service));
      }
    });
  });

  it('a service with an autoscaler of someone else, or an exempt one, is not changed at all', () => {
    always((given) => {
      for (const change of flat(planned(given).plan.changes)) {
        const service = serviceOf(given.snapshots, change);
        const own = given.snapshots
          .find(({ project }) => project === change.project)
          ?.endpoints.filter(({ name }) => name === change.endpointName)
          .map(({ id }) => id);
        expect(service?.integrations.filter(({ endpointId }) => !own?.includes(endpointId)) ?? []).toEqual([]);
        expect(service?.tags ?? {}).not.toHaveProperty('disk-autoscaler-exempt');
      }
    });
  });

  it('no service ends with more than one autoscaler of ours, but where policy ignores it or something is in the way', () => {
    always((given) => {
      const { plan } = made(given);
      const reported = new Set(plan.findings.map(({ project, service }) => `${project}/${service}`));
      const ignored = new Set(
        plan.decisions
          .filter(({ effect }) => effect === 'ignore')
          .map(({ project, service }) => `${project}/${service}`),
      );
      for (const { project, services } of afterApplying(given.snapshots, plan.changes)) {
        for (const { name, integrations } of services) {
          const place = `${project}/${name}`;
          if (!reported.has(place) && !ignored.has(place)) expect(integrations.length).toBeLessThanOrEqual(1);
        }
      }
    });
  });

  it('every decision and every change has a reason in a sentence', () => {
    always((given) => {
      const { plan } = made(given);
      for (const { reasons } of [...plan.decisions, ...plan.changes]) {
        expect(reasons).not.toEqual([]);
        for (const { text } of reasons) expect(text).toMatch(/^[A-Z0-9].*\.$/);
      }
      for (const { message } of plan.findings) expect(message).toMatch(/^[A-Z0-9].*[.?]$/);
    });
  });
});
