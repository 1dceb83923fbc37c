import { describe, expect, it } from 'vitest';
import type { Resource } from './access/template.ts';
import { deployed } from './deployed.ts';

/** A mail of SNS about an alarm, without the lines that are the same in all. */
const mailOf = ({ AlarmName, AlarmDescription }: Resource['Properties']): string =>
  ['```text', `Subject: ALARM: "${AlarmName}" in EU (Ireland)`, '', `Description: ${AlarmDescription}`, '```'].join(
    '\n',
  );

const opening = `# Mails of alarms

What reaches \`alarmAddress\` when an alarm begins, for a stack called \`headroom\` with hourly runs. Two kinds ring: *Broken* says that something
does not work, *Needs a person* that it goes on, slowly or in part, until a person looks. The subject is the one of CloudWatch; lines with account,
region and time follow. A mail with \`OK\` in its subject says that the alarm is over. The test of the stack writes this page.
`;

/** lib/infra/monitoring/conditions.ts: what people read at night. */
export const mailSentences = (): void => {
  describe('the mail of an alarm', () => {
    it('is the one that docs/alarm-mails.md shows, by how urgent it is', async () => {
      const { of } = deployed({ channels: true, backup: true });
      const alarms = [...of('AWS::CloudWatch::Alarm'), ...of('AWS::CloudWatch::CompositeAlarm')]
        .map(([, alarm]) => alarm)
        .filter(({ AlarmActions }) => AlarmActions !== undefined);
      const ofKind = (kind: string) =>
        alarms
          .filter(({ AlarmDescription }) => AlarmDescription.includes(`. ${kind}. `))
          .map(mailOf)
          .toSorted();
      const [broken, person] = [ofKind('Broken'), ofKind('Needs a person')];
      expect(broken.length + person.length).toBe(alarms.length);
      const page = [opening, '## Broken\n', broken.join('\n\n'), '\n## Needs a person\n', person.join('\n\n'), ''].join(
        '\n',
      );
      await expect(page).toMatchFileSnapshot('../../docs/alarm-mails.md');
    });
  });
};
