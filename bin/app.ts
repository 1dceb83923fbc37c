import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, NIST80053R5Checks, ServerlessChecks } from 'cdk-nag';
import { parseSettings, withRoles } from '../lib/contract/settings.ts';
import { bundleFunctions } from '../lib/infra/functions/bundle.ts';
import { HeadroomStack } from '../lib/infra/headroom-stack.ts';
import { chosenSettings } from '../lib/infra/settings-file.ts';

const bundles = join(import.meta.dirname, '..', 'dist', 'functions');
const app = new App();
const contextOf = (name: string): unknown => app.node.tryGetContext(name);
const { stackName, context, origin } = chosenSettings(contextOf);
const settings = parseSettings(withRoles(context, contextOf), origin);
// Files of an earlier build would be deployed too.
await rm(bundles, { recursive: true, force: true });
await bundleFunctions(bundles);
new HeadroomStack(app, stackName, { settings, bundles });
Validations.of(app).addPlugins(new AwsSolutionsChecks(), new ServerlessChecks(), new NIST80053R5Checks());
app.synth();
