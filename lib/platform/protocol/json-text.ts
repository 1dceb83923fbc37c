/** An answer whose JSON text is already written. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const jsonText = (answer: object): string => (answer instanceof JsonText ? answer.text : JSON.stringify(answer));
