import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type Dashboard, serveDashboard } from '../../dashboard/serve.ts';
import { openCommandStore, type StoreFlags } from '../session/open-store.ts';
import { openDashboard } from '../session/dashboard.ts';
import { type CommandLine, exitStatus } from '../shell/command-line.ts';
import { consoleOf } from '../shell/console.ts';
