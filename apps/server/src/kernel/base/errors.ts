import { type ErrorCode, errorCatalogue } from '@atelier/contracts';
import { type ErrorKind, errorStatus } from '@atelier/contracts/kernel/contract';
import { cleanText } from './clean-text.ts';

interface AppErrorOptions {
  cause?: unknown;
  message?: string;
  /** The reason in words that members of the company may read, in the place of the message. */
  forMembers?: string | undefined;
  /** True when the same call would fail in the same way, or must not be made again. */
  isLasting?: boolean;
}

/**
 * An expected failure. Its code is declared in a contract, and the kind of that code fixes the HTTP status. A failure of somebody else says in
 * its details after how many seconds the call may be repeated (`retryAfterSeconds`).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly details: unknown;
  readonly isLasting: boolean;
  readonly forMembers: string;

  constructor(code: ErrorCode, details?: unknown, options?: AppErrorOptions) {
    const declared = errorCatalogue[code];
    super(
      // The message may repeat what another server sent, and it is stored with the failed row.
      cleanText(options?.message ?? declared.message),
      options?.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.kind = declared.kind;
    this.details = details;
    this.isLasting = options?.isLasting ?? false;
    this.forMembers = options?.forMembers === undefined ? this.message : cleanText(options.forMembers);
  }

  /** The seconds after which the call may be repeated, where somebody said so. */
  get retryAfterSeconds(): number | undefined {
    const seconds: unknown = Reflect.get(Object(this.details) as object, 'retryAfterSeconds');
    return typeof seconds === 'number' ? seconds : undefined;
  }

  get status(): number {
    return errorStatus[this.kind];
  }
}

/** Throws the declared failure `code`. `details` is shown to the caller. */
export const fail = (code: ErrorCode, details?: unknown): never => {
  throw new AppError(code, details);
};
