import { describe, expect, it } from 'vitest';
import * as errors from '../../lib/contract/errors.ts';
import { allTasks } from '../../lib/contract/tasks.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import { openShell } from '../cli/commands/shell.ts';
import { even } from '../workflow/scenarios.ts';
import { flat, listed } from './access/template.ts';
import { allStates } from './all-states.ts';
import { deployed } from './deployed.ts';

/** The state machines of the stack. */
export const machineSentences = (): void => {
  const { resources, of } = deployed();

  describe('every state machine', () => {
    it('logs its states without their data', () => {
      const machines = of('AWS::StepFunctions::StateMachine');
      expect(machines.length).toBe(new Set(allTasks.map(({ workflow }) => workflow).filter(Boolean)).size);
      for (const [, machine] of machines) {
        expect(machine.LoggingConfiguration).toMatchObject({ Level: 'ALL', IncludeExecutionData: false });
      }
    });

    it('is deployed byte for byte as headroom workflow prints it', async () => {
      const shell = await openShell(even(1, 1));
      const machines = of('AWS::StepFunctions::StateMachine').map(([, properties]) => properties);
      const deployedTexts = machines.map(({ StateMachineName, DefinitionString }) => [
        StateMachineName,
        DefinitionString,
      ]);
      const printed = Object.keys(definitions).map(async (name) => [
        `headroom-${name}`,
        (await shell.run('workflow', name)).out,
      ]);
      expect(Object.fromEntries(deployedTexts)).toEqual(Object.fromEntries(await Promise.all(printed)));
    });

    it('calls versions of its functions, which stay when newer ones are deployed, so that no run mixes code', () => {
      const versions = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Version');
      const called = of('AWS::StepFunctions::StateMachine').flatMap(([, { DefinitionSubstitutions }]) =>
        Object.values(DefinitionSubstitutions).map(flat),
      );
      expect(called.length).toBeGreaterThan(0);
      for (const name of called) expect(versions.map(([id]) => `<${id}>`)).toContain(name);
      for (const [, { DeletionPolicy }] of versions) expect(DeletionPolicy).toBe('Retain');
      // A role that could only call the version of today would end every run in progress.
      const permitted = of('AWS::IAM::ManagedPolicy')
        .filter(([id]) => /^Re(?:concile|tirement)Access/.test(id))
        .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement)
        .filter(({ Action }) => listed(Action).includes('lambda:InvokeFunction'))
        .flatMap(({ Resource: on }) => listed(on));
      expect(permitted).toHaveLength(called.length);
      for (const arn of permitted) expect(arn).toMatch(/^<Functions\w+\.Arn>:\*$/);
    });

    it('names functions for all of its placeholders', () => {
      for (const [, { DefinitionString, DefinitionSubstitutions }] of of('AWS::StepFunctions::StateMachine')) {
        const named = [...DefinitionString.matchAll(/\$\{([a-z-]+)\}/g)].map(([, name]) => name);
        expect(new Set(named)).toEqual(new Set(Object.keys(DefinitionSubstitutions)));
      }
    });

    it('retries and catches only errors that there are', async () => {
      const known = new Set([...Object.keys(errors)]);
      const reserved = /^(States|Lambda|Sandbox|Runtime)\.[A-Za-z]+$/;
      const named = allStates.flatMap(({ Retry = [], Catch = [] }) =>
        [...Retry, ...Catch].flatMap(({ ErrorEquals }) => ErrorEquals),
      );
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((name) => !known.has(name) && !reserved.test(name))).toEqual([]);
    });
  });
};
