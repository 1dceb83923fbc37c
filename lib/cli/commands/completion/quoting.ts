/** A word of a shell script in single quotes, for bash and zsh. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
