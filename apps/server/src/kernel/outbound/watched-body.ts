import { OutboundError, outboundFailure } from './outbound-error.ts';

type Watch = {
  host: string;
  maxBytes: number;
  /** Called once, however the body ends. */
  onEnd: () => void;
  /** The caller's own signal, whose abort reason is passed on unchanged. */
  signal: AbortSignal | undefined;
};

/** Passes a body on as it arrives, with a limit on its decoded size and typed errors. */
export const watchBody = (body: ReadableStream<Uint8Array>, watch: Watch): ReadableStream<Uint8Array> => {
  const reader = body.getReader();
  let size = 0;
  const fail = async (error: unknown): Promise<never> => {
    watch.onEnd();
    await reader.cancel(error).catch(() => undefined);
    throw watch.signal?.aborted ? watch.signal.reason : outboundFailure(error, watch.host);
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read().catch(fail);
        if (done) {
          watch.onEnd();
          controller.close();
          return;
        }
        size += value.byteLength;
        if (size > watch.maxBytes) {
          await fail(
            new OutboundError('outbound.too_large', `${watch.host} sent more than ${watch.maxBytes} bytes.`),
          );
        }
        controller.enqueue(value);
      },
      cancel: async (reason) => {
        watch.onEnd();
        await reader.cancel(reason);
      },
    },
    // Nothing is read ahead of the consumer, so that a slow consumer slows the sender down.
    { highWaterMark: 0 },
  );
};
