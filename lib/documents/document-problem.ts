/** Position in a document: member names and list indexes from the top. */
export type DocumentPath = readonly PropertyKey[];

/** One problem of a document. */
export interface DocumentProblem {
  readonly path: DocumentPath;
  readonly message: string;
  /** The problem is the name of the member, not its value. */
  readonly atKey: boolean;
}
