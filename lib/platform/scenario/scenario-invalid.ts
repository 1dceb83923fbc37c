import { firstLines } from '../../core/model/visible-text.ts';

/** The scenario is invalid; the message has a line for each of the first errors. */
export class ScenarioInvalid extends Error {
  override readonly name = 'ScenarioInvalid';
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(firstLines(lines).join('\n'));
    this.lines = lines;
  }
}
