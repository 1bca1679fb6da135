import { ConnectorError, toConnectorFailure } from '@atelier/connectors';
import { AppError } from '../../../kernel/base/errors.ts';

/**
 * Translates a connector's failure into the declared error, with the connector's own message. Other errors are returned
 * unchanged.
 */
export const asDeclared = (thrown: unknown): unknown => {
  const error = toConnectorFailure(thrown, 'The source');
  return error instanceof ConnectorError
    ? new AppError(error.code, undefined, { message: error.message, cause: error })
    : error;
};

/** Returns the cause of a failed sync, and whether another attempt may help. */
export const explainFailure = (thrown: unknown) => {
  const error = toConnectorFailure(thrown, 'The source');
  if (!(error instanceof ConnectorError)) return undefined;
  const { code, message, retryable } = error;
  return { code, message, retryable };
};
