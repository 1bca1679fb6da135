import {
  MongoClient,
  MongoCompatibilityError,
  MongoError,
  MongoNetworkTimeoutError,
  MongoRuntimeError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';

/**
 * The parts of the driver that are used. They are in a file of their own, so that the driver is loaded with the first source, also in the
 * bundle.
 */
export const driver = {
  MongoClient,
  MongoCompatibilityError,
  MongoError,
  MongoNetworkTimeoutError,
  MongoRuntimeError,
  MongoServerError,
  MongoServerSelectionError,
};
