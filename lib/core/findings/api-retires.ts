import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import { byText } from '../model/grouping.ts';
import type { RetiringCall } from '../model/model.ts';

const day = (time: string) => time.slice(0, 10);

const messageOf = ({ operation, deprecatedAt, sunsetAt, link }: RetiringCall): string => {
  const when = sunsetAt === undefined ? 'on a date that it does not name' : `on ${day(sunsetAt)}`;
  const since = deprecatedAt === undefined ? '' : ` and marks it as deprecated since ${day(deprecatedAt)}`;
  const until = sunsetAt === undefined ? 'soon' : 'before that date';
  const notice = link === undefined ? '' : ` Notice of the platform: ${link}`;
  return `The platform retires the call ${operation} ${when}${since}. From then on every run that needs the call fails. Update Headroom ${until}.${notice}`;
};

/**
 * One finding per operation that the platform announces to retire.
 * @param calls in the order of their readings: of an operation the last one counts
 */
export const apiRetires = (calls: readonly RetiringCall[]): Finding[] =>
  [...new Map(calls.map((call) => [call.operation, call])).values()]
    .sort((a, b) => byText(a.operation, b.operation))
    .map((call) => findingAt(everywhere, 'api-retires', messageOf(call), { subject: call.operation }));
