import { UsageError } from './usage-error.ts';

const highestPort = 65_535;

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

/** The port of a server, and what happens if another program has it. */
export interface PortRequest {
  /** 0: any free one. */
  readonly port: number;
  /** Use the next free port if this one is taken. */
  readonly nextFree?: boolean;
}

/** Starts a server on its port. @throws UsageError if the port is taken and no other may be used */
export const onPort = async <T>(request: PortRequest, serve: (port: number) => Promise<T>): Promise<T> => {
  for (let { port } = request; ; port += 1) {
    try {
      return await serve(port);
    } catch (error) {
      if (!isTaken(error)) throw error;
      if (request.nextFree && port < highestPort) continue;
      throw new UsageError(`port ${port} is taken; choose another with --port, or 0 for any free one`);
    }
  }
};
