import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProxy } from '../../../../tools/test-needs.mjs';
import { eventually } from '../eventually.ts';
import { freePort } from '../free-port.ts';

export interface Proxy {
  origin: string;
  close(): Promise<void>;
}

interface Addresses {
  folder: string;
  port: number;
  /** Host and port of the server. */
  server: string;
}

const settingsOf = {
  nginx: ({ folder, port, server }: Addresses): string => `
    daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/log;
    events { worker_connections 256; }
    http {
      access_log off; client_body_temp_path ${folder}/bodies; proxy_temp_path ${folder}/answers;
      fastcgi_temp_path ${folder}/unused; uwsgi_temp_path ${folder}/unused; scgi_temp_path ${folder}/unused;
      upstream atelier { server ${server}; keepalive 8; }
      server {
        listen 127.0.0.1:${port}; client_max_body_size 20m;
        location / {
          proxy_pass http://atelier; proxy_http_version 1.1; proxy_set_header Connection "";
          proxy_set_header Host $host; proxy_request_buffering off; proxy_read_timeout 10s;
        }
      }
    }`,
  haproxy: ({ port, server }: Addresses): string =>
    [
      'defaults',
      '  mode http',
      '  timeout connect 10s',
      '  timeout client 10s',
      '  timeout server 10s',
      '  http-reuse always',
      'frontend public',
      `  bind 127.0.0.1:${port}`,
      '  default_backend atelier',
      'backend atelier',
      `  server atelier ${server} maxconn 8`,
      '',
    ].join('\n'),
};

/** Starts a real reverse proxy in front of a server, which keeps its connections to the server and uses them for all its clients. */
export const startProxy = async (kind: keyof typeof settingsOf, serverOrigin: string): Promise<Proxy> => {
  const program = findProxy(kind);
  if (program === undefined) throw new Error(`${kind} is missing: apt-get install ${kind}`);
  const folder = await mkdtemp(join(tmpdir(), 'atelier-proxy-'));
  const port = await freePort();
  const settings = join(folder, 'settings');
  await writeFile(settings, settingsOf[kind]({ folder, port, server: new URL(serverOrigin).host }));
  const how = { nginx: ['-p', folder, '-c', settings], haproxy: ['-f', settings] };
  const child: ChildProcess = spawn(program, how[kind], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const close = async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  const origin = `http://127.0.0.1:${port}`;
  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`${kind} ended at its start:\n${output}`);
      const answer = await fetch(`${origin}/api/health`).catch(() => undefined);
      return answer?.status === 200;
    });
  } catch (error) {
    await close();
    throw error;
  }
  return { origin, close };
};
