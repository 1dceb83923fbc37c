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
import { nowOf, onlyInventory, pass, recordOf, requestsOf, settled } from './quiet-passes.ts';
import { enableAll, even } from './scenarios.ts';
import { startWorld } from './local-headroom.ts';

describe('a later pass over an unchanged organization', () => {
  it('writes no record of a project, and its readings count', async () => {
    const world = await settled(4);
    const { report, requests } = await requestsOf(world, 'quiet');
    expect([report.outcome, report.unread, report.plan?.readings]).toEqual(['nothing', [], undefined]);
    expect(onlyInventory(requests.puts)).toEqual([]);
    expect(requests.puts.filter((key) => key.startsWith('runs/quiet/readings/')).length).toBeLessThanOrEqual(2);
  });

  it('makes few requests to the store: no write for a project, and one read, by the plan', async () => {
    const world = await settled(200);
    const { report, requests } = await requestsOf(world, 'quiet');
    expect(report.outcome).toBe('nothing');
    expect(requests.puts.length).toBeLessThanOrEqual(25);
    expect(onlyInventory(requests.gets)).toHaveLength(200);
    expect(requests.gets.length).toBeLessThanOrEqual(200 + 60);
  });

  it('shows its own time wherever an age is shown', async () => {
    const world = await settled(2);
    world.pass(hourMs);
    await world.reconcile({ runId: 'quiet', input: pass });
    world.pass(5 * minuteMs);
    const { projects } = await needObject<InventoryIndex>(world.store, keys.inventoryIndex);
    const ages = Object.values(projects).map(({ readAt }) => nowOf(world) - Date.parse(readAt));
    expect(ages).toEqual([5 * minuteMs, 5 * minuteMs]);
    expect((await readReadings(world.store, nowOf(world)))?.oldest?.msAgo).toBe(5 * minuteMs);
    const { subjects } = await disksInStore(world.store, nowOf(world));
    expect(subjects.map(({ readAt }) => nowOf(world) - Date.parse(readAt))).toEqual([5 * minuteMs, 5 * minuteMs]);
    // The record itself is older.
    expect(nowOf(world) - Date.parse((await recordOf(world, 'project-0')).readAt)).toBeGreaterThan(hourMs);
  });

  it('is the age from which the next pass counts, and the reading of a project that it does not read', async () => {
    const world = await settled(2);
    world.pass(hourMs);
    await world.reconcile({ runId: 'quiet', input: pass });
    world.pass(30 * minuteMs);
    const { plan } = await world.reconcile({ runId: 'part', input: { ...pass, reads: 1 } });
    expect(plan?.readings).toMatchObject({ olderThanRun: 1, oldestMinutes: 30 });
  });

  it('writes a record that has changed, and only this one', async () => {
    const world = await settled(3);
    await world.control('service', { project: 'project-1', service: 'service-0', tags: { team: 'moved' } });
    const { requests } = await requestsOf(world, 'changed');
    expect(onlyInventory(requests.puts)).toEqual([keys.projectRecord('project-1')]);
    expect((await recordOf(world, 'project-1')).runId).toBe('changed');
  });

  it('finds nothing new in lists that the platform gives in another order', async () => {
    const world = await settled(1, 3);
    const platform: Platform = {
      ...world.ports.platform,
      listServices: async (project) => (await world.ports.platform.listServices(project)).toReversed(),
      listEndpoints: async (project) => (await world.ports.platform.listEndpoints(project)).toReversed(),
    };
    const before = await recordOf(world, 'project-0');
    const { outcome } = await world.reconcile({ runId: 'turned', input: pass, ports: { platform } });
    expect(outcome).toBe('nothing');
    expect(await recordOf(world, 'project-0')).toEqual(before);
  });

  it('writes every record on the first pass of a day, with the history', async () => {
    const world = await settled(2);
    world.pass(24 * hourMs);
    const { requests } = await requestsOf(world, 'morning');
    expect(new Set(onlyInventory(requests.puts)).size).toBe(2);
    expect(onlyInventory((await requestsOf(world, 'later')).requests.puts)).toEqual([]);
  });

  it('writes a record with a mark of a run that is over, so that the mark ends', async () => {
    const world = await settled(1);
    await noteChanging(world.store, 'over', 'project-0', []);
    const { outcome } = await world.reconcile({ runId: 'after', input: pass });
    expect(outcome).toBe('nothing');
    const record = await recordOf(world, 'project-0');
    expect(record.runId).toBe('after');
    expect(record).not.toHaveProperty('changedBy');
  });

  it('writes a record with a trouble, so that the trouble ends', async () => {
    const world = await settled(1);
    const listServices: Platform['listServices'] = () => Promise.reject(new Error('a bad answer'));
    await world.reconcile({
      runId: 'bad',
      input: pass,
      ports: { platform: { ...world.ports.platform, listServices } },
    });
    expect(await recordOf(world, 'project-0')).toHaveProperty('trouble');
    await world.reconcile({ runId: 'well', input: pass });
    expect(await recordOf(world, 'project-0')).not.toHaveProperty('trouble');
  });

  it('leaves the time of a record that another run has written since', async () => {
    const world = await settled(1);
    world.pass(hourMs);
    await world.reconcile({ runId: 'quiet', input: pass });
    const record = await recordOf(world, 'project-0');
    const readAt = new Date(Date.parse(record.readAt) + 1).toISOString();
    await writeObject(world.store, keys.reading('project-0'), { ...record, readAt });
    const { subjects } = await disksInStore(world.store, nowOf(world));
    expect(subjects.map((subject) => subject.readAt)).toEqual([readAt]);
  });
});

describe('a run that only looks', () => {
  it('writes what it reads, because no index has its times', async () => {
    const world = await settled(1);
    const look = { trigger: { kind: 'manual', by: 'a test' }, readOnly: true };
    await world.reconcile({ runId: 'look', input: look });
    expect((await recordOf(world, 'project-0')).runId).toBe('look');
  });
});

describe('a run that is refused after it has read', () => {
  it('leaves the times of its readings, so that a repeated job proves that its plan is in place', async () => {
    const world = await startWorld(even(2, 2), enableAll(200).replace('maxChanges: 100000', 'maxChanges: 3'));
    const trigger = { kind: 'manual', by: 'a person' };
    const digest = (await world.reconcile({ runId: 'first' })).plan?.digest ?? '';
    const proposed = await needObject<ProposedPlan>(world.store, keys.proposedPlan(digest));
    const approved = { trigger, approvedDigest: digest };
    expect((await world.reconcile({ runId: 'approved', input: approved })).outcome).toBe('applied');
    for (const runId of ['second', 'third']) await world.reconcile({ runId, input: pass });
    world.pass(hourMs);
    const since = new Date(nowOf(world)).toISOString();
    const again = await world.reconcile({ runId: 'again', input: approved });
    expect([again.outcome, again.error]).toEqual(['refused', 'ApprovalUsed']);
    expect(await isAllInPlace(world.ports, proposed, since)).toBe(true);
  });
});
