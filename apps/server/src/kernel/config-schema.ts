import { z } from 'zod';

/** What the reference and the error message say about one variable. */
export type VariableNote = {
  section: string;
  description: string;
  /** What a valid value looks like, completing the sentence "it should be …". */
  expects: string;
  /** How the default reads in the reference; absent when the variable is off by default. */
  fallback?: string;
};

/** Notes of every variable, keyed by its schema. */
export const variableNotes = z.registry<VariableNote>();

const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
    .default(fallback);

const url = (pattern: RegExp) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && pattern.test(value))
    .transform((value) => value.replace(/\/+$/, ''));

/** Addresses of unix sockets have no host, so the URL parser cannot judge these. */
const databaseUrl = () => z.string().regex(/^postgres(ql)?:\/\/\S+$/);

const webUrl = () => url(/^https?:\/\//);
const list = () =>
  z.string().transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );
const text = () => z.string().min(1);

const roles = list().pipe(z.array(z.enum(['api', 'worker'])).min(1));

const trustProxy = z.string().transform((value, issues): boolean | number | string[] => {
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const proxies = value.split(',').map((item) => item.trim());
  if (proxies.every((item) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(item))) return proxies;
  issues.addIssue({ code: 'custom', message: 'not a list of addresses' });
  return z.NEVER;
});

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
      'Address under which people reach the server. Links in mails and shared links start with it. Without it, the address of the request is used.',
    expects: 'an address that starts with http:// or https://',
  }),
  TRUST_PROXY: trustProxy.default(false).register(variableNotes, {
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

const models = {
  OPENAI_API_KEY: text().optional().register(variableNotes, {
    section: 'Models',
    description: 'Key of the model provider that companies use by default.',
    expects: 'a key',
  }),
  OPENAI_BASE_URL: webUrl().optional().register(variableNotes, {
    section: 'Models',
    description: 'Address of that provider when it is another one that speaks the same protocol.',
    expects: 'an address that starts with http:// or https://',
    fallback: 'https://api.openai.com/v1',
  }),
  OPENAI_MODEL: text().default('gpt-4.1-mini').register(variableNotes, {
    section: 'Models',
    description: 'Model of that provider for answers.',
    expects: 'the name of a model',
    fallback: 'gpt-4.1-mini',
  }),
  OPENAI_EMBEDDING_MODEL: text().default('text-embedding-3-small').register(variableNotes, {
    section: 'Models',
    description: 'Model of that provider for embeddings.',
    expects: 'the name of a model',
    fallback: 'text-embedding-3-small',
  }),
  OLLAMA_BASE_URL: webUrl().optional().register(variableNotes, {
    section: 'Models',
    description: 'Address of an Ollama server, for instance `http://127.0.0.1:11434`.',
    expects: 'an address that starts with http:// or https://',
  }),
  FREE_CREDITS: wholeNumber(0, 1_000_000_000, 100_000).register(variableNotes, {
    section: 'Models',
    description: 'Credits that a new company starts with.',
    expects: 'a whole number from 0 to 1000000000',
    fallback: '100000',
  }),
};

const mail = {
  SMTP_URL: url(/^smtps?:\/\//)
    .optional()
    .register(variableNotes, {
      section: 'Mail',
      description:
        'Mail server. Without it, mails wait in the outbox, which the sign-in page shows on this machine.',
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
  INTERNAL_DOMAINS: list().default([]).register(variableNotes, {
    section: 'Safety',
    description: 'Mail domains whose verified users may open the administration page. Nobody may by default.',
    expects: 'a comma-separated list of domains',
  }),
  RATE_LIMIT_DEFAULT_PER_MINUTE: wholeNumber(0, 10_000_000, 12_000).register(variableNotes, {
    section: 'Safety',
    description: 'Requests a minute that one user, key or address may send. `0` lifts the limit.',
    expects: 'a whole number from 0 to 10000000',
    fallback: '12000',
  }),
  RATE_LIMIT_AUTH_PER_MINUTE: wholeNumber(0, 10_000_000, 60).register(variableNotes, {
    section: 'Safety',
    description: 'Sign-in, sign-up and password requests a minute from one address. `0` lifts the limit.',
    expects: 'a whole number from 0 to 10000000',
    fallback: '60',
  }),
  RATE_LIMIT_CHAT_PER_MINUTE: wholeNumber(0, 10_000_000, 600).register(variableNotes, {
    section: 'Safety',
    description: 'Questions a minute that one user, key or address may ask. `0` lifts the limit.',
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
  METRICS_TOKEN: z.string().min(8).optional().register(variableNotes, {
    section: 'Operation',
    description:
      'Opens `/api/metrics` to requests that carry it as a bearer token. Without it, only this machine may read them.',
    expects: 'a text of at least 8 characters',
  }),
  WORKER_CONCURRENCY: wholeNumber(1, 100, 4).register(variableNotes, {
    section: 'Operation',
    description: 'Background jobs that one worker process runs at the same time.',
    expects: 'a whole number from 1 to 100',
    fallback: '4',
  }),
  PARSER_CONCURRENCY: wholeNumber(1, 64, 2).register(variableNotes, {
    section: 'Operation',
    description: 'Documents that one worker process parses at the same time, each in a process of its own.',
    expects: 'a whole number from 1 to 64',
    fallback: '2',
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

const identity = {
  SIGN_UP: z.enum(['open', 'invite']).default('open').register(variableNotes, {
    section: 'Identity',
    description:
      'Who may make an account: `open` (everybody), or `invite` (who was invited, or let in from the waiting list).',
    expects: 'open or invite',
    fallback: 'open',
  }),
  OPENID_ISSUER: webUrl().optional().register(variableNotes, {
    section: 'Identity',
    description:
      'Hosted OpenID Connect provider (Auth0, Okta, Keycloak and others). Its callback address is `/auth/callback`.',
    expects: 'the address of the issuer, which starts with https:// (or http:// for a trial)',
  }),
  OPENID_CLIENT_ID: text().optional().register(variableNotes, {
    section: 'Identity',
    description: 'Client id at that provider.',
    expects: 'a client id',
  }),
  OPENID_CLIENT_SECRET: text().optional().register(variableNotes, {
    section: 'Identity',
    description: 'Client secret at that provider. Without it, the client is a public one with PKCE.',
    expects: 'a client secret',
  }),
  OPENID_NAME: text().default('Single sign-on').register(variableNotes, {
    section: 'Identity',
    description: 'What the button on the sign-in page says.',
    expects: 'a short name',
    fallback: 'Single sign-on',
  }),
  GOOGLE_CLIENT_ID: text().optional().register(variableNotes, {
    section: 'Identity',
    description: 'Client id of Google sign-in. Without it, the button is not there.',
    expects: 'a client id',
  }),
  GOOGLE_CLIENT_SECRET: text().optional().register(variableNotes, {
    section: 'Identity',
    description: 'Client secret of Google sign-in.',
    expects: 'a client secret',
  }),
  GOOGLE_ISSUER: webUrl().default('https://accounts.google.com').register(variableNotes, {
    section: 'Identity',
    description: 'Issuer of Google sign-in.',
    expects: 'an address that starts with https://',
    fallback: 'https://accounts.google.com',
  }),
  MICROSOFT_CLIENT_ID: text().optional().register(variableNotes, {
    section: 'Identity',
    description: 'Client id of Microsoft sign-in. Without it, the button is not there.',
    expects: 'a client id',
  }),
  MICROSOFT_CLIENT_SECRET: text().optional().register(variableNotes, {
    section: 'Identity',
    description: 'Client secret of Microsoft sign-in.',
    expects: 'a client secret',
  }),
  MICROSOFT_ISSUER: webUrl()
    .default('https://login.microsoftonline.com/organizations/v2.0')
    .register(variableNotes, {
      section: 'Identity',
      description:
        'Issuer of Microsoft sign-in; with the id of a directory in place of `organizations`, only its people.',
      expects: 'an address that starts with https://',
      fallback: 'https://login.microsoftonline.com/organizations/v2.0',
    }),
};

const billing = {
  BILLING_DEFAULT_PLAN: z.enum(['free', 'none']).default('free').register(variableNotes, {
    section: 'Billing',
    description: 'Plan of a new company: `free`, or `none`, so that it has to choose one first.',
    expects: 'free or none',
    fallback: 'free',
  }),
  BILLING_CATALOGUE: text().optional().register(variableNotes, {
    section: 'Billing',
    description: 'File with your own plans and add-ons in place of the built-in ones.',
    expects: 'the path of a JSON file',
  }),
  STRIPE_SECRET_KEY: text().optional().register(variableNotes, {
    section: 'Billing',
    description:
      'Secret key of a Stripe account. With it, plans and add-ons are paid by card; without it, plans change at once and are invoiced.',
    expects: 'a secret key',
  }),
  STRIPE_WEBHOOK_SECRET: text().optional().register(variableNotes, {
    section: 'Billing',
    description: 'Signing secret of the Stripe webhook, which calls `/api/payment/stripe-webhook`.',
    expects: 'a signing secret',
  }),
  STRIPE_API_URL: webUrl().default('https://api.stripe.com').register(variableNotes, {
    section: 'Billing',
    description: 'Address of the Stripe API.',
    expects: 'an address that starts with https://',
    fallback: 'https://api.stripe.com',
  }),
};

const frontEnd = {
  ORCHESTRATOR_ORIGIN: webUrl().optional().register(variableNotes, {
    section: 'Front end',
    description: 'Origin of a flow builder in another window, the only one whose messages the page answers.',
    expects: 'an origin such as https://flows.example.com',
  }),
  SUPPORT_EMAIL: text().optional().register(variableNotes, {
    section: 'Front end',
    description:
      'Where questions from the support panel are mailed. Without it, they are shown on the administration page only.',
    expects: 'a mail address',
  }),
  ANALYTICS: z.enum(['on', 'off']).default('on').register(variableNotes, {
    section: 'Front end',
    description: 'Whether the server counts which screens are opened. The counts stay in its database.',
    expects: 'on or off',
    fallback: 'on',
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
  ...operation,
});
export type Variables = z.output<typeof Variables>;

/** The note of one variable. */
export const noteOf = (name: string): VariableNote => {
  const schema = Object.entries(Variables.shape).find(([key]) => key === name)?.[1];
  const note = schema && variableNotes.get(schema);
  if (!note) throw new Error(`The variable ${name} has no note.`);
  return note;
};
