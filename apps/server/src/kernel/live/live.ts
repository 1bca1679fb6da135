import { randomInt } from 'node:crypto';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { Pool, PoolClient } from 'pg';
import { liveChannel } from '../db/live-channel.ts';
import type { Log } from '../log/log.ts';

type Listener = (id: string) => void;

/** Live updates: a commit in one process wakes listeners in every process, through LISTEN/NOTIFY. */
export interface Live {
  /** The number of this process, for `atelier.is_process_alive`. */
  readonly process: number;
  /**
   * Calls `listener` with the id of each change on `topic` of the tenant, and with '' when changes may have been missed. Returns the
   * function that unsubscribes.
   */
  subscribe(tenantId: string, topic: string, listener: Listener): () => void;
  start(): Promise<void>;
  close(): Promise<void>;
}

const reconnectAfterMs = 500;

export const createLive = (pool: Pool, log: Log): Live => {
  const process = randomInt(1, 2 ** 31 - 1);
  const listeners = new Map<string, Set<Listener>>();
  let client: PoolClient | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const dispatch = (payload: string | undefined) => {
    const { tenantId, topic, id } = parseSignal(payload);
    for (const listener of listeners.get(`${tenantId} ${topic}`) ?? []) listener(id);
  };
  const reconnect = (error?: Error) => {
    client?.release(error ?? true);
    client = undefined;
    if (closed) return;
    const again = () =>
      connect().catch((failure: unknown) => {
        log.debug({ err: failure }, 'the live connection could not be opened again');
        reconnect();
      });
    retry = setTimeout(() => void again(), reconnectAfterMs);
  };
  const connect = async () => {
    const next = await pool.connect();
    client = next;
    next.on('notification', (message) => dispatch(message.payload));
    next.once('error', (error: Error) => {
      log.warn({ err: error }, 'the live connection was lost');
      reconnect(error);
    });
    await next.query(`listen ${liveChannel}`);
    // Other processes see by this lock that this one lives.
    await next.query('select pg_advisory_lock_shared(8, $1)', [process]);
    // Changes during the loss of connection are unknown, so every listener reads again.
    for (const group of listeners.values()) for (const listener of group) listener('');
  };

  return {
    process,
    subscribe(tenantId, topic, listener) {
      const key = `${tenantId} ${topic}`;
      const group = listeners.get(key) ?? new Set<Listener>();
      listeners.set(key, group.add(listener));
      return () => {
        group.delete(listener);
        if (group.size === 0) listeners.delete(key);
      };
    },
    start: connect,
    async close() {
      closed = true;
      clearTimeout(retry);
      client?.release(true);
      client = undefined;
    },
  };
};

const parseSignal = (payload: string | undefined): { tenantId: string; topic: string; id: string } => {
  const value: unknown = readJson(payload ?? '{}');
  const record = typeof value === 'object' && value !== null ? value : {};
  const read = (key: string) => (key in record ? String(Reflect.get(record, key)) : '');
  return { tenantId: read('tenantId'), topic: read('topic'), id: read('id') };
};
