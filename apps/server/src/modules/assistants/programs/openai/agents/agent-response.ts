import type { AnswerPlace, ProgramAnswer } from '../../../agents/index.ts';
import type { UrlCitation } from '../annotations.ts';
import { neutralSettings, tokenUsage } from '../response-object.ts';
import { agentAnnotations, describeWait, shownText, toAgentFailure, toAgentModel } from './agent-answer.ts';

/** Returns the id of the response that shows a part of a run. */
export const responseIdAt = ({ runId, part }: AnswerPlace): string =>
  part === 0 ? `resp_${runId}` : `resp_${runId}_${part}`;

/** Returns the part of a run that a response id names; undefined for the responses of apps. */
export const placeOfResponse = (responseId: string): AnswerPlace | undefined => {
  const [, runId, part = '0'] = /^resp_(run_[0-9a-z]{1,60})(?:_(\d{1,3}))?$/.exec(responseId) ?? [];
  return runId === undefined ? undefined : { runId, part: Number(part) };
};

const statuses = {
  ...{ RUNNING: 'in_progress', CALLS: 'completed', UNDECIDED: 'incomplete', COMPLETED: 'completed' },
  ...{ FAILED: 'failed', CANCELLED: 'cancelled' },
} as const;

const toResponseStatus = ({ status, isCutOff }: ProgramAnswer) =>
  status === 'COMPLETED' && isCutOff ? 'incomplete' : statuses[status];

const toIncompleteDetails = ({ status }: ProgramAnswer) => ({
  reason: status === 'UNDECIDED' ? 'approval' : 'max_output_tokens',
});

export const messageId = ({ runId, part }: AnswerPlace): string => `msg_${runId}_${part}`;

export const textPart = (text: string, annotations: readonly UrlCitation[] = []) => ({
  ...{ type: 'output_text', text, annotations, logprobs: [] },
});

export const messageItem = (
  place: AnswerPlace,
  content: readonly unknown[],
  status: 'in_progress' | 'completed' | 'incomplete',
) => ({ type: 'message', id: messageId(place), status, role: 'assistant', content });

/** Makes the items of the calls that the program has to make. */
export const callItems = ({ calls }: ProgramAnswer) =>
  calls.map(({ id, name, arguments: given }) => ({
    ...{ type: 'function_call', id: `fc_${id.slice('call_'.length)}`, call_id: id, name },
    ...{ arguments: given, status: 'completed' },
  }));

const toOutputItems = (answer: ProgramAnswer, origin: string) => {
  const text = answer.status === 'RUNNING' ? '' : shownText(answer);
  const isWhole = answer.status === 'COMPLETED' || answer.status === 'CALLS';
  const message =
    text === ''
      ? []
      : [
          messageItem(
            answer,
            [textPart(text, agentAnnotations(origin, answer))],
            isWhole ? 'completed' : 'incomplete',
          ),
        ];
  return [...message, ...callItems(answer)];
};

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** The tools of the program as it sent them. */
const toToolItems = ({ program }: ProgramAnswer) =>
  program.tools.map(({ name, description, inputSchema }) => ({
    ...{ type: 'function', name, description, parameters: inputSchema, strict: false },
  }));

/** Returns what a program said of the calls that it wants. */
const toToolChoice = ({ program: { tools, mustCall = [] } }: ProgramAnswer) => {
  if (tools.length === 0) return 'none';
  if (mustCall.length === 0) return 'auto';
  return mustCall.length === 1 ? { type: 'function', name: mustCall[0] } : 'required';
};

/** Returns the id of the response that this one continues. */
const toPreviousId = ({ runId, part, program }: ProgramAnswer): string | null =>
  part === 0 ? program.previousId : responseIdAt({ runId, part: part - 1 });

/** Makes the response object of Open Responses for a part of a run. `run_id` and `waiting_for` are ours. */
export const agentResponse = (answer: ProgramAnswer, origin: string) => {
  const status = toResponseStatus(answer);
  const tools = toToolItems(answer);
  return {
    id: responseIdAt(answer),
    object: 'response',
    created_at: seconds(answer.createdAt),
    completed_at: status === 'completed' ? seconds(answer.finishedAt ?? new Date(answer.createdAt)) : null,
    status,
    incomplete_details: status === 'incomplete' ? toIncompleteDetails(answer) : null,
    model: toAgentModel(answer.agentId),
    previous_response_id: toPreviousId(answer),
    conversation: null,
    output: toOutputItems(answer, origin),
    error: toAgentFailure(answer) ?? null,
    usage: status === 'in_progress' ? null : tokenUsage(answer.usage),
    metadata: answer.program.metadata,
    ...neutralSettings,
    ...{ tools, tool_choice: toToolChoice(answer) },
    parallel_tool_calls: tools.length > 0 && !answer.program.isOneByOne,
    run_id: answer.runId,
    waiting_for: describeWait(answer),
  };
};
