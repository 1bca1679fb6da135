import { type FakeServer, sendJson, sleep, startFakeServer } from '../fake-http.ts';
import { type Dialect, type Heard, isBroken, type Script } from './script.ts';

export interface ScriptedProvider extends FakeServer {
  /** Sets the replies to the next requests; the last one is repeated. */
  play(...scripts: Script[]): void;
  /** The last request, as the provider received it. */
  heard(): Heard;
}

/** Starts a server on loopback that sends scripted replies. */
export const startScriptedProvider = async (dialect: Dialect): Promise<ScriptedProvider> => {
  let scripts: Script[] = [];
  const server = await startFakeServer(async (_request, response) => {
    const script = (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? {};
    if (script.refusal) {
      const { status, headers = {}, message = 'Not now.' } = script.refusal;
      return sendJson(response, dialect.refuse(status, message), { status, headers });
    }
    response.writeHead(200, { 'content-type': dialect.contentType });
    const { pieces, ending } = dialect.write(script);
    for (const piece of pieces) {
      response.write(piece);
      // Each piece is a network read of its own.
      await sleep(2);
    }
    if (script.end === 'silence') return undefined;
    if (script.end === 'cut') {
      await sleep(20);
      response.destroy();
      return undefined;
    }
    if (!isBroken(script.end)) for (const piece of ending) response.write(piece);
    response.end();
    return undefined;
  });
  return {
    ...server,
    play: (...next) => {
      scripts = next;
    },
    heard: () => dialect.hear(server.requests.at(-1)?.body ?? {}),
  };
};
