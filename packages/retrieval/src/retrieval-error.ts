/** The error codes of this package. */
export type RetrievalErrorCode =
  | 'retrieval.segment_corrupt'
  | 'retrieval.segment_version'
  | 'retrieval.segment_kind'
  | 'retrieval.language_mismatch'
  | 'retrieval.dimension_mismatch'
  | 'retrieval.index_full'
  | 'retrieval.invalid_input';

/** The serialisable form of an error: plain data without stack and document text. */
export type RetrievalFailure = {
  code: RetrievalErrorCode;
  message: string;
  details: Readonly<Record<string, string | number>>;
};

/** The only error class that this package throws. */
export class RetrievalError extends Error {
  override readonly name = 'RetrievalError';
  readonly code: RetrievalErrorCode;
  readonly details: Readonly<Record<string, string | number>>;

  constructor(
    code: RetrievalErrorCode,
    message: string,
    details: Readonly<Record<string, string | number>> = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
  }

  toJSON(): RetrievalFailure {
    return { code: this.code, message: this.message, details: this.details };
  }
}
