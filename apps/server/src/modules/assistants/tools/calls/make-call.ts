import { fillRequest, RequestError } from '@atelier/agents/tools';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { parseForeignJson } from '@atelier/contracts/kernel/parse-json';
import { PieceError, type PiecePlatform, readInput } from '@atelier/pieces';
import type { Ctx } from '../../../../kernel/context/context.ts';
import {
  inTurn,
  type OpenedConnection,
  openConnection,
  outboundIo,
} from '../../../content/connections/index.ts';
import { computeCode, runPure, whyCodeFailed } from '../../flows/index.ts';
import { fileSchemas } from '../default-tools.ts';
import { findAction } from '../find-action.ts';
import { showChart } from './chart.ts';
import { downloadIn, keepDownload } from './keep-download.ts';
import { useFolder } from './run-folder.ts';
import type { FileWork, ToolBinding } from './tool-binding.ts';
import { hideInResult, type ToolResult } from './tool-outcome.ts';

const refuse = (): never => {
  throw new PieceError('pieces.not_found', 'Agents do not have this action. Please use it in a flow.');
};

/** The default tools of agents use nothing of the product. A model reads what is too large to be parsed as it is. */
const noPlatform: PiecePlatform = {
  askModel: refuse,
  checkFit: refuse,
  listModels: refuse,
  listFlows: refuse,
  listKnowledgeBases: refuse,
  listApps: refuse,
  listTakers: refuse,
  askKnowledge: refuse,
  runApp: refuse,
  checkText: refuse,
  maskPersonalData: refuse,
  readJson: (json) => Promise.resolve(parseForeignJson(json) as JsonValue | undefined),
  storage: { get: refuse, put: refuse, delete: refuse },
  files: {
    read: refuse,
    write: refuse,
    list: refuse,
    delete: refuse,
    extractText: refuse,
    zip: refuse,
    unzip: refuse,
  },
  sendMail: refuse,
};

/** A call as a tool carries it out. */
export interface ToolUse {
  /** Acts with the access of the agent's owner. */
  ctx: Ctx;
  input: Record<string, JsonValue>;
  /** The same at every attempt of this call, and different everywhere else. */
  key: string;
  signal: AbortSignal;
  /** The folder of the run that makes the call. */
  folder?: Folder;
}

/** The folder of a run: that of the whole crew where the run works for one. */
export interface Folder {
  /** The run to which the folder belongs. */
  runId: string;
  /** The run that makes the call, with which its files can be downloaded too. */
  callerId: string;
  /** The agent of that run. */
  scopeId: string;
}

/** The longest that a call waits for the turn of its connection. */
const patienceMs = 30_000;

interface ActionUse {
  piece: string;
  action: string;
  input: FieldValues;
  connection: OpenedConnection | undefined;
}

const runAction = async (
  { piece, action: name, input, connection }: ActionUse,
  { ctx, key, signal }: ToolUse,
): Promise<JsonValue> => {
  const found = findAction(piece, name);
  if (!found) throw new PieceError('pieces.not_found', 'This server does not have this tool any more.');
  const { action } = found;
  const values = () => readInput(action.fields, input);
  if (action.kind === 'pure') {
    const known = { resolved: () => Promise.resolve(input), values: () => Promise.resolve(values()) };
    return runPure(ctx, found, { input: known, signal });
  }
  const opened = connection && { connection: connection.values };
  const io = outboundIo(ctx.services.outbound);
  const turn = { connectionId: connection?.id, input, signal, patienceMs };
  const run = async () => action.run({ input: values(), key, signal, io, platform: noPlatform, ...opened });
  return inTurn(ctx, turn, run);
};

const fill = ({ request }: Extract<ToolBinding, { kind: 'HTTP' }>, input: ToolUse['input']): FieldValues => {
  try {
    return { ...fillRequest(request, input), followRedirects: false };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new PieceError('pieces.invalid_input', error.message);
  }
};

const runCode = async ({ ctx, input, signal }: ToolUse): Promise<ToolResult> => {
  const { code, inputs = {} } = input;
  const order = { code: typeof code === 'string' ? code : '', input: inputs };
  const outcome = await computeCode(ctx, order, signal);
  if (outcome.failure !== undefined) throw new PieceError('pieces.refused', whyCodeFailed(outcome));
  return { output: outcome.output };
};

/** Returns the body of an answer. A redirect is shown, because following it would send the arguments elsewhere. */
const bodyIn = (answer: JsonValue): JsonValue => {
  if (!isObject(answer)) return answer;
  const { status, headers, body } = answer;
  const isRedirect = typeof status === 'number' && status >= 300 && status < 400;
  const to = isObject(headers) ? headers['location'] : undefined;
  return isRedirect ? { status, location: to ?? null } : (body ?? null);
};

/** Returns the action of a call to the outside. The fixed arguments of a tool replace those of the model. */
const toActionUse = (
  binding: Exclude<ToolBinding, { kind: FileWork | 'CODE' | 'CHART' }>,
  { input }: ToolUse,
): Omit<ActionUse, 'connection'> => {
  if (binding.kind === 'HTTP') return { piece: 'http', action: 'send_request', input: fill(binding, input) };
  const { piece, action, fixed } = binding;
  return { piece, action, input: { ...input, ...fixed } };
};

const isRequest = ({ piece, action }: Pick<ActionUse, 'piece' | 'action'>): boolean =>
  piece === 'http' && action === 'send_request';

/** The request was made, so its address is one. */
const urlIn = ({ url }: FieldValues): URL => new URL(typeof url === 'string' ? url.trim() : '');

const isFileWork = (binding: ToolBinding): binding is { kind: FileWork } => binding.kind in fileSchemas;

/** Carries out a call. Throws what the tool throws; a secret of the connection is in neither result nor message. */
export const makeCall = async (binding: ToolBinding, use: ToolUse): Promise<ToolResult> => {
  if (binding.kind === 'CODE') return runCode(use);
  if (binding.kind === 'CHART') return showChart(use.input);
  if (isFileWork(binding)) return useFolder(binding.kind, use);
  const { connectionId } = binding;
  const connection = connectionId === null ? undefined : await openConnection(use.ctx, connectionId);
  return hideInResult(connection?.secrets ?? [], async () => {
    const { piece, action, input } = toActionUse(binding, use);
    const answer = await runAction({ piece, action, input, connection }, use);
    const download = isRequest({ piece, action }) ? downloadIn(answer) : undefined;
    if (download) return keepDownload(download, urlIn(input), use);
    return { output: binding.kind === 'HTTP' ? bodyIn(answer) : answer };
  });
};
