import { type Severity, severityOf } from '../findings/finding-codes.ts';

/** Findings about a run itself: they concern the whole organization, so project and service are empty. */
export const ofRuns: readonly string[] = ['run-failed', 'plan-needs-approval'];

/** A failed run stops all protection, and a plan waits for nothing but a person. */
export const severityOfKind = (code: string): Severity => (ofRuns.includes(code) ? 'error' : severityOf(code));
