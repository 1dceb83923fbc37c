import type { DiskChange } from '../organization/policy.ts';
import type { ServiceTruth } from '../surroundings/truth.ts';
import { earlier, type WriteSeen } from './law.ts';

/** What a write did to the disk of a service, by what the platform held before and after it. */
interface DiskWrite {
  readonly kind: DiskChange;
  readonly service: ServiceTruth;
}

const kindOf = (before: ServiceTruth | undefined, after: ServiceTruth): DiskChange | undefined => {
  const [was, now] = [before?.ours[0]?.gb, after.ours[0]?.gb];
  if (was === now) return undefined;
  if (was === undefined) return 'enable';
  if (now === undefined) return 'disable';
  return now > was ? 'raise' : 'lower';
};

/** Every service whose maximum a write changed; none where it concerns an endpoint that no service uses. */
export const diskWrites = ({ before, after }: WriteSeen): DiskWrite[] =>
  after.flatMap((service) => {
    const kind = kindOf(earlier(before, service), service);
    return kind === undefined ? [] : [{ kind, service }];
  });

/** Whether a write changes the options of a service, or the size of its disk. */
export const isConfigure = ({ request }: Pick<WriteSeen, 'request'>): boolean =>
  /\/service\/[^/?]+$/.test(request.path);

/** Whether it changes the size of its disk. */
export const isResize = ({ request }: Pick<WriteSeen, 'request'>): boolean =>
  request.method === 'PUT' && isConfigure({ request }) && 'disk_space_mb' in JSON.parse(request.body ?? '{}');
