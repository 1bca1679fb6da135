import { z } from 'zod';
import { billing, frontEnd, identity } from './config-account.ts';
import { connections, limits } from './config-connections.ts';
import {
  databaseUrl,
  list,
  quarterOfMemoryMb,
  text,
  trustProxy,
  url,
  type VariableNote,
  variableNotes,
  webUrl,
  wholeNumber,
} from './config-kinds.ts';
import { models } from './config-models.ts';
import { telemetry } from './config-telemetry.ts';

const roles = list().pipe(z.array(z.enum(['api', 'worker'])).min(1));

const secretKeys = list().pipe(z.array(z.string().min(32)).min(1));

const server = {
  PORT: wholeNumber(0, 65535, 3000).register(variableNotes, {
    section: 'Server',
    description: 'Port that the server listens on. `0` takes any free port.',
    expects: 'a whole number from 0 to 65535',
    fallback: '3000',
  }),
  HOST: text().default('127.0.0.1').register(variableNotes, {
    section: 'Server',
    description:
      'Address that the server listens on. `0.0.0.0` opens it to the network; put a proxy with TLS before it.',
    expects: 'an address of this machine or a host name',
    fallback: '127.0.0.1',
  }),
  PUBLIC_URL: webUrl().optional().register(variableNotes, {
    section: 'Server',
    description:
      'Address under which people reach the server; links start with it. It makes the server a public one, which needs `https://` and `SMTP_URL`, and which has no outbox and no operator link. Without it, the server is for this machine.',
    expects: 'an address that starts with http:// or https://',
  }),
  ALLOWED_HOSTS: list().default([]).register(variableNotes, {
    section: 'Server',
    description:
      'Further host names under which the server answers, without ports. It refuses every name but that of `PUBLIC_URL`, or, without one, `localhost`, `HOST` and the address of this machine.',
    expects: 'a comma-separated list of host names or addresses such as atelier.internal,10.1.2.3',
  }),
  CALLING_SITES: list().default([]).register(variableNotes, {
    section: 'Server',
    description:
      'Sites whose pages may call `/v1` and `/mcp` from a browser, with an API key and never with cookies. Whoever opens such a page can read its key.',
    expects: 'a comma-separated list of origins such as https://tools.example.com',
  }),
  TRUST_PROXY: trustProxy().default(false).register(variableNotes, {
    section: 'Server',
    description:
      'Whose `X-Forwarded-*` headers to believe: `true` (everybody), the number of proxies in front, or a list of their addresses.',
    expects: 'true, false, a number of proxies, or a comma-separated list of addresses and ranges',
    fallback: 'false',
  }),
  ATELIER_ROLES: roles.default(['api', 'worker']).register(variableNotes, {
    section: 'Server',
    description:
      'What this process does: `api` answers requests, `worker` runs background work. Several processes need `DATABASE_URL`.',
    expects: 'api, worker, or api,worker',
    fallback: 'api,worker',
  }),
  MAX_UPLOAD_MB: wholeNumber(1, 10_000, 200).register(variableNotes, {
    section: 'Server',
    description: 'Largest file that may be uploaded, in megabytes.',
    expects: 'a whole number from 1 to 10000',
    fallback: '200',
  }),
};

const data = {
  ATELIER_DATA: text().default('./data').register(variableNotes, {
    section: 'Data',
    description:
      'Folder for everything that the server keeps: embedded database, files, index, generated keys.',
    expects: 'the path of a folder',
    fallback: './data',
  }),
  DATABASE_URL: databaseUrl().optional().register(variableNotes, {
    section: 'Data',
    description:
      'PostgreSQL 15 or newer to use instead of the embedded one. The login owns the tables; it must be able to create roles, unless `DATABASE_APP_URL` is set.',
    expects: 'an address such as postgres://user:password@host:5432/database',
  }),
  DATABASE_APP_URL: databaseUrl().optional().register(variableNotes, {
    section: 'Data',
    description:
      'A second login to the same database for the requests themselves. It must own nothing and must be a member of the role `atelier_app`. Without it, the login of `DATABASE_URL` takes on that role.',
    expects: 'an address such as postgres://user:password@host:5432/database',
  }),
  DATABASE_POOL_SIZE: wholeNumber(2, 500, 10).register(variableNotes, {
    section: 'Data',
    description: 'Largest number of database connections that requests share in one process.',
    expects: 'a whole number from 2 to 500',
    fallback: '10',
  }),
  ATELIER_SECRET_KEY: secretKeys.optional().register(variableNotes, {
    section: 'Data',
    description:
      'Key that encrypts stored secrets and signs tokens. To change it, put the new key before the old one, separated by a comma. Without it, a key is generated into the data folder.',
    expects: 'one or more keys of at least 32 characters, separated by commas, the newest first',
  }),
};

const mail = {
  SMTP_URL: url(/^smtps?:\/\//)
    .optional()
    .register(variableNotes, {
      section: 'Mail',
      description:
        'Mail server, required with `PUBLIC_URL`. Without one, mails are kept in the outbox. The operator reads it in the browser after opening the link that is printed at the start.',
      expects: 'an address such as smtp://user:password@host:587',
    }),
  MAIL_FROM: text().default('Atelier <atelier@localhost>').register(variableNotes, {
    section: 'Mail',
    description: 'Sender of the mails.',
    expects: 'a name and an address such as Atelier <atelier@example.com>',
    fallback: 'Atelier <atelier@localhost>',
  }),
};

const safety = {
  OUTBOUND_ALLOW: list().default([]).register(variableNotes, {
    section: 'Safety',
    description:
      'Hosts and address ranges inside private networks that people may connect to (web pages, databases, tools). Everything private is refused otherwise.',
    expects: 'a comma-separated list of hosts, addresses and ranges such as wiki.internal,10.1.0.0/16',
  }),
  REDIRECT_HOSTS: list().default([]).register(variableNotes, {
    section: 'Safety',
    description:
      'Hosts to which the responses of flows may send browsers at once. People who are sent anywhere else first read where the link leads.',
    expects: 'a comma-separated list of host names such as shop.example.com',
  }),
  INTERNAL_DOMAINS: list().default([]).register(variableNotes, {
    section: 'Safety',
    description:
      'Mail domains whose users may open the administration page, once they followed a link that a mail server carried to them. Nobody may by default.',
    expects: 'a comma-separated list of domains',
  }),
  RATE_LIMIT_DEFAULT_PER_MINUTE: wholeNumber(0, 10_000_000, 12_000).register(variableNotes, {
    section: 'Safety',
    description:
      'Requests a minute that one user, key or visitor’s address may send; a company, and an address of several users, five times as many. `0` lifts the limit.',
    expects: 'a whole number from 0 to 10000000',
    fallback: '12000',
  }),
  RATE_LIMIT_AUTH_PER_MINUTE: wholeNumber(0, 10_000_000, 60).register(variableNotes, {
    section: 'Safety',
    description:
      'Sign-in, sign-up and password requests a minute from one address, and as many for the description of the API; as many tests of connections, invitations and the like of one member, and five times as many of one company. `0` lifts the limit.',
    expects: 'a whole number from 0 to 10000000',
    fallback: '60',
  }),
  RATE_LIMIT_CHAT_PER_MINUTE: wholeNumber(0, 10_000_000, 600).register(variableNotes, {
    section: 'Safety',
    description:
      'Questions a minute that one user, key or visitor’s address may ask; a company, and an address of several users, five times as many. `0` lifts the limit, and the limits that apps have for their visitors.',
    expects: 'a whole number from 0 to 10000000',
    fallback: '600',
  }),
};

const operation = {
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .register(variableNotes, {
      section: 'Operation',
      description: 'How much the server writes to its log.',
      expects: 'fatal, error, warn, info, debug, trace or silent',
      fallback: 'info',
    }),
  LOG_FILE: z.string().min(1).optional().register(variableNotes, {
    section: 'Operation',
    description:
      'The file that the log is written to, in the data folder unless it is a whole path. Standard output then shows warnings only, in words, on one line each. By default `npm start` writes `atelier.log`, and everything else writes to standard output, which `-` stands for.',
    expects: 'the name of a file',
  }),
  METRICS_TOKEN: z.string().min(8).optional().register(variableNotes, {
    section: 'Operation',
    description:
      'Opens `/api/metrics` to requests that carry it as a bearer token. Without it, only this machine may read them, and with `PUBLIC_URL` nobody.',
    expects: 'a text of at least 8 characters',
  }),
  WORKER_CONCURRENCY: wholeNumber(1, 100, 4).register(variableNotes, {
    section: 'Operation',
    description:
      'Background jobs that one worker process runs at the same time. Of imports, so many are read at the same time.',
    expects: 'a whole number from 1 to 100',
    fallback: '4',
  }),
  PARSER_CONCURRENCY: wholeNumber(1, 64, 2).register(variableNotes, {
    section: 'Operation',
    description: 'Documents that one worker process parses at the same time, each in a process of its own.',
    expects: 'a whole number from 1 to 64',
    fallback: '2',
  }),
  RECOGNITION_CONCURRENCY: wholeNumber(1, 64, 1).register(variableNotes, {
    section: 'Operation',
    description:
      'Documents whose pictures one worker process searches for text at the same time. They do not count as documents that are parsed.',
    expects: 'a whole number from 1 to 64',
    fallback: '1',
  }),
  COMPUTING_SECONDS: wholeNumber(1, 3600, 60).register(variableNotes, {
    section: 'Operation',
    description:
      'Seconds of threads and parsers that one company may use in a minute, in each process. A company that has used them waits behind the others.',
    expects: 'a whole number from 1 to 3600',
    fallback: '60',
  }),
  FREE_COMPUTING_SECONDS: wholeNumber(1, 3600, 10).register(variableNotes, {
    section: 'Operation',
    description: 'The same for a company that has not paid.',
    expects: 'a whole number from 1 to 3600',
    fallback: '10',
  }),
  PARSER_SANDBOX: z.enum(['auto', 'required']).default('auto').register(variableNotes, {
    section: 'Operation',
    description:
      'How strictly the processes that read documents are kept apart: as well as the system can (`auto`; the start says what is missing), or without a network and with nothing of the disk but one file, or not at all (`required`).',
    expects: 'auto or required',
    fallback: 'auto',
  }),
  INDEX_MEMORY_MB: wholeNumber(16, 1_000_000, quarterOfMemoryMb()).register(variableNotes, {
    section: 'Operation',
    description:
      'Memory that the search indexes of one process may take together, in megabytes; unless set a quarter of the machine’s memory, 256 at least. One knowledge base gets three quarters of it at most; a larger one is read from the database with each question, which takes seconds.',
    expects: 'a whole number from 16 to 1000000',
  }),
  TERMS_URL: webUrl().optional().register(variableNotes, {
    section: 'Operation',
    description: 'Where `/terms` leads.',
    expects: 'an address that starts with http:// or https://',
  }),
  PRIVACY_URL: webUrl().optional().register(variableNotes, {
    section: 'Operation',
    description: 'Where `/privacy` leads.',
    expects: 'an address that starts with http:// or https://',
  }),
};

/** Every environment variable that the server reads, in the order of the reference. */
export const Variables = z.object({
  ...server,
  ...data,
  ...models,
  ...mail,
  ...identity,
  ...billing,
  ...frontEnd,
  ...safety,
  ...limits,
  ...connections,
  ...operation,
  ...telemetry,
});
export type Variables = z.output<typeof Variables>;

/** Returns the note of one variable. */
export const getNote = (name: string): VariableNote => {
  const schema = Object.entries(Variables.shape).find(([key]) => key === name)?.[1];
  const note = schema && variableNotes.get(schema);
  if (!note) throw new Error(`The variable ${name} has no note.`);
  return note;
};
