import { Annotations, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { accessQuestions } from '../access/asked.ts';
import { whoCanSentence } from '../access/sentence.ts';
import { parseTemplate } from '../access/template.ts';
import { whoCan } from '../access/who-can.ts';

/**
 * Says at synth who will be able to write, approve and read the token. A validation is called once nothing changes the template any
 * more, whatever the app adds after the construct.
 */
export const sayWhoCan = (scope: Construct): void => {
  const stack = Stack.of(scope);
  scope.node.addValidation({
    validate: () => {
      // biome-ignore lint/complexity/useLiteralKeys: protected in the CDK, whose public way to the template synthesizes the whole app once more
      const template = parseTemplate(stack.stackName, JSON.stringify(stack.resolve(stack['_toCloudFormation']())));
      for (const question of accessQuestions) {
        const sentence = whoCanSentence(whoCan(question, stack.stackName, template));
        const text = `${sentence}. Administrators, changes by hand and policies elsewhere are not part of it: headroom who-can ${question}`;
        Annotations.of(scope).addInfoV2(`headroom:who-can-${question}`, text);
      }
      return [];
    },
  });
};
