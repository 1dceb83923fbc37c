import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, NIST80053R5Checks, ServerlessChecks } from 'cdk-nag';
import { bundleFunctions } from '../lib/infra/functions/bundle.ts';
import { HeadroomStack } from '../lib/infra/headroom-stack.ts';
import { deploymentsOf } from '../lib/infra/settings-file.ts';

const app = new App();

/** The lines of a wrong setting say all that its author needs; any other error keeps its trace. */
const chosenDeployments = () => {
  try {
    return deploymentsOf((name) => app.node.tryGetContext(name));
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'Error') throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
};

const deployments = chosenDeployments();
// A folder of its own: another synth may bundle at the same time, and files of an earlier build would be deployed too.
const bundles = await mkdtemp(join(tmpdir(), 'headroom-functions-'));
await bundleFunctions(bundles);
for (const { stackName, settings } of deployments) new HeadroomStack(app, stackName, { settings, bundles });
Validations.of(app).addPlugins(new AwsSolutionsChecks(), new ServerlessChecks(), new NIST80053R5Checks());
app.synth();
// The assembly has its own copy.
await rm(bundles, { recursive: true, force: true });
