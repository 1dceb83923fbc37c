import fc from 'fast-check';
import { inject } from 'vitest';
import './seed.ts';

// Before every test file: properties that name no seed of their own draw from that of the run.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: inject('seed') });
