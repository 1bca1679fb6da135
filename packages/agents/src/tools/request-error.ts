/** Thrown when arguments cannot be put into a request. The message is for people and models. */
export class RequestError extends Error {}
