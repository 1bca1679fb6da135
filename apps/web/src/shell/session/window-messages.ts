import { readStored, storageKeys } from '../../lib/browser/storage.ts';
import { readProperty } from '../../ui/feedback/read-property.ts';

/** The message that the orchestrator's window sends, and the reply that it gets. */
const request = 'REQUEST_USER';
const reply = 'USER';

/**
 * Answers requests from the orchestrator's origin with the stored user data, which contains no token. Messages from
 * other origins are ignored (SESSION-26). Returns a function that stops answering.
 */
export const answerWindowMessages = (origin: string | undefined): (() => void) => {
  if (origin === undefined) return () => undefined;
  const onMessage = ({ origin: sender, source, data }: MessageEvent<unknown>) => {
    if (sender !== origin || readProperty(data, 'type') !== request) return;
    const user = readStored(storageKeys.user) ?? null;
    source?.postMessage({ type: reply, user }, { targetOrigin: origin });
  };
  addEventListener('message', onMessage);
  return () => removeEventListener('message', onMessage);
};
