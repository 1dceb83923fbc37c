import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUserConfig } from '../../../lib/cli/commands/integration-endpoints/action.ts';
import { readChannelSettings } from '../../../lib/cli/session/channels.ts';
import { planFileText, readPlanFile } from '../../../lib/cli/session/plan-file.ts';
import { UsageError } from '../../../lib/cli/shell/usage-error.ts';
import { proposedChangeJson } from '../../../lib/core/change/change-json.ts';
import { digestText } from '../../../lib/core/plan/order.ts';
import { sha256 } from '../../../lib/run/store/sha256.ts';
import { creationFor } from '../../run/approval/one-proposed-plan.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

/** A new file with this text. */
const fileWith = (text: string, name = 'file.json', mode = 0o600): string => {
  const path = join(temporaryDirectory(), name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
};

describe('the file of a plan', () => {
  const changes = [creationFor('orders')];
  const here = { organization: 'org', baseUrl: 'https://platform.example' };
  const origin = { ...here, proposedAt: '2030-01-01T00:00:00.000Z' };
  const text = (digest = sha256(digestText(changes))) =>
    planFileText({ digest, projects: null, changes: changes.map(proposedChangeJson) }, origin);

  it('is read as it was written, for its organization and platform alone', async () => {
    const file = fileWith(text());
    expect(await readPlanFile(file, here)).toMatchObject({ ...origin, projects: null, changes });
    for (const other of [
      { ...here, organization: 'other' },
      { ...here, baseUrl: 'https://other.example' },
    ]) {
      const reading = readPlanFile(file, other);
      await expect(reading).rejects.toThrow(UsageError);
      await expect(reading).rejects.toThrow(
        `is a plan of organization org at https://platform.example; this command uses the plan of organization ${other.organization} at ${other.baseUrl}`,
      );
    }
  });

  it.each([
    ['was edited', text().replace('"toGb": 5', '"toGb": 6'), 'was edited after it was written'],
    ['has other changes than its digest says', text('other'), 'its changes do not match its digest'],
    ['is no JSON', '{', 'is not a plan of this version of headroom'],
    ['has no seal', '{"digest":"d"}', 'is not a plan of this version of headroom'],
  ])('that %s is refused with the way out', async (_, content, problem) => {
    const reading = readPlanFile(fileWith(content), here);
    await expect(reading).rejects.toThrow(problem);
    await expect(reading).rejects.toThrow('create it again with headroom plan --out FILE');
  });
});

describe('the value of --user-config', () => {
  it('is JSON or a file with JSON, and what the client writes flat is nested for the platform', async () => {
    const flat = '{"max_additional_storage":"200"}';
    const nested = { autoscaler: { max_additional_storage: '200' } };
    expect(await readUserConfig(flat, 'documented')).toEqual(nested);
    expect(await readUserConfig(`@${fileWith(flat)}`, 'documented')).toEqual(nested);
    const whole = { autoscaler: {}, max_additional_storage: '1' };
    expect(await readUserConfig(JSON.stringify(whole), 'documented')).toEqual(whole);
    expect(await readUserConfig('{"other":1}', 'current')).toEqual({ other: 1 });
    await expect(readUserConfig(flat, 'current')).rejects.toThrow('profile current counts the whole disk');
  });

  it.each(['[]', 'null', '1', '"canary"', '{canary'])('that is no object is refused: %s', async (value) => {
    const file = fileWith(value);
    for (const [given, where] of [
      [value, '--user-config'],
      [`@${file}`, `--user-config ${file}`],
    ] as const) {
      const reading = readUserConfig(given, 'documented');
      await expect(reading).rejects.toThrow(UsageError);
      await expect(reading).rejects.toThrow(`${where}: must be a JSON object`);
      await expect(reading).rejects.toSatisfy((error: Error) => !error.message.includes('canary'));
    }
  });
});

describe('the settings of the channels', () => {
  it('are the variable itself, or the file that is named, or that of the organization', async () => {
    const file = fileWith('{"a":1}');
    const HEADROOM_CHANNELS_FILE = file;
    expect(await readChannelSettings({ HEADROOM_CHANNELS: '{}', HEADROOM_CHANNELS_FILE }, 'org')).toBe('{}');
    expect(await readChannelSettings({ HEADROOM_CHANNELS_FILE }, undefined)).toBe('{"a":1}');
    expect(await readChannelSettings({ XDG_CONFIG_HOME: temporaryDirectory() }, 'org/1')).toBeUndefined();
    expect(await readChannelSettings({}, undefined)).toBeUndefined();
  });

  it('are refused where other users may read them, and where they are no file', async () => {
    const open = fileWith('{"secret":"canary"}', 'channels.json', 0o640);
    const reading = readChannelSettings({ HEADROOM_CHANNELS_FILE: open }, undefined);
    await expect(reading).rejects.toThrow(`other users may read it; run chmod 600 ${open}`);
    const folder = temporaryDirectory();
    chmodSync(folder, 0o700);
    await expect(readChannelSettings({ HEADROOM_CHANNELS_FILE: folder }, undefined)).rejects.toThrow(
      'cannot be read (EISDIR)',
    );
  });
});
