import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with the line `N passed, N failed` (and `, N skipped`), which programs read. */
class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    const skipped = count.skipped + count.pending;
    process.stdout.write(
      `\n${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }
}

// Vitest loads a reporter by its default export.
export default ClosingLineReporter;
