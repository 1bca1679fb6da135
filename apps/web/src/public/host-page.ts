/** The page of another site that shows the chat in a frame, through the script of the widget. */
export interface HostPage {
  /** Hides the frame. The conversation stays. */
  close(): void;
  /** Makes room for a source next to the answer, or takes it back. */
  setWide(isWide: boolean): void;
  /** Calls the listener whenever the visitor opens the frame. Returns a function that ends this. */
  onOpen(listener: () => void): () => void;
}

type Message = 'ready' | 'close' | 'wide' | 'narrow';

/**
 * Exchanges messages with the page around the frame. Only a site that the app allows can show the frame, and nothing but these words is
 * exchanged with it.
 */
export const connectHostPage = (page: Pick<Window, 'parent' | 'addEventListener'>): HostPage => {
  let origin: string | undefined;
  const listeners = new Set<() => void>();
  const send = (message: Message) => {
    if (origin !== undefined) page.parent.postMessage(message, origin);
  };
  page.addEventListener('message', (event) => {
    // A page with an opaque origin, such as a file, has no address to answer to.
    if (event.source !== page.parent || event.origin === 'null' || event.data !== 'open') return;
    origin = event.origin;
    send('ready');
    for (const listener of listeners) listener();
  });
  return {
    close: () => send('close'),
    setWide: (isWide) => send(isWide ? 'wide' : 'narrow'),
    onOpen(listener) {
      listeners.add(listener);
      if (origin !== undefined) listener();
      return () => listeners.delete(listener);
    },
  };
};
