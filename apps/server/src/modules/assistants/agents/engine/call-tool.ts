import { PieceError } from '@atelier/pieces';
import { toMicroCredits } from '../../../../kernel/base/credits.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { genAi, own } from '../../../../kernel/telemetry/conventions.ts';
import type { SpanAttributes } from '../../../../kernel/telemetry/finished-span.ts';
import { beginSpan } from '../../../../kernel/telemetry/span.ts';
import { testRetrieval } from '../../../content/search/index.ts';
import { findAppForChat } from '../../apps/index.ts';
import { answerQuestion, collectAnswer, unstoredAnswers } from '../../chat/index.ts';
import type { ToolBinding as OfferedBinding } from '../../tools/declarations.ts';
import {
  callMcpTool,
  captureOutcome,
  makeCall,
  type ToolUse as PlainUse,
  type ToolResult,
} from '../../tools/index.ts';
import { changeMemory, type MemoryUse } from '../memory/change-memory.ts';
import type { ToolBinding } from './bound-tool.ts';
import {
  citedText,
  nameOfSource,
  type SearchRecord,
  type Source,
  sourcesCited,
  type Unnumbered,
} from './sources.ts';

/** A call as a tool of an agent carries it out. */
export interface ToolUse extends PlainUse {
  /** The name by which the model called the tool. */
  name: string;
  /** The number of apps, flows and agents that asked each other in a row to make this call. */
  depth: number;
  /** The run that makes the call. */
  runId: string;
  /** The member for whom the agent works, if it is one. */
  personId: string | null;
  /** About whom the agent may remember something, and what a fact is kept with; null when it remembers nothing. */
  memory: MemoryUse | null;
  /** True when nothing may be changed outside of the run. */
  isRehearsal: boolean;
  /** Adds micro-credits to the cost of the run. */
  spend(microCredits: number): void;
}

/** The text under a name. The arguments were checked against the schema of the tool, which asks for it. */
export const textIn = (input: ToolUse['input'], name: string): string => {
  const value = input[name];
  return typeof value === 'string' ? value : '';
};

interface Result extends ToolResult {
  /** Returns the text for the model, in which the first source has the number `first`; without it, the output as JSON. */
  write?: (first: number) => string;
  sources?: Source[];
  search?: SearchRecord;
}

/** The passages that a search returns. */
const passages = 6;

const search = async (knowledgeBaseId: string, { ctx, input, signal }: ToolUse): Promise<Result> => {
  const query = textIn(input, 'query');
  const { results, mode } = await testRetrieval(ctx, { knowledgeBaseId, query, topK: passages }, signal);
  const output = results.map(({ text, score, document: { name, page, heading } }) => ({
    ...{ text, score, document: name },
    ...(page === undefined ? {} : { page }),
    ...(heading === undefined ? {} : { heading }),
  }));
  return {
    output,
    sources: results.map((hit): Source => ({ kind: 'PASSAGE', hit, query })),
    search: { query, mode },
    write: (first) =>
      output.map(({ document, text }, at) => `[${first + at}] ${document}\n${text}`).join('\n\n') ||
      'Nothing was found.',
  };
};

const noApp = (): never => {
  throw new PieceError(
    'pieces.not_found',
    'The app does not exist, or is not open to the owner of the agent.',
  );
};

/** Finds the app that is asked. In a test, a flow or an agent that answers an app is not run. */
const openApp = async (tx: TxCtx, appId: string, isRehearsal: boolean) => {
  const app = (await findAppForChat(tx, appId)) ?? noApp();
  if (isRehearsal && app.orchestration !== 'BASIC')
    throw new PieceError(
      'pieces.refused',
      'This is a test, so the app was not asked: a flow or an agent answers it.',
    );
  return app;
};

const ask = async (appId: string, use: ToolUse): Promise<Result> => {
  const { ctx, input, signal, depth, spend, isRehearsal } = use;
  const asked = {
    open: (tx: TxCtx) => openApp(tx, appId, isRehearsal),
    text: textIn(input, 'question'),
    owner: { visitorHash: null, userId: findUserId(ctx) },
    depth: depth + 1,
  };
  const { open, text } = asked;
  // A question of a test is no question of anybody.
  const events = isRehearsal
    ? unstoredAnswers.ask(ctx, { open, text, mayBeCurated: true }, signal)
    : answerQuestion(ctx, asked, signal);
  const { answer, citations, usage } = await collectAnswer(events);
  spend(toMicroCredits(usage.credits));
  const sources = sourcesCited(citations.map((each) => ({ ...each, edited: each.edited ?? false })));
  const documents = sources.map(nameOfSource);
  return { output: { answer, documents }, sources, write: citedText(answer, sources) };
};

/** A tool of the company, in contrast to what runs of their own carry out. */
const isOwn = (binding: ToolBinding): binding is OfferedBinding =>
  !['KNOWLEDGE', 'APP', 'AGENT', 'FLOW', 'MEMBER', 'CREW', 'MEMORY', 'PROGRAM'].includes(binding.kind);

const carryOut = (binding: ToolBinding, use: ToolUse): Promise<Result> => {
  if (binding.kind === 'KNOWLEDGE') return search(binding.knowledgeBaseId, use);
  if (binding.kind === 'APP') return ask(binding.appId, use);
  if (binding.kind === 'MEMORY') return changeMemory(binding.act, use);
  if (binding.kind === 'MCP') return callMcpTool(binding, use);
  if (isOwn(binding)) return makeCall(binding, use);
  throw new Error('Work for agents and flows, and what a crew shares, is no call of a tool.');
};

/** The most characters of arguments and results that a trace shows. */
const shownCharacters = 8000;

const toContentAttributes = ({ ctx, input }: ToolUse, result: string): SpanAttributes =>
  ctx.services.telemetry.showsContent
    ? {
        [genAi.toolArguments]: JSON.stringify(input).slice(0, shownCharacters),
        [genAi.toolResult]: result.slice(0, shownCharacters),
      }
    : {};

/** Carries out a call. A failure is an outcome, which the model reads; only the end of the run is thrown. */
export const callTool = async (binding: ToolBinding, use: ToolUse): Promise<Unnumbered> => {
  const found: Result[] = [];
  let cost = 0;
  const spend: ToolUse['spend'] = (microCredits) => {
    cost += microCredits;
    use.spend(microCredits);
  };
  const span = beginSpan(use.ctx, {
    operation: 'execute_tool',
    about: use.name,
    attributes: { [genAi.toolName]: use.name, [own.run]: use.runId },
  });
  const { text, ...outcome } = await captureOutcome(use, async () => {
    const result = await carryOut(binding, { ...use, ctx: span.ctx, spend });
    found.push(result);
    return result;
  });
  span.end({
    failure: outcome.isFailed ? 'tools.failed' : undefined,
    attributes: toContentAttributes(use, text),
  });
  const { sources, search: searched, write = () => text } = found[0] ?? {};
  return {
    ...{ ...outcome, write, ...(cost > 0 && { cost }) },
    ...(sources && { sources }),
    ...(searched && { search: searched }),
  };
};
