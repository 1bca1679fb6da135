import type { AgentFailure } from '@atelier/agents';
import type { RunCause } from '../../../../kernel/runs/index.ts';

const toCause = (code: string, message: string): RunCause => ({ code, message });

/** The failures that the loop does not find in its records. */
type FailureOfServer =
  | 'agents.not_available'
  | 'agents.no_model'
  | 'agents.program_left'
  | 'agents.no_supervisor';

/** The causes of runs that ended without an answer, in words for people. */
export const agentFailures: Record<AgentFailure | FailureOfServer, RunCause> = {
  'agents.refused': toCause(
    'agents.refused',
    'The model refused the task. Please change the task or the instructions, or choose another model.',
  ),
  'agents.no_answer': toCause(
    'agents.no_answer',
    'The model answered nothing, although it was asked again. Please try again, or choose another model.',
  ),
  'agents.call_missing': toCause(
    'agents.call_missing',
    'The model did not call the tool that it was told to call. Please choose another model.',
  ),
  'agents.repeats_itself': toCause(
    'agents.repeats_itself',
    'The agent made the same calls again and again. Please make its instructions clearer, or give it a tool that helps.',
  ),
  'agents.output_invalid': toCause(
    'agents.output_invalid',
    'The answer did not have the form that its schema asks for, although the model was asked again. Please simplify the schema, or choose another model.',
  ),
  'agents.context_too_small': toCause(
    'agents.context_too_small',
    'The task does not fit into the context of the model. Please shorten the task or the instructions, or allow a larger context.',
  ),
  'agents.credits_used': toCause(
    'agents.credits_used',
    'The run has used the credits that it may use. Please raise the budget of the agent, or make the task smaller.',
  ),
  'agents.not_available': toCause(
    'agents.not_available',
    'The agent was deleted or switched off, or it is not published.',
  ),
  'agents.program_left': toCause(
    'agents.program_left',
    'The program that asked the agent did not send the results of its tools within a day. Please ask again.',
  ),
  'agents.no_supervisor': toCause(
    'agents.no_supervisor',
    'The crew has no supervisor and at least one other agent that are published and on. Please choose them in its settings.',
  ),
  'agents.no_model': toCause(
    'agents.no_model',
    'An agent needs a model that writes, and the company has none. Please add a provider under Models first.',
  ),
};

/** Failures of the last reply of the model, for which it may be asked again. */
export const repliesToRepeat: ReadonlySet<AgentFailure> = new Set<AgentFailure>([
  'agents.refused',
  'agents.no_answer',
  'agents.call_missing',
  'agents.output_invalid',
]);

/** The code of a run whose task a guardrail blocked. Its message is that of the builder. */
export const blockedTask = 'agents.blocked';

/** The codes of failures that are found again in what is recorded, however often the run is continued. */
export const recordedFailures: ReadonlySet<string> = new Set([
  blockedTask,
  ...Object.keys(agentFailures).filter(
    (code) => !['agents.not_available', 'agents.no_model', 'agents.no_supervisor'].includes(code),
  ),
]);
