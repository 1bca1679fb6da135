import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Returns the bytes of a request, which can be sent again and again. */
export const requestBytes = (
  method: 'GET' | 'POST',
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Buffer => {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const all: Record<string, string> = {
    host: '127.0.0.1',
    ...(payload
      ? { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(payload)}` }
      : {}),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${payload}`);
};

interface Waiting {
  resolve(body: string): void;
  reject(error: Error): void;
}

/**
 * One connection that sends a request, waits for its reply, and sends the next. It only understands replies with a content-length, because
 * CPU time that the client uses is not available to the server on the same machine.
 */
export class KeepAliveClient {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: Waiting | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#take(bytes));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('The connection was closed.')));
  }

  static async open(origin: string): Promise<KeepAliveClient> {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new KeepAliveClient(socket);
  }

  /** Resolves to the body of the reply. Throws for any status but 200. */
  send(request: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
    if (!(this.#received.length >= headEnd + 4 + length)) {
      if (Number.isNaN(length)) this.#fail(new Error(`A reply without a length:\n${head}`));
      return;
    }
    const body = this.#received.toString('utf8', headEnd + 4, headEnd + 4 + length);
    this.#received = Buffer.alloc(0);
    if (!head.startsWith('HTTP/1.1 200')) return this.#fail(new Error(`${head}\n${body}`));
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(body);
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }
}
