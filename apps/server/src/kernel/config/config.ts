import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { getNote, Variables } from './config-schema.ts';
import { nestTelemetry } from './config-telemetry.ts';

/** Environment variables as the operating system passes them. */
export type Environment = Record<string, string | undefined>;

/** Reads a file such as `.env`; returns nothing when there is none. Real environment variables take precedence over it. */
export const readEnvironmentFile = (path: string): Environment =>
  existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};

/** Returns the settings of an OpenID Connect provider; undefined unless all of them are set. */
const toProvider = (
  clientId: string | undefined,
  clientSecret: string | undefined,
  issuer: string | undefined,
  name: string,
) => (clientId === undefined || issuer === undefined ? undefined : { clientId, clientSecret, issuer, name });

const nestAccount = (env: Variables) => ({
  identity: {
    signUp: env.SIGN_UP,
    openid: toProvider(env.OPENID_CLIENT_ID, env.OPENID_CLIENT_SECRET, env.OPENID_ISSUER, env.OPENID_NAME),
    google: toProvider(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET, env.GOOGLE_ISSUER, 'Google'),
    microsoft: toProvider(
      env.MICROSOFT_CLIENT_ID,
      env.MICROSOFT_CLIENT_SECRET,
      env.MICROSOFT_ISSUER,
      'Microsoft',
    ),
  },
  billing: {
    defaultPlan: env.BILLING_DEFAULT_PLAN,
    catalogue: env.BILLING_CATALOGUE,
    invoiceNote: env.BILLING_INVOICE_NOTE,
    /** Undefined means that plans are paid by invoice. */
    stripe:
      env.STRIPE_SECRET_KEY === undefined
        ? undefined
        : {
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            apiUrl: env.STRIPE_API_URL,
          },
  },
  /** The credits that may be spent through the operator's own provider; 0 means no limit. */
  operatorBudget: {
    day: env.OPERATOR_BUDGET_PER_DAY,
    month: env.OPERATOR_BUDGET_PER_MONTH,
    /** The limit for one tenant that has not paid, per month. */
    freeTenant: env.OPERATOR_BUDGET_PER_FREE_COMPANY,
    needsMail: env.OPERATOR_BUDGET_NEEDS_MAIL === 'on',
    freeStorageGb: env.FREE_STORAGE_GB,
  },
  frontEnd: {
    orchestratorOrigin: env.ORCHESTRATOR_ORIGIN && new URL(env.ORCHESTRATOR_ORIGIN).origin,
    supportEmail: env.SUPPORT_EMAIL,
    analytics: env.ANALYTICS === 'on',
  },
});

const nestLimits = (env: Variables) => ({
  /** Requests per minute and key; 0 means no limit. */
  rateLimits: {
    default: env.RATE_LIMIT_DEFAULT_PER_MINUTE,
    auth: env.RATE_LIMIT_AUTH_PER_MINUTE,
    chat: env.RATE_LIMIT_CHAT_PER_MINUTE,
  },
  /** The most open streams in this process; 0 means no limit. */
  streams: {
    perUser: env.STREAMS_PER_USER,
    perTenant: env.STREAMS_PER_TENANT,
    perAddress: env.STREAMS_PER_ADDRESS,
  },
  /** The most open connections of one address in this process; 0 means no limit. */
  connections: { perAddress: env.CONNECTIONS_PER_ADDRESS },
});

const nest = (env: Variables) => ({
  server: {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    allowedHosts: env.ALLOWED_HOSTS,
    callingSites: env.CALLING_SITES,
    trustProxy: env.TRUST_PROXY,
    maxUploadBytes: env.MAX_UPLOAD_MB * 1024 * 1024,
  },
  roles: { api: env.ATELIER_ROLES.includes('api'), worker: env.ATELIER_ROLES.includes('worker') },
  /** An absolute path. */
  dataFolder: resolve(env.ATELIER_DATA),
  database: { url: env.DATABASE_URL, appUrl: env.DATABASE_APP_URL, poolSize: env.DATABASE_POOL_SIZE },
  /** Newest first; undefined means that a key is generated in the data folder. */
  secretKeys: env.ATELIER_SECRET_KEY,
  models: {
    /** Set as soon as a key or an address is given. */
    openai:
      env.OPENAI_API_KEY === undefined && env.OPENAI_BASE_URL === undefined
        ? undefined
        : {
            baseUrl: env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
            apiKey: env.OPENAI_API_KEY,
            model: env.OPENAI_MODEL,
            embeddingModel: env.OPENAI_EMBEDDING_MODEL,
            transcriptionModel: env.OPENAI_TRANSCRIPTION_MODEL,
            visionModel: env.OPENAI_VISION_MODEL,
          },
    ollama: env.OLLAMA_BASE_URL === undefined ? undefined : { baseUrl: env.OLLAMA_BASE_URL },
    localServers: env.LOCAL_MODEL_SERVERS,
    embeddingModels: env.EMBEDDING_MODELS,
    /** Undefined when no weights may be downloaded. */
    weightsFrom: env.EMBEDDING_WEIGHTS_FROM === 'off' ? undefined : env.EMBEDDING_WEIGHTS_FROM,
    weightsProxy: env.EMBEDDING_WEIGHTS_PROXY,
    embeddingModelsFile: env.EMBEDDING_MODELS_FILE,
    freeCredits: env.FREE_CREDITS,
  },
  mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
  ...nestAccount(env),
  outbound: { allow: env.OUTBOUND_ALLOW },
  redirectHosts: env.REDIRECT_HOSTS.map((host) => host.toLowerCase()),
  oauthProviders: env.OAUTH_PROVIDERS,
  internalDomains: env.INTERNAL_DOMAINS.map((domain) => domain.toLowerCase()),
  ...nestLimits(env),
  log: { level: env.LOG_LEVEL, file: env.LOG_FILE },
  metrics: { token: env.METRICS_TOKEN },
  /** Undefined when no traces are exported. */
  telemetry: nestTelemetry(env),
  concurrency: {
    worker: env.WORKER_CONCURRENCY,
    parser: env.PARSER_CONCURRENCY,
    recognition: env.RECOGNITION_CONCURRENCY,
  },
  computingSeconds: { paying: env.COMPUTING_SECONDS, free: env.FREE_COMPUTING_SECONDS },
  parserSandbox: env.PARSER_SANDBOX,
  indexMemoryBytes: env.INDEX_MEMORY_MB * 1024 * 1024,
  links: { terms: env.TERMS_URL, privacy: env.PRIVACY_URL },
});

type DeepReadonly<T> = { readonly [K in keyof T]: T[K] extends object ? DeepReadonly<T[K]> : T[K] };

/** The configuration of one process: nested, frozen, complete. */
export type Config = DeepReadonly<ReturnType<typeof nest>>;

/** `says` is the whole sentence, for a variable that is wrong only in combination with another. */
export type ConfigProblem = { name: string; value?: string | undefined; says?: string };

/** Thrown when variables are wrong. Its message names each of them with what it should be. */
export class ConfigError extends Error {
  readonly variables: readonly string[];

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(
      ({ name, value, says }) =>
        `  ${says ?? `${name} should be ${getNote(name).expects}${shown(name, value)}.`}`,
    );
    super(['The configuration is not usable:', ...lines].join('\n'));
    this.name = 'ConfigError';
    this.variables = problems.map(({ name }) => name);
  }
}

const isSecret = (name: string) => /KEY|TOKEN|URL|PROVIDERS|ENDPOINT|HEADERS/.test(name);

const shown = (name: string, value: string | undefined) =>
  value === undefined || isSecret(name) ? '' : `, not ${JSON.stringify(value.slice(0, 80))}`;

const freeze = <T extends object>(value: T): T => {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) freeze(inner);
  }
  return Object.freeze(value);
};

const isLocalHost = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Returns the variables that a server with `PUBLIC_URL` requires and that are missing. */
const publicServerProblems = ({ PUBLIC_URL, SMTP_URL }: Variables): ConfigProblem[] => {
  if (PUBLIC_URL === undefined) return [];
  const { protocol, hostname } = new URL(PUBLIC_URL);
  const problems: ConfigProblem[] = [];
  if (protocol !== 'https:' && !isLocalHost(hostname))
    problems.push({
      name: 'PUBLIC_URL',
      says: 'PUBLIC_URL should start with https://, because passwords and sessions pass under it. Put a proxy with TLS before the server.',
    });
  if (SMTP_URL === undefined)
    problems.push({
      name: 'SMTP_URL',
      says: 'SMTP_URL should be set, because PUBLIC_URL is: people who sign up, are invited or forget a password get a mail. To try Atelier on this machine alone, leave PUBLIC_URL out.',
    });
  return problems;
};

/**
 * Reads the configuration. An empty variable counts as absent.
 * @throws ConfigError listing every bad variable
 */
export const loadConfig = (env: Environment): Config => {
  const given = Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Variables.safeParse(given);
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    throw new ConfigError([...names].map((name) => ({ name, value: given[name] })));
  }
  const problems = publicServerProblems(parsed.data);
  if (problems.length > 0) throw new ConfigError(problems);
  return freeze(nest(parsed.data));
};
