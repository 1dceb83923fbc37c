/** A call with its percent-encoded path below `/v1`. */
export interface Called {
  readonly method: string;
  readonly path: string;
}

/** Segments of a path that a name or id follows, and how a template writes it. */
const followedBy: ReadonlyMap<string, string> = new Map([
  ['organization', '{organization}'],
  ['application-users', '{user}'],
  ['access-tokens', '{token}'],
  ['access_token', '{token}'],
  ['project', '{project}'],
  ['service', '{service}'],
  ['integration', '{integration}'],
  ['integration_endpoint', '{endpoint}'],
  ['service-types', '{type}'],
  ['plans', '{plan}'],
  ['clouds', '{cloud}'],
]);

const alone: ReadonlySet<string> = new Set(['organizations', 'projects', 'tags', 'events', 'metrics', 'pricing', 'me']);

/**
 * Method and path template of a call, such as `GET /project/{project}/service`: without a name of the organization and without
 * a token. A segment that is not listed here may be one, so it is left out.
 */
export const operationName = ({ method, path }: Called): string => {
  const [, ...segments] = path.replace(/\?.*$/, '').split('/');
  const template: string[] = [];
  let name: string | undefined;
  for (const segment of segments) {
    const after = name === undefined ? followedBy.get(segment) : undefined;
    template.push(name ?? (after !== undefined || alone.has(segment) ? segment : '{…}'));
    name = after;
  }
  return `${method} /${template.join('/')}`;
};
