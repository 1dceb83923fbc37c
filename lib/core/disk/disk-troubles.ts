import type { Finding } from '../model/decision.ts';
import { counted, namesText } from '../model/visible-text.ts';

/** Findings that say that a disk has no room, or soon none, the most urgent first. The policy's own days decide about the soon ones. */
export const diskTroubles: readonly { readonly code: string; readonly isNow: boolean; readonly text: string }[] = [
  { code: 'disk-full', isNow: true, text: 'full or nearly full, without room to grow' },
  { code: 'autoscaler-stuck', isNow: true, text: 'nearly full, and the autoscaler does not act' },
  { code: 'disk-fills-up', isNow: true, text: 'filling up without room to grow' },
  { code: 'maximum-reached', isNow: true, text: 'at the maximum' },
  { code: 'maximum-soon', isNow: false, text: 'may soon stop growing' },
  { code: 'growth-runaway', isNow: false, text: 'growing far beyond the past' },
  { code: 'plan-limit-reached', isNow: false, text: 'at the limit of the plan' },
];

/** Subject of a finding about a disk without any room. */
export const fullLevel = '100 %';

/** Most names that one line shows. */
const mostNames = 3;

/** The disks among findings that have no room, or soon none, by trouble, such as `1 disk at the maximum (shop/orders)`. */
export const troublesIn = <F extends Pick<Finding, 'code' | 'project' | 'service'>>(findings: readonly F[]) =>
  diskTroubles.flatMap(({ code, isNow, text }) => {
    const at = findings.filter((finding) => finding.code === code);
    const names = at.map(({ project, service }) => `${project}/${service}`);
    const says = `${counted(at.length, 'disk')} ${text} (${namesText(names, mostNames, ' and')})`;
    return at.length === 0 ? [] : [{ code, isNow, text, says, at }];
  });
