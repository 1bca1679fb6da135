/** The holder of an open stream: a user or an app user, by id. A visitor of a public app has none. */
export interface StreamHolder {
  userId: string | null;
  tenantId: string;
  address: string;
}

/** A stream that is about to open. */
export interface NewStream extends StreamHolder {
  /** Checks again, with present permissions, whether the holder may keep the stream. */
  isStillAllowed(): Promise<boolean>;
  /** Ends the stream at once; called when the holder may no longer have it. */
  end(): void;
}

/** Every open event stream and streamed answer of this process. */
export interface Streams {
  /** Counts the stream until the returned function is called. Throws `request.too_many_streams`. */
  register(stream: NewStream): () => void;
  close(): Promise<void>;
}
