import type { ProjectFacts, Service, Tags } from '../model/model.ts';

type Decide<T> = (project: ProjectFacts, service: Service, today: string) => T;

interface Known<T> {
  readonly project: ProjectFacts;
  readonly today: string;
  readonly decided: T;
}

/** Every run reads the tags of projects again, so equal tags may be different objects. */
const areSame = (some: Tags, others: Tags): boolean => {
  if (some === others) return true;
  const names = Object.keys(some);
  return names.length === Object.keys(others).length && names.every((name) => some[name] === others[name]);
};

/**
 * Decides once for each record of a service: a plan is made again with the answers to what it asked, and the next run of the
 * process finds most records unchanged.
 */
export const oncePerService = <T>(decide: Decide<T>): Decide<T> => {
  const known = new WeakMap<Service, Known<T>>();
  return (project, service, today) => {
    const last = known.get(service);
    const isSame =
      last?.today === today && last.project.name === project.name && areSame(last.project.tags, project.tags);
    if (last !== undefined && isSame) return last.decided;
    const decided = decide(project, service, today);
    known.set(service, { project, today, decided });
    return decided;
  };
};
