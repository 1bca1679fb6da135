export { type CodeFailure, type CodeOutcome, type CodeRun, codeLimits } from './code-run.ts';
export { CodeRunner } from './run-code.ts';
