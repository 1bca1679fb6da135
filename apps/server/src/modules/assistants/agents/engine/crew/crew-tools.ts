import type { AgentTool, JsonSchema, ToolCall, ToolOutcome } from '@atelier/agents';
import { crewToolNames } from '@atelier/contracts/assistants/agents/crew-tools';
import type { RunContext } from '../../../../../kernel/runs/index.ts';
import type { BoundTool, CrewBinding } from '../bound-tool.ts';
import type { PreparedAgent } from '../to-agent.ts';
import { mostNotes, noteRepository } from './notes/repository.ts';
import type { Team } from './shares.ts';

interface Member {
  agentId: string;
  name: string;
  description: string;
}

/** The most characters of a note, and of a task that is handed on. */
const longestNote = 2000;
const longestTask = 20_000;
const mostSteps = 20;

const buildObjectSchema = (
  properties: Record<string, JsonSchema>,
  required = Object.keys(properties),
): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const buildTextSchema = (maxLength: number, description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
});

/** Nothing of what these tools do leaves the crew, so nobody is asked before. */
const within = { effect: 'READS', approval: 'NEVER', isForeign: false } as const satisfies Partial<AgentTool>;

const planTool = (members: readonly string[]): BoundTool => ({
  ...{ name: crewToolNames.plan, title: 'Plan', ...within },
  description:
    'Writes down the plan, which people see. Give all of its steps each time, also those that are done. Change the plan when the work turns out to be different.',
  inputSchema: buildObjectSchema({
    steps: {
      type: 'array',
      minItems: 1,
      maxItems: mostSteps,
      items: buildObjectSchema(
        {
          task: buildTextSchema(500, 'What has to be done, in a few words.'),
          member: { type: 'string', enum: [...members], description: 'Who does it.' },
          state: { type: 'string', enum: ['OPEN', 'UNDER_WAY', 'DONE', 'DROPPED'] },
        },
        ['task', 'state'],
      ),
    },
  }),
  binding: { kind: 'CREW', does: 'PLAN' },
});

const memberInput = (members: readonly string[], task: string): JsonSchema =>
  buildObjectSchema({
    member: { type: 'string', enum: [...members], description: 'The agent, by its name.' },
    task: buildTextSchema(longestTask, task),
  });

const describeMembers = (members: readonly Member[]): string =>
  members
    .map(({ name, description }) => `- ${name}${description === '' ? '' : `: ${description}`}`)
    .join('\n');

const noteTools: BoundTool[] = [
  {
    ...{ name: crewToolNames.write, title: 'Write a note', ...within, effect: 'WRITES' },
    description:
      'Writes a note that all agents of the crew can read: a finding, a decision, a number that others need.',
    inputSchema: buildObjectSchema({ text: buildTextSchema(longestNote, 'The note, in whole sentences.') }),
    binding: { kind: 'CREW', does: 'WRITE_NOTE' },
  },
  {
    ...{ name: crewToolNames.read, title: 'Read the notes', ...within, isForeign: true },
    description: 'Reads the notes of all agents of the crew, with their numbers and authors.',
    inputSchema: buildObjectSchema({
      after: {
        type: 'integer',
        minimum: 0,
        description: 'The number of the last note that you have read; 0 for all.',
      },
    }),
    binding: { kind: 'CREW', does: 'READ_NOTES' },
  },
];

/** Gives an agent the tools of the crew. A tool of its own with the name of one of them gets another name. */
const withTools = (own: readonly BoundTool[], added: readonly BoundTool[]): BoundTool[] => {
  const taken = new Set(added.map(({ name }) => name));
  return [
    ...own.map((tool) => (taken.has(tool.name) ? { ...tool, name: `own_${tool.name}`.slice(0, 64) } : tool)),
    ...added,
  ];
};

const paragraphs = (...texts: string[]): string => texts.filter((text) => text.trim() !== '').join('\n\n');

const leading = (members: readonly Member[]): string => `You lead a crew. These agents work for you:
${describeMembers(members)}

First write a plan with ${crewToolNames.plan}, and keep it up to date. Hand out the work with ${crewToolNames.delegate}: several tasks at once when they do not
depend on each other. An agent sees nothing but the task that you write and the notes, so write everything into the task that it needs to
know. Check what comes back before you use it. When one agent alone can finish the whole conversation better than you, hand it over with
${crewToolNames.handOver}; its answer is then the answer of the crew.`;

const member = `You work in a crew, for a supervisor who gave you this task. Do this task and nothing else. What the others have to know, write it down with
${crewToolNames.write}; what they wrote, read it with ${crewToolNames.read}.`;

/** Makes the supervisor of a crew out of the agent that leads it. */
export const lead = (
  own: PreparedAgent,
  { instructions, members }: { instructions: string; members: readonly Member[] },
): PreparedAgent => {
  const names = members.map(({ name }) => name);
  const agents = members.map(({ agentId, name }) => ({ agentId, name }));
  const added: BoundTool[] = [
    planTool(names),
    {
      ...{ name: crewToolNames.delegate, title: 'Delegate', ...within, isForeign: true },
      description: `Hands a task to one agent of your crew, and waits for the result.\n${describeMembers(members)}`,
      inputSchema: memberInput(names, 'The whole task, with everything that the agent needs to know.'),
      binding: { kind: 'MEMBER', members: agents, takesOver: false },
    },
    {
      ...{ name: crewToolNames.handOver, title: 'Hand over', ...within, effect: 'WRITES', isForeign: true },
      description:
        'Hands the whole conversation to one agent of your crew, whose answer ends your work. The agent reads the conversation.',
      inputSchema: memberInput(names, 'What the agent has to know beside the conversation.'),
      binding: { kind: 'MEMBER', members: agents, takesOver: true },
    },
    ...noteTools,
  ];
  const told = paragraphs(instructions, own.settings.instructions, leading(members));
  return {
    ...own,
    settings: { ...own.settings, instructions: told },
    tools: withTools(own.tools, added),
  };
};

/** Makes an agent a member of the crew that it works for. */
export const join = (own: PreparedAgent, { instructions }: Team): PreparedAgent => ({
  ...own,
  settings: { ...own.settings, instructions: paragraphs(instructions, own.settings.instructions, member) },
  tools: withTools(own.tools, noteTools),
});

const toOutcome = (text: string, isFailed = false): ToolOutcome => ({
  ...{ text, output: text, isFailed, durationMs: 0 },
});

/** Carries out a call of one of the tools that the agents of a crew share. `name` is unique in the run. */
export const callCrew = async (
  run: RunContext,
  { team, author, name }: { team: Team; author: string; name: string },
  { does, input }: { does: CrewBinding['does']; input: ToolCall['input'] },
): Promise<ToolOutcome> => {
  const { runId } = team;
  if (does === 'PLAN') return toOutcome('The plan is written down.');
  if (does === 'WRITE_NOTE') {
    const text = typeof input['text'] === 'string' ? input['text'] : '';
    // It happens exactly once, whatever happens to the server.
    const at = await run.transaction(
      `@note/${name}`,
      async ({ db }) => (await noteRepository.add(db, { runId, author, text })) ?? null,
    );
    return at === null
      ? toOutcome(
          `There are ${mostNotes} notes, which is as many as there may be. Go on without this one.`,
          true,
        )
      : toOutcome(`This is note ${at}.`);
  }
  const after = Number(input['after'] ?? 0);
  const notes = await run.step(`@notes/${name}`, () =>
    run.ctx.tx(async ({ db }) =>
      (await noteRepository.list(db, runId, after)).map(({ at, author: by, text }) => ({ at, by, text })),
    ),
  );
  const text = notes.map(({ at, by, text: said }) => `${at}. ${by}: ${said}`).join('\n');
  return { ...toOutcome(text === '' ? 'There are no further notes.' : text), output: notes };
};
