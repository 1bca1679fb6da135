import { connect } from 'node:net';
import { ConnectorError, type ConnectorIo, type ReadEnd, type SourceEvent } from '../../src/index.ts';

/** A DNS without any records. */
export const emptyDns: ConnectorIo['dns'] = {
  resolveSrv: () => Promise.reject(new Error('ENOTFOUND')),
  resolveTxt: () => Promise.reject(new Error('ENOTFOUND')),
};

/** Network functions without checks, for test servers. */
export const openIo = (signal = new AbortController().signal): ConnectorIo => ({
  dns: emptyDns,
  fetch: (input, init = {}) => fetch(input, init),
  connect: (host, port) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port }, () => resolve(socket));
      socket.once('error', reject);
    }),
  signal,
});

export const readAll = async (
  reading: AsyncGenerator<SourceEvent, ReadEnd>,
): Promise<{ events: SourceEvent[]; end: ReadEnd; documents: string[] }> => {
  const events: SourceEvent[] = [];
  for (;;) {
    const { done, value } = await reading.next();
    if (done) {
      const documents = events.flatMap((event) =>
        event.kind === 'item'
          ? [
              `${event.item.externalId} | ${event.item.name} | ${new TextDecoder().decode(event.item.file.bytes)}`,
            ]
          : [],
      );
      return { events, end: value, documents };
    }
    events.push(value);
  }
};

/** Returns the code and message of a ConnectorError; throws every other error. */
export const failureOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof ConnectorError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no failure';
};
