import {
  completionsForm,
  type ExampleForm,
  javascript,
  post,
  python,
  responsesForm,
} from '../../../../lib/programs/call-examples.ts';

interface AgentAddress {
  origin: string;
  agentId: string;
}

const task = 'What can you do for me?';

const toolsInPython = (model: string): string => `tools = [{
    "type": "function",
    "name": "get_stock",
    "description": "Returns how many pieces of an article are in stock.",
    "parameters": {
        "type": "object",
        "properties": {"article": {"type": "string"}},
        "required": ["article"],
    },
}]
response = client.responses.create(
    model="${model}", input="How many lamps are in stock?", tools=tools
)
calls = [item for item in response.output if item.type == "function_call"]
while calls:
    results = [
        {"type": "function_call_output", "call_id": call.call_id, "output": "12"}
        for call in calls
    ]
    response = client.responses.create(
        model="${model}", input=results, tools=tools, previous_response_id=response.id
    )
    calls = [item for item in response.output if item.type == "function_call"]
print(response.output_text)`;

const toolsInJavascript = (model: string): string => `const tools = [{
  type: 'function',
  name: 'get_stock',
  description: 'Returns how many pieces of an article are in stock.',
  strict: false,
  parameters: {
    type: 'object',
    properties: { article: { type: 'string' } },
    required: ['article'],
  },
}];
const model = '${model}';
let response = await client.responses.create({ model, input: 'How many lamps are in stock?', tools });
for (;;) {
  const calls = response.output.filter((item) => item.type === 'function_call');
  if (calls.length === 0) break;
  const input = calls.map(({ call_id }) => ({ type: 'function_call_output', call_id, output: '12' }));
  response = await client.responses.create({ model, input, tools, previous_response_id: response.id });
}
console.log(response.output_text);`;

const ownTools = (origin: string, model: string): ExampleForm => ({
  id: 'tools',
  label: 'Your own tools',
  about:
    'Functions of your program stand beside the tools of the agent. The agent waits for the result of a call, and then goes on in the same run.',
  examples: [
    { id: 'python', label: 'Python', code: python(origin, toolsInPython(model)) },
    { id: 'javascript', label: 'JavaScript', code: javascript(origin, toolsInJavascript(model)) },
  ],
});

const own = ({ origin, agentId }: AgentAddress): ExampleForm => ({
  id: 'own',
  label: 'Our own',
  about: 'The call that returns the steps of the run too, or streams them while they happen.',
  examples: [
    {
      id: 'curl',
      label: 'curl',
      code: post(`${origin}/api/executor/agent-execute`, { agentId, input: task }),
    },
    {
      id: 'stream',
      label: 'curl, streamed',
      code: post(`${origin}/api/executor/agent-execute`, { agentId, input: task, stream: true }, '-N '),
    },
  ],
});

/** Examples that call an agent in every form in which it answers, with unmodified clients. */
export const agentCalls = ({ origin, agentId }: AgentAddress): ExampleForm[] => {
  const model = `agent:${agentId}`;
  const asked = { origin, model, question: task };
  return [responsesForm(asked), completionsForm(asked), ownTools(origin, model), own({ origin, agentId })];
};
