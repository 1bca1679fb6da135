import { readStored, storageKeys } from '../../lib/browser/storage.ts';
import { propertyOf } from '../../ui/feedback/property-of.ts';

/** What the orchestrator's window sends, and what it gets. */
const request = 'REQUEST_USER';
const reply = 'USER';

/**
 * Answers the requests of the orchestrator's origin with the stored user data, which hold no token; whatever comes
 * from elsewhere is not even looked at (SESSION-26). Returns the way to stop.
 */
export const answerWindowMessages = (origin: string | undefined): (() => void) => {
  if (origin === undefined) return () => undefined;
  const onMessage = ({ origin: sender, source, data }: MessageEvent<unknown>) => {
    if (sender !== origin || propertyOf(data, 'type') !== request) return;
    const user = readStored(storageKeys.user) ?? null;
    source?.postMessage({ type: reply, user }, { targetOrigin: origin });
  };
  addEventListener('message', onMessage);
  return () => removeEventListener('message', onMessage);
};
