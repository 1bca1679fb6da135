import {
  MongoClient,
  MongoCompatibilityError,
  MongoError,
  MongoNetworkTimeoutError,
  MongoRuntimeError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';

/** The parts of the driver that are used. The file is separate, so that the driver loads with the first source, in the bundle too. */
export const driver = {
  MongoClient,
  MongoCompatibilityError,
  MongoError,
  MongoNetworkTimeoutError,
  MongoRuntimeError,
  MongoServerError,
  MongoServerSelectionError,
};
