/** The longest time for which a stream that shows nothing yet is held back. */
const patienceMs = 45_000;

/**
 * Reads the events of an answer until one shows something of it, and returns all of them. A failure before that is thrown, so that it has an
 * HTTP status of its own, by which libraries know whether to ask again; inside of a stream they do not. After 45 seconds the stream
 * begins in any case, because proxies end what says nothing.
 */
export const readBeginning = async <T>(
  events: AsyncIterator<T>,
  isShown: (event: T) => boolean,
): Promise<AsyncGenerator<T>> => {
  const { promise: timeUp, resolve: giveUp } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => giveUp(undefined), patienceMs);
  const read: T[] = [];
  let next: Promise<IteratorResult<T>> | undefined;
  try {
    for (let isEnough = false; !isEnough; ) {
      next ??= events.next();
      const arrived = await Promise.race([next, timeUp]);
      if (arrived === undefined) break;
      next = undefined;
      if (!arrived.done) read.push(arrived.value);
      isEnough = arrived.done === true || isShown(arrived.value);
    }
  } finally {
    clearTimeout(timer);
  }
  return continued(events, { read, next });
};

async function* continued<T>(
  events: AsyncIterator<T>,
  { read, next }: { read: readonly T[]; next: Promise<IteratorResult<T>> | undefined },
): AsyncGenerator<T> {
  try {
    yield* read;
    for (let result = await (next ?? events.next()); !result.done; result = await events.next())
      yield result.value;
  } finally {
    await events.return?.();
  }
}
