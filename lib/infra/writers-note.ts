import { Annotations, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { StoreWriters, WriterRule } from './store/store-writers.ts';

const everyone = 'everyone in the account with a permission for the bucket';

/** ARNs as the app names them, and logical ids of roles whose ARNs only the deployment makes. */
const namesOf = (stack: Stack, arns: readonly string[] | undefined): string => {
  if (arns === undefined) return everyone;
  const names = arns.map((arn) => {
    const resolved = stack.resolve(arn);
    if (typeof resolved === 'string') return resolved;
    return `the role ${resolved['Fn::GetAtt']?.[0] ?? JSON.stringify(resolved)}`;
  });
  return names.join(', ');
};

/**
 * Says at synth who approves plans and who changes the policy, whose guardrails decide what needs an approval. A validation is
 * called once nothing changes the template any more, so it also names roles that the app grants something after the construct.
 */
export const sayWriters = (scope: Construct, writers: StoreWriters): void => {
  scope.node.addValidation({
    validate: () => {
      const of = (rule: WriterRule) => namesOf(Stack.of(scope), writers.of(rule));
      const text = `approvers, who may approve plans: ${of('approvers')}; policyWriters, who may change the policy with its guardrails, mode and grants: ${of('policyWriters')}. docs/permissions.md has the commands that ask AWS about a role.`;
      Annotations.of(scope).addInfoV2('headroom:writers', text);
      return [];
    },
  });
};
