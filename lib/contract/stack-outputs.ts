/** Name of the stack output with the ARN of a token's secret: numbered from the second token on. */
export const secretOutput = (index: number): string => (index === 0 ? 'SecretArn' : `SecretArn${index + 1}`);
