/** What is used of the driver. A file of its own, so that it loads with the first source, in the bundle too. */
export {
  MongoClient as Driver,
  MongoCompatibilityError,
  MongoError,
  MongoNetworkTimeoutError,
  MongoRuntimeError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
