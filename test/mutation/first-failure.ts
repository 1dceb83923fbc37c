import fc from 'fast-check';

/** A mutant is caught by its first failure: no smaller one is looked for. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
