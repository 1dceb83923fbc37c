/** The scenario is invalid; one line per error. */
export class ScenarioInvalid extends Error {
  override readonly name = 'ScenarioInvalid';
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
