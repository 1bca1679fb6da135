import type { Citation, Message } from '@atelier/contracts/assistants/chat/chat';
import { ApiError } from '../../lib/server/api-error.ts';
import { waitBefore } from '../../lib/server/event-stream.ts';
import type { ConversationEvent, ReplyForm } from '../model/conversation.ts';

interface StreamedEvent {
  event: string;
  data: unknown;
}

const dataAs = <T>(data: unknown): T => data as T;

export const brokenOff = 'The connection was lost before the answer was complete. Please try again.';

/** The part of an answer that has been read. */
export interface Place {
  /** Undefined until the first event. */
  queryId: string | undefined;
  text: number;
  citations: number;
}

interface Listener {
  /** The key of the turn that the events belong to. */
  key: string;
  dispatch: (event: ConversationEvent) => void;
  onStart: (conversationId: string, queryId: string) => void;
}

/** An answer that the server writes. */
export interface Begun {
  queryId: string;
  conversationId: string;
}

/** Turns the events of one stream into changes of the conversation. Returns false when the stream ends before the answer does. */
const followStream = async (
  events: AsyncIterable<StreamedEvent>,
  place: Place,
  { key, dispatch, onStart }: Listener,
): Promise<boolean> => {
  for await (const { event, data } of events) {
    if (event === 'start') {
      const { queryId, conversationId, question } = dataAs<Begun & { question?: string }>(data);
      if (place.queryId === queryId) continue;
      place.queryId = queryId;
      onStart(conversationId, queryId);
      dispatch({ type: 'started', key, queryId, ...(question !== undefined && { question }) });
    } else if (event === 'form') {
      dispatch({ type: 'formed', key, ...dataAs<ReplyForm>(data) });
    } else if (event === 'token') {
      const { text } = dataAs<{ text: string }>(data);
      place.text += text.length;
      dispatch({ type: 'text', key, text });
    } else if (event === 'waits') {
      dispatch({ type: 'waited', key, waits: dataAs<{ waits: boolean }>(data).waits });
    } else if (event === 'citation') {
      place.citations += 1;
      dispatch({ type: 'cited', key, citation: dataAs<Citation>(data) });
    } else if (event === 'done') {
      const { status, restFollows = false } = dataAs<{ status: Message['status']; restFollows?: boolean }>(
        data,
      );
      dispatch({ type: 'ended', key, status, restFollows });
      return true;
    } else if (event === 'error') {
      dispatch({ type: 'ended', key, status: 'FAILED', error: dataAs<{ message: string }>(data).message });
      return true;
    }
  }
  return false;
};

/** Waits for a time, or until the network or the page comes back. */
const waitForNetwork = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const options = { signal: over.signal };
    signal.addEventListener('abort', end, options);
    window.addEventListener('online', end, options);
    document.addEventListener('visibilitychange', end, options);
  });

/** The attempts without any progress after which the answer is given up, which take about two minutes. */
const mostAttempts = 8;

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** True when nobody knows whether the server got the call: there was no reply, or a gateway replied for a server that is away. */
const isLost = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  (error.code === 'server.unreadable' && error.status >= 502 && error.status <= 504);

interface Answering extends Listener {
  /** Opens the stream of the answer. With a place, it continues from there. */
  open: (place: Place | undefined) => AsyncIterable<StreamedEvent>;
  /** The answer to continue with; undefined for a new question. */
  from?: string;
  /** Looks for the answer when the connection was lost before its first event; undefined when the question did not arrive. */
  find?: (() => Promise<Begun | undefined>) | undefined;
  signal: AbortSignal;
}

/** The number of misses after which a question counts as lost. The server may be storing the answer while it is looked for. */
const missesUntilLost = 2;

/** While the server is away it is asked again after a few seconds, for as long as the page is open. */
const longestPause = 3;

/**
 * Finds an answer whose id was lost with the connection, however long the server stays away. Returns 'ABSENT' when the question did not
 * arrive, and undefined when it cannot be known.
 */
const findBegun = async ({
  find,
  signal,
}: Pick<Answering, 'find' | 'signal'>): Promise<Begun | 'ABSENT' | undefined> => {
  let misses = 0;
  for (let attempt = 0; find && misses < missesUntilLost; attempt += 1) {
    await waitForNetwork(waitBefore(Math.min(attempt, longestPause)), signal);
    if (signal.aborted) return undefined;
    try {
      const begun = await find();
      if (begun) return begun;
      misses += 1;
    } catch (error) {
      if (isRefusal(error) || (!isLost(error) && attempt >= mostAttempts)) return undefined;
    }
  }
  return find && 'ABSENT';
};

/**
 * Takes the id of an answer that was lost before its first event, where the server has it. Returns true when the answer goes on, or when the
 * question can be asked again because it did not arrive.
 */
const beginAgain = async (
  place: Place,
  looking: Pick<Answering, 'find' | 'signal'>,
  { key, dispatch, onStart }: Listener,
): Promise<boolean> => {
  if (place.queryId !== undefined) return true;
  const begun = await findBegun(looking);
  if (begun === undefined || looking.signal.aborted) return false;
  if (begun === 'ABSENT') return true;
  const { queryId, conversationId } = begun;
  place.queryId = queryId;
  onStart(conversationId, queryId);
  dispatch({ type: 'started', key, queryId });
  return true;
};

/** True when nothing is left to follow: the server refused, or said before the first event what is wrong. */
const isFinal = (error: unknown, { queryId }: Place): boolean =>
  isRefusal(error) || (queryId === undefined && !isLost(error));

/**
 * Follows an answer to its end, through as many streams as that takes: after a reload, a sleep of the device or a change of network the next
 * stream continues where the last one was lost. A question is asked again only when the server has nothing of it. Throws a refusal.
 */
export const followAnswer = async ({ open, from, find, signal, ...listener }: Answering): Promise<void> => {
  const place: Place = { queryId: from, text: 0, citations: 0 };
  let attempts = 0;
  while (!signal.aborted) {
    const before = place.text + place.citations;
    try {
      if (await followStream(open(place.queryId === undefined ? undefined : place), place, listener)) return;
    } catch (error) {
      if (signal.aborted || isFinal(error, place)) throw error;
    }
    const goesOn = await beginAgain(place, { find, signal }, listener);
    if (signal.aborted) return;
    attempts = place.text + place.citations > before ? 0 : attempts + 1;
    if (!goesOn || attempts > mostAttempts) {
      listener.dispatch({ type: 'ended', key: listener.key, status: 'FAILED', error: brokenOff });
      return;
    }
    if (attempts > 0) await waitForNetwork(waitBefore(attempts - 1), signal);
  }
};

/**
 * Waits for the rest of an answer that has ended for now, through as many streams as that takes. Ends when nothing more follows, or when the
 * server refuses.
 */
export const followRest = async ({
  open,
  place,
  ...listener
}: Listener & {
  open: (place: Place) => AsyncIterable<StreamedEvent>;
  place: Place;
  signal: AbortSignal;
}): Promise<void> => {
  const { signal } = listener;
  let follows = true;
  const dispatch: Listener['dispatch'] = (event) => {
    if (event.type === 'ended') follows = event.restFollows ?? false;
    listener.dispatch(event);
  };
  for (let attempt = 0; follows && !signal.aborted; attempt += 1) {
    try {
      await followStream(open(place), place, { ...listener, dispatch });
    } catch (error) {
      if (signal.aborted || isRefusal(error)) return;
    }
    if (follows) await waitForNetwork(waitBefore(Math.min(attempt, mostAttempts)), signal);
  }
};
