import { readProperty, readTextProperty } from './read-property.ts';

/** The text and details that a user is shown about a failure. */
export interface ErrorDescription {
  message: string;
  code: string | undefined;
  status: number | undefined;
  requestId: string | undefined;
  details: unknown;
}

const somethingWentWrong = 'Something went wrong. Please try again.';

/**
 * Reads a failure of any origin by its shape: the client's `ApiError` carries a sentence for the user, a code and a request id.
 * The message of a programming error is never shown (ERROR-17).
 */
export const describeError = (error: unknown): ErrorDescription => {
  const code = readTextProperty(error, 'code');
  const status = readProperty(error, 'status');
  const isFromServer = code !== undefined || typeof status === 'number';
  return {
    message: (isFromServer ? readTextProperty(error, 'message') : undefined) ?? somethingWentWrong,
    code,
    status: typeof status === 'number' ? status : undefined,
    requestId: readTextProperty(error, 'requestId'),
    details: readProperty(error, 'details'),
  };
};
