import type { Confinement } from '@atelier/documents/process';
import type { Config } from './kernel/config/config.ts';
import { reachable } from './kernel/services/own-origin.ts';

interface Start {
  /** The address on which the server listens. */
  address: string;
  config: Pick<Config, 'server' | 'models' | 'mail' | 'dataFolder' | 'database'>;
  /** Undefined on a server with a public address. */
  operatorCode: string | undefined;
  /** The file that the log is written to; undefined where it goes to standard output. */
  logFile: string | undefined;
  /** The confinement of the processes that parse documents; undefined where this process parses none. */
  confinement: Confinement | undefined;
  /** Rows that modules add to the text of the start: the name of the row, then its lines. */
  more: readonly (readonly [string, ...string[]])[];
}

const whoAnswers = ({ openai, ollama }: Config['models']): string[] => {
  if (openai) return [`${openai.model} at ${new URL(openai.baseUrl).host}`];
  if (ollama) return [`the models of ${new URL(ollama.baseUrl).host}`];
  return [
    'in sentences quoted from your documents, as no model is set up',
    'A running Ollama is found by itself; others are added under Models, or with OPENAI_API_KEY=… npm start',
  ];
};

const mails = ({ smtpUrl }: Config['mail']): string =>
  smtpUrl === undefined
    ? 'none is sent: all wait in the outbox, which opens with the link above (SMTP_URL sends them)'
    : `sent by ${new URL(smtpUrl).host}`;

/** The sentence about what a document could still reach if it took over its parser; undefined where it could reach nothing. */
export const openSandbox: Record<Confinement, string | undefined> = {
  namespaces: undefined,
  user: 'run as a user without rights, but with the network open: the system refuses them namespaces (docs/security.md)',
  permissions:
    'are kept from the disk by Node alone, with the network open: the system refuses them namespaces (docs/security.md)',
};

/** Aligns a table in two columns. Further texts of a row go below its second column. */
const rows = (table: readonly (readonly [string, ...string[]])[]): string[] =>
  table.flatMap(([name, ...lines]) =>
    lines.map((line, at) => `  ${(at === 0 ? name : '').padEnd(10)}${line}`),
  );

/** Returns the text that is printed when the server has started: its address, the first thing to do, and how it is configured. */
export const greeting = ({ address, config, operatorCode, logFile, confinement, more }: Start): string => {
  const open = confinement && openSandbox[confinement];
  const home = config.server.publicUrl ?? reachable(address);
  const first =
    operatorCode === undefined
      ? [`${home}/signup`]
      : [
          `${home}/signup#operator=${operatorCode}`,
          'Open this link yourself and keep it: it shows that you run this server. Others sign up at /signup.',
        ];
  return [
    '',
    `  Atelier runs at ${home}`,
    '',
    ...rows([
      ['Sign up', ...first],
      ['Answers', ...whoAnswers(config.models)],
      ...more,
      ['Mails', mails(config.mail)],
      [
        'Data',
        config.dataFolder,
        ...(config.database.url === undefined ? [] : ['and in the database of DATABASE_URL']),
      ],
      ...(logFile === undefined ? [] : [['Log', logFile] as const]),
      ...(open === undefined ? [] : [['Parsers', open] as const]),
    ]),
    '',
    '  Ctrl-C ends it; the next start shows everything again.',
    '',
  ].join('\n');
};
