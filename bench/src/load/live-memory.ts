interface Reply {
  id: number;
  result?: { result?: { value?: number } };
  error?: { message: string };
}

/** The option of Node with which a process can be asked for its live memory. */
export const inspected = (port: number): string => `--inspect=127.0.0.1:${port}`;

/** Asks the inspector of a process for one thing after another, each with the result of the last one. */
const askAll = (url: string, calls: readonly object[]): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    let id = 0;
    const next = () => {
      const call = calls[id];
      id += 1;
      socket.send(JSON.stringify({ id, ...call }));
    };
    socket.onopen = next;
    socket.onerror = () => reject(new Error(`The inspector at ${url} does not answer.`));
    socket.onmessage = ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply;
      if (reply.id !== id) return;
      if (reply.error) reject(new Error(reply.error.message));
      if (id < calls.length) return next();
      socket.close();
      resolve(reply);
    };
  });

const collect = { method: 'HeapProfiler.collectGarbage' };
const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';

/**
 * Returns the memory in KiB that is in use in a process right after its garbage was collected: the heap of V8 and its buffers. It differs
 * little between runs, in contrast to resident memory. The process was started with `inspected(port)`.
 */
export const liveMemory = async (port: number): Promise<number> => {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const read = { method: 'Runtime.evaluate', params: { expression, returnByValue: true } };
  const reply = await askAll(targets[0]?.webSocketDebuggerUrl ?? '', [collect, collect, read]);
  return (reply.result?.result?.value ?? 0) / 1024;
};

/** Adds the option to the environment of a process. */
export const withInspector = (env: Record<string, string>, port: number): Record<string, string> => ({
  ...env,
  NODE_OPTIONS: [env['NODE_OPTIONS'], inspected(port)].filter(Boolean).join(' '),
});
