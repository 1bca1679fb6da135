export type VectorStoreErrorCode =
  | 'vector_stores.blocked'
  | 'vector_stores.unreachable'
  | 'vector_stores.refused'
  | 'vector_stores.busy'
  | 'vector_stores.wrong_dimensions'
  | 'vector_stores.collection_missing'
  | 'vector_stores.invalid_settings'
  | 'vector_stores.unexpected_answer';

/** The error of a vector store. The message is meant for users. */
export class VectorStoreError extends Error {
  readonly code: VectorStoreErrorCode;

  constructor(code: VectorStoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VectorStoreError';
    this.code = code;
  }
}

/** @param detail the store's message, or the two sizes that differ */
export const wrongDimensions = (detail: string): VectorStoreError =>
  new VectorStoreError(
    'vector_stores.wrong_dimensions',
    `The store holds vectors of another size (${detail}). Please choose the embedding model that it was made with, or another store.`,
  );

const codeIn = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Converts a failure of the connection, for example a refused address. */
export const wayFailure = (error: unknown, title: string): VectorStoreError => {
  if (error instanceof VectorStoreError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return codeIn(error) === 'outbound.blocked'
    ? new VectorStoreError('vector_stores.blocked', reason, { cause: error })
    : new VectorStoreError(
        'vector_stores.unreachable',
        `${title} could not be reached: ${reason} Please check the address, and whether the server is running.`,
        { cause: error },
      );
};

/** @param size the dimensions of the store's vectors. @param dims the expected dimensions. @throws VectorStoreError when they differ */
export const checkSize = (size: unknown, dims: number): void => {
  if (size !== dims) throw wrongDimensions(`${String(size)} instead of ${dims} dimensions`);
};

/** The error for a store that never finishes listing or removing. */
export const endless = (title: string): VectorStoreError =>
  new VectorStoreError(
    'vector_stores.unexpected_answer',
    `${title} does not come to an end with what was asked. Please look into its log.`,
  );
