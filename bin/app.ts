import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, NIST80053R5Checks, ServerlessChecks } from 'cdk-nag';
import { bundleFunctions } from '../lib/infra/functions/bundle.ts';
import { HeadroomStack } from '../lib/infra/headroom-stack.ts';
import { deploymentsOf } from '../lib/infra/settings-file.ts';

// A folder of its own: another synth may bundle at the same time, and files of an earlier build would be deployed too.
const bundles = await mkdtemp(join(tmpdir(), 'headroom-functions-'));
const app = new App();
const deployments = deploymentsOf((name) => app.node.tryGetContext(name));
await bundleFunctions(bundles);
for (const { stackName, settings } of deployments) new HeadroomStack(app, stackName, { settings, bundles });
Validations.of(app).addPlugins(new AwsSolutionsChecks(), new ServerlessChecks(), new NIST80053R5Checks());
app.synth();
// The assembly has its own copy.
await rm(bundles, { recursive: true, force: true });
