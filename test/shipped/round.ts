import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openPlatform, serveOpened } from '../../lib/platform/index.ts';
import { serveAws } from '../aws/aws-server.ts';
import { createMemoryBucket } from '../aws/memory-bucket.ts';
import { type Draws, drawsOf } from '../simulator/engine/random.ts';
import { judgeAudit } from '../simulator/laws/audit.ts';
import { withinBudget } from '../simulator/laws/budgets.ts';
import { neverBelowProvisioned, oneAutoscaler } from '../simulator/laws/maximums.ts';
import { onlyOurs, onlySelected } from '../simulator/laws/scope.ts';
import { createWatcher } from '../simulator/laws/watcher.ts';
import { drawnPolicy, livedScenario } from '../simulator/organization/organization.ts';
import { policyText } from '../simulator/organization/policy.ts';
import { truthAt } from '../simulator/surroundings/truth.ts';
import { withoutPrivileges } from '../without-privileges.ts';
import { openHostileGateway } from './hostile-gateway.ts';
import { type AttackKind, attack, attackKinds, judgeRefusal } from './other-users.ts';
import { type Ended, type Environment, endOf, isStack, type Program, started, whileStopped } from './processes.ts';

/** A round with the shipped program: what became of it. */
export interface Round {
  readonly seed: number;
  readonly hurts: readonly string[];
  readonly writes: number;
  readonly fates: number;
  /** Places that other users had changed, and that the program refused by their name. */
  readonly refusals: number;
  readonly problems: readonly string[];
}

const hurts = ['killed', 'stopped', 'clock', 'disk full', 'nothing', ...attackKinds] as const;
type Hurt = (typeof hurts)[number];
const isAttack = (hurt: Hurt): hurt is AttackKind => attackKinds.some((kind) => kind === hurt);

/** What can happen to the second process: two attackers could not take back what each of them did. */
const hurtsBeside = (first: Hurt | undefined): readonly Hurt[] =>
  hurts
    .filter((hurt) => hurt !== 'other users' || withoutPrivileges() !== undefined)
    .filter((hurt) => first === undefined || !isAttack(first) || !isAttack(hurt));
const shim = pathToFileURL(join(import.meta.dirname, 'hurt-process.mjs')).href;
const token = 'canary-shipped-5c1d';

const hoursMs = 3_600_000;

/** Variables that hurt a process from within. */
const hurtFrom = (hurt: Hurt, draws: Draws): Environment => {
  if (hurt === 'clock') {
    const jump = draws.between(1, 3) * hoursMs * (draws.chance(0.5) ? 1 : -1);
    return { NODE_OPTIONS: `--import=${shim}`, SOAK_JUMP_MS: `${jump}`, SOAK_JUMP_AFTER: `${draws.below(60)}` };
  }
  return hurt === 'disk full' ? { NODE_OPTIONS: `--import=${shim}`, SOAK_WRITES: `${draws.below(40)}` } : {};
};

/** Signals that hurt a process from outside, at a drawn moment. */
const strike = async (child: ChildProcess, hurt: Hurt, draws: Draws): Promise<void> => {
  if (hurt !== 'killed' && hurt !== 'stopped') return;
  await wait(draws.between(150, 1_500));
  child.kill(hurt === 'killed' ? 'SIGKILL' : 'SIGSTOP');
  if (hurt === 'killed') return;
  await wait(draws.between(100, 1_500));
  child.kill('SIGCONT');
};

/** Files of the audit in a directory or a bucket. */
const auditBodies = (folder: string | undefined, bucket: ReturnType<typeof createMemoryBucket>): string[] => {
  if (folder === undefined)
    return [...bucket.objects].filter(([key]) => /(^|\/)audit\//.test(key)).map(([, body]) => body);
  const place = join(folder, 'audit');
  try {
    return readdirSync(place)
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(place, name), 'utf8'));
  } catch {
    return [];
  }
};

/**
 * Two processes apply beside each other and a dashboard, over a bad network, while disks grow; each is hurt in a drawn way.
 * Then one undisturbed process finishes, and the real commands and the platform itself say whether every law held.
 * @param folder an empty folder of this round
 */
export const liveRound = async (program: Program, seed: number, folder: string): Promise<Round> => {
  const draws = drawsOf(seed, 'shipped');
  const scenario = livedScenario(seed, { projects: 2, services: 8 });
  const policy = drawnPolicy(
    seed,
    -1,
    scenario.projects.map(({ name }) => name),
  );
  const platform = openPlatform({ scenario, seed, token, speed: 0 });
  const served = await serveOpened(platform);
  const begun = { policy, services: truthAt(platform.edge) };
  const watcher = createWatcher(
    platform.edge,
    [neverBelowProvisioned, oneAutoscaler, withinBudget, onlySelected, onlyOurs],
    () => ({
      policy,
      run: begun,
      writingForbiddenSinceMs: null,
      today: new Date().toISOString().slice(0, 10),
      isDisturbed: true,
    }),
  );
  let rate = 0.04;
  const gateway = await openHostileGateway(served.url, {
    draws: drawsOf(seed, 'platform'),
    rate: () => rate,
    observe: watcher.observe,
    between: async () => {
      if (rate > 0 && draws.chance(0.2)) await platform.advance(draws.between(1, 12) * 3_600);
    },
  });
  const bucket = createMemoryBucket(50);
  const aws = await serveAws(bucket, () => '');
  const s3 = await openHostileGateway(aws.url, { draws: drawsOf(seed, 's3'), rate: () => rate });
  const directory = seed % 2 === 0 ? join(folder, 'store') : undefined;
  if (directory !== undefined) mkdirSync(directory);
  const policyFile = join(folder, 'policy.yaml');
  const neighbours = join(folder, 'calendars');
  mkdirSync(neighbours);
  writeFileSync(join(neighbours, 'freeze.ics'), 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n');
  writeFileSync(
    policyFile,
    JSON.stringify({ ...JSON.parse(policyText(policy)), freeze: { calendar: 'calendars/freeze.ics' } }),
  );
  const around = join(folder, 'around');
  mkdirSync(around);
  const env: Environment = {
    HOME: folder,
    HEADROOM_BASE_URL: gateway.url,
    HEADROOM_ORGANIZATION: served.organization,
    HEADROOM_TOKEN: token,
    HEADROOM_STORE: directory ?? 's3://state/org',
    AWS_ENDPOINT_URL_S3: s3.url,
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' },
  };
  const problems: string[] = [];
  const said: string[] = [];
  const run = async (...args: readonly string[]): Promise<Ended> => {
    const ended = await endOf(started(program, args, env));
    said.push(ended.out, ended.err);
    return ended;
  };
  const need = (what: string, { status, out, err }: Ended, ...allowed: readonly number[]) => {
    if (!allowed.includes(status ?? -1)) problems.push(`${what} ended with ${status}: ${(err || out).slice(0, 400)}`);
  };
  const apply = ['apply', '--policy', policyFile];
  const drawn: Hurt[] = [];
  let refusals = 0;
  const dashboard = started(program, ['dashboard', '--port', '0'], env);
  const dashboardEnd = endOf(dashboard);
  try {
    for (const _ of [0, 1]) drawn.push(draws.one(hurtsBeside(drawn[0])));
    const children = drawn.map((hurt) => started(program, apply, { ...env, ...hurtFrom(hurt, draws) }));
    const kind = drawn.find(isAttack);
    const attacked = (attackKind: AttackKind) => attack(attackKind, { store: directory, neighbours, around }, draws);
    const waitMs = draws.between(150, 1_500);
    const [underway] = await Promise.all([
      kind === undefined ? undefined : whileStopped([...children, dashboard], waitMs, () => attacked(kind)),
      ...children.map(async (child, at) => {
        const hurt = drawn[at] ?? 'nothing';
        const ended = endOf(child);
        await strike(child, hurt, draws);
        const { out, err } = await ended;
        said.push(out, err);
        if (isStack(err)) problems.push(`${hurt}: a stack on standard error: ${err.slice(0, 400)}`);
      }),
    ]);
    problems.push(...(underway?.end() ?? []));
    rate = 0;
    if (kind !== undefined) {
      const between = await whileStopped([dashboard], 0, () => attacked(kind));
      const { refused, problems: found } = judgeRefusal(between, await run(...apply, '--break-lease'));
      problems.push(...found, ...between.end());
      if (refused) refusals += 1;
    }
    const unwell = await run('status', '--json');
    if (!unwell.out.trimStart().startsWith('{') && !unwell.out.trimStart().startsWith('['))
      problems.push(`status says nothing after ${drawn.join(', ')}: ${unwell.err.slice(0, 400)}`);
    const finished = await run(...apply, '--break-lease');
    // The platform may refuse a service for the first time, which the next run knows.
    need('the finishing apply', finished, 0, 3);
    if (finished.status === 3) need('the apply after it', await run(...apply), 0);
    const before = watcher.made.length;
    need('a further apply', await run(...apply), 0);
    if (watcher.made.length > before) problems.push(`a further apply wrote ${watcher.made.length - before} times`);
    need('audit --verify', await run('audit', '--verify'), 0);
  } finally {
    dashboard.kill('SIGKILL');
    const { out, err } = await dashboardEnd;
    said.push(out, err);
    await Promise.all([gateway.close(), s3.close(), aws.close(), served.close()]);
  }
  if (said.some((one) => one.includes(token))) problems.push('a command printed the token');
  problems.push(...watcher.violations.map(({ law, message }) => `${law}: ${message}`));
  problems.push(...judgeAudit(auditBodies(directory, bucket), watcher.made, watcher.tried));
  const fates = [gateway, s3].flatMap(({ struck }) => Object.values(struck)).reduce((sum, one) => sum + one, 0);
  return { seed, hurts: drawn, writes: watcher.made.length, fates, refusals, problems };
};
