import type { JsonValue } from '@atelier/contracts/fields/field-values';

/** The limits of a code step. */
export const codeLimits = {
  /** Default and most milliseconds that the code may run. */
  deadlineMs: 5000,
  mostDeadlineMs: 10_000,
  /** MiB of memory, with everything that the language itself needs. */
  memoryMb: 64,
  /** Characters of the code, of its input and of its output as JSON. */
  codeLength: 200_000,
  inputLength: 2_000_000,
  outputLength: 1_000_000,
  /** Lines of the console, of at most 2,000 characters each. */
  lines: 100,
  /** Nesting of the output. */
  depth: 100,
} as const;

export interface CodeRun {
  /** A module that exports an asynchronous function `code`. */
  code: string;
  /** The input as JSON text. */
  input: string;
  /** Default 5 seconds, at most 10. */
  deadlineMs?: number;
}

/**
 * Why code did not return a value. FAILED: it threw, or is not a module with a function. TOO_LONG: it exceeded its time. OUT_OF_MEMORY: it
 * exceeded its memory. TOO_LARGE: code, input or output exceed a limit.
 */
export type CodeFailure = 'FAILED' | 'TOO_LONG' | 'OUT_OF_MEMORY' | 'TOO_LARGE';

export type CodeOutcome = { logs: string[] } & (
  | { output: JsonValue; failure?: undefined }
  | {
      failure: CodeFailure;
      /** A sentence for the author of the code. */
      message: string;
      /** The line of the code, where it is known. */
      line?: number;
    }
);
