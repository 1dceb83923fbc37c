import { describe, expect, it } from 'vitest';
import { disksInStore } from '../../lib/cli/from-store/stored-disks.ts';
import { hourMs, minuteMs } from '../../lib/core/model/durations.ts';
import type { Platform } from '../../lib/ports.ts';
import { noteChanging } from '../../lib/run/inventory/record.ts';
import { isAllInPlace } from '../../lib/run/plan/in-place.ts';
import { readReadings } from '../../lib/run/status/store-facts.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { needObject, writeObject } from '../../lib/run/store/objects.ts';
import type { InventoryIndex, ProposedPlan } from '../../lib/run/store/run-objects.ts';
import { startHeadroom } from './local-headroom.ts';
import { nowOf, onlyInventory, pass, recordOf, requestsOf, settled } from './quiet-passes.ts';
import { enableAll, even } from './scenarios.ts';

describe('a later pass over an unchanged organization', () => {
  it('writes no record of a project, and its readings count', async () => {
    const headroom = await settled(4);
    const { report, requests } = await requestsOf(headroom, 'quiet');
    expect([report.outcome, report.unread, report.plan?.readings]).toEqual(['nothing', [], undefined]);
    expect(onlyInventory(requests.puts)).toEqual([]);
    expect(requests.puts.filter((key) => key.startsWith('runs/quiet/readings/')).length).toBeLessThanOrEqual(2);
  });

  it('makes few requests to the store: no write for a project, and two reads, by the survey and the plan', async () => {
    const headroom = await settled(200);
    const { report, requests } = await requestsOf(headroom, 'quiet');
    expect(report.outcome).toBe('nothing');
    expect(requests.puts.length).toBeLessThanOrEqual(25);
    expect(onlyInventory(requests.gets)).toHaveLength(2 * 200);
    expect(requests.gets.length).toBeLessThanOrEqual(2 * 200 + 60);
  });

  it('shows its own time wherever an age is shown', async () => {
    const headroom = await settled(2);
    headroom.pass(hourMs);
    await headroom.reconcile({ runId: 'quiet', input: pass });
    headroom.pass(5 * minuteMs);
    const { projects } = await needObject<InventoryIndex>(headroom.store, keys.inventoryIndex);
    const ages = Object.values(projects).map(({ readAt }) => nowOf(headroom) - Date.parse(readAt));
    expect(ages).toEqual([5 * minuteMs, 5 * minuteMs]);
    expect((await readReadings(headroom.store, nowOf(headroom)))?.oldest?.msAgo).toBe(5 * minuteMs);
    const { subjects } = await disksInStore(headroom.store, nowOf(headroom));
    expect(subjects.map(({ readAt }) => nowOf(headroom) - Date.parse(readAt))).toEqual([5 * minuteMs, 5 * minuteMs]);
    // The record itself is older.
    expect(nowOf(headroom) - Date.parse((await recordOf(headroom, 'project-0')).readAt)).toBeGreaterThan(hourMs);
  });

  it('is the age from which the next pass counts, and the reading of a project that it does not read', async () => {
    const headroom = await settled(2);
    headroom.pass(hourMs);
    await headroom.reconcile({ runId: 'quiet', input: pass });
    headroom.pass(30 * minuteMs);
    const { plan } = await headroom.reconcile({ runId: 'part', input: { ...pass, reads: 1 } });
    expect(plan?.readings).toMatchObject({ olderThanRun: 1, oldestMinutes: 30 });
  });

  it('writes a record that has changed, and only this one', async () => {
    const headroom = await settled(3);
    await headroom.control('service', { project: 'project-1', service: 'service-0', tags: { team: 'moved' } });
    const { requests } = await requestsOf(headroom, 'changed');
    expect(onlyInventory(requests.puts)).toEqual([keys.projectRecord('project-1')]);
    expect((await recordOf(headroom, 'project-1')).runId).toBe('changed');
  });

  it('finds nothing new in lists that the platform gives in another order', async () => {
    const headroom = await settled(1, 3);
    const platform: Platform = {
      ...headroom.ports.platform,
      listServices: async (project) => (await headroom.ports.platform.listServices(project)).toReversed(),
      listEndpoints: async (project) => (await headroom.ports.platform.listEndpoints(project)).toReversed(),
    };
    const before = await recordOf(headroom, 'project-0');
    const { outcome } = await headroom.reconcile({ runId: 'turned', input: pass, ports: { platform } });
    expect(outcome).toBe('nothing');
    expect(await recordOf(headroom, 'project-0')).toEqual(before);
  });

  it('writes every record on the first pass of a day, with the history', async () => {
    const headroom = await settled(2);
    headroom.pass(24 * hourMs);
    const { requests } = await requestsOf(headroom, 'morning');
    expect(new Set(onlyInventory(requests.puts)).size).toBe(2);
    expect(onlyInventory((await requestsOf(headroom, 'later')).requests.puts)).toEqual([]);
  });

  it('writes a record with a mark of a run that is over, so that the mark ends', async () => {
    const headroom = await settled(1);
    await noteChanging(headroom.store, 'over', 'project-0', []);
    const { outcome } = await headroom.reconcile({ runId: 'after', input: pass });
    expect(outcome).toBe('nothing');
    const record = await recordOf(headroom, 'project-0');
    expect(record.runId).toBe('after');
    expect(record).not.toHaveProperty('changedBy');
  });

  it('writes a record with a trouble, so that the trouble ends', async () => {
    const headroom = await settled(1);
    const listServices: Platform['listServices'] = () => Promise.reject(new Error('a bad answer'));
    await headroom.reconcile({
      runId: 'bad',
      input: pass,
      ports: { platform: { ...headroom.ports.platform, listServices } },
    });
    expect(await recordOf(headroom, 'project-0')).toHaveProperty('trouble');
    await headroom.reconcile({ runId: 'well', input: pass });
    expect(await recordOf(headroom, 'project-0')).not.toHaveProperty('trouble');
  });

  it('leaves the time of a record that another run has written since', async () => {
    const headroom = await settled(1);
    headroom.pass(hourMs);
    await headroom.reconcile({ runId: 'quiet', input: pass });
    const record = await recordOf(headroom, 'project-0');
    const readAt = new Date(Date.parse(record.readAt) + 1).toISOString();
    await writeObject(headroom.store, keys.reading('project-0'), { ...record, readAt });
    const { subjects } = await disksInStore(headroom.store, nowOf(headroom));
    expect(subjects.map((subject) => subject.readAt)).toEqual([readAt]);
  });
});

describe('a run that only looks', () => {
  it('writes what it reads, because no index has its times', async () => {
    const headroom = await settled(1);
    const look = { trigger: { kind: 'manual', by: 'a test' }, readOnly: true };
    await headroom.reconcile({ runId: 'look', input: look });
    expect((await recordOf(headroom, 'project-0')).runId).toBe('look');
  });
});

describe('a run that is refused after it has read', () => {
  it('leaves the times of its readings, so that a repeated job proves that its plan is in place', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200).replace('maxChanges: 100000', 'maxChanges: 3'));
    const trigger = { kind: 'manual', by: 'a person' };
    const digest = (await headroom.reconcile({ runId: 'first' })).plan?.digest ?? '';
    const proposed = await needObject<ProposedPlan>(headroom.store, keys.proposedPlan(digest));
    const approved = { trigger, approvedDigest: digest };
    expect((await headroom.reconcile({ runId: 'approved', input: approved })).outcome).toBe('applied');
    for (const runId of ['second', 'third']) await headroom.reconcile({ runId, input: pass });
    headroom.pass(hourMs);
    const since = new Date(nowOf(headroom)).toISOString();
    const again = await headroom.reconcile({ runId: 'again', input: approved });
    expect([again.outcome, again.error]).toEqual(['refused', 'ApprovalUsed']);
    expect(await isAllInPlace(headroom.ports, proposed, since)).toBe(true);
  });
});
