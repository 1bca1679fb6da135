import { Binary, type Document } from 'bson';
import {
  checkAnswer,
  createFraming,
  largestMessage,
  readCommandName,
  readReplyDocument,
  unexpected,
} from './framing.ts';
import { mistrust } from './mongo-failure.ts';

/** Commands that read documents; their answers may be large. */
const reading = new Set(['find', 'getMore', 'count', 'listCollections']);
/** Further commands that a connection needs. Their replies are small, and none of them changes anything. */
const speaking = new Set([
  'hello',
  'isMaster',
  'ismaster',
  'ping',
  'buildInfo',
  'saslStart',
  'saslContinue',
  'killCursors',
  'endSessions',
]);

const smallAnswer = 64 * 1024;
/** Fewer rounds are insecure (RFC 7677). More would occupy the threads of this process for minutes, and nothing could stop them. */
const rounds = { least: 4096, most: 1_000_000 };

const readPayloadText = (payload: unknown): string =>
  payload instanceof Binary ? Buffer.from(payload.buffer).toString('latin1') : '';

/** Refuses a challenge of SCRAM (RFC 5802) that asks for too few rounds or too many. */
const checkChallenge = (answer: Document): void => {
  const early: unknown = answer['speculativeAuthenticate'];
  const nested =
    typeof early === 'object' && early !== null && 'payload' in early ? early.payload : undefined;
  for (const payload of [answer['payload'], nested])
    for (const [, given = ''] of readPayloadText(payload).matchAll(/(?:^|,)i=([^,]*)/g)) {
      const count = Number.parseInt(given, 10);
      if (!(count >= rounds.least && count <= rounds.most)) throw mistrust();
    }
};

/**
 * Checks each message between the driver and an untrusted server before the other side gets it. The driver itself trusts the size that a
 * server gives for a message, unpacks compressed messages that were not requested, and derives keys with as many rounds as the server
 * demands. Both functions return the bytes to pass on and throw ConnectorError.
 */
export const createGuard = () => {
  let longest = smallAnswer;
  const requests = createFraming(() => largestMessage);
  const answers = createFraming(() => longest);
  return {
    toServer: (bytes: Buffer): Buffer => {
      const messages = requests(bytes);
      for (const message of messages) {
        const name = readCommandName(message);
        if (!reading.has(name) && !speaking.has(name)) throw unexpected(`${name} is not sent`);
        longest = reading.has(name) ? largestMessage : smallAnswer;
      }
      return Buffer.concat(messages);
    },
    toDriver: (bytes: Buffer): Buffer => {
      const messages = answers(bytes);
      for (const message of messages) {
        checkAnswer(message);
        if (longest === smallAnswer) checkChallenge(readReplyDocument(message));
      }
      return Buffer.concat(messages);
    },
  };
};
