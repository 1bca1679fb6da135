export interface CodeExample {
  id: string;
  label: string;
  code: string;
}

/** The examples of one form in which programs can ask. */
export interface ExampleForm {
  id: string;
  label: string;
  /** One sentence for whoever chooses a form. */
  about: string;
  examples: CodeExample[];
}

interface AppAddress {
  origin: string;
  appId: string;
}

/** Stands for the key in the examples. */
const keyVariable = 'ATELIER_API_KEY';
const question = 'What can you help me with?';

const post = (address: string, body: object, flags = ''): string => `curl ${flags}${address} \\
  -H "Authorization: Bearer $${keyVariable}" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(body)}'`;

const javascript = (origin: string, call: string): string => `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${origin}/v1', apiKey: process.env.${keyVariable} });
${call}`;

const python = (origin: string, call: string): string => `import os
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=os.environ["${keyVariable}"])
${call}`;

const responses = ({ origin, appId }: AppAddress): ExampleForm => ({
  id: 'responses',
  label: 'Responses',
  about:
    'OpenAI’s newer form, also known as Open Responses. A conversation goes on with the id of its last response.',
  examples: [
    {
      id: 'curl',
      label: 'curl',
      code: post(`${origin}/v1/responses`, { model: `app:${appId}`, input: question }),
    },
    {
      id: 'python',
      label: 'Python',
      code: python(
        origin,
        `first = client.responses.create(model="app:${appId}", input="${question}")
print(first.output_text)
second = client.responses.create(
    model="app:${appId}", input="Tell me more.", previous_response_id=first.id
)
print(second.output_text)`,
      ),
    },
    {
      id: 'javascript',
      label: 'JavaScript',
      code: javascript(
        origin,
        `const stream = client.responses.stream({
  model: 'app:${appId}',
  input: '${question}',
});
for await (const event of stream)
  if (event.type === 'response.output_text.delta') process.stdout.write(event.delta);`,
      ),
    },
  ],
});

const completions = ({ origin, appId }: AppAddress): ExampleForm => ({
  id: 'completions',
  label: 'Chat completions',
  about: 'The form that most tools speak. Each call brings its whole conversation.',
  examples: [
    {
      id: 'curl',
      label: 'curl',
      code: post(`${origin}/v1/chat/completions`, {
        model: `app:${appId}`,
        messages: [{ role: 'user', content: question }],
      }),
    },
    {
      id: 'python',
      label: 'Python',
      code: python(
        origin,
        `answer = client.chat.completions.create(
    model="app:${appId}",
    messages=[{"role": "user", "content": "${question}"}],
)
print(answer.choices[0].message.content)`,
      ),
    },
    {
      id: 'javascript',
      label: 'JavaScript',
      code: javascript(
        origin,
        `const stream = await client.chat.completions.create({
  model: 'app:${appId}',
  messages: [{ role: 'user', content: '${question}' }],
  stream: true,
});
for await (const part of stream) process.stdout.write(part.choices[0]?.delta?.content ?? '');`,
      ),
    },
  ],
});

const configuration = (origin: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        atelier: {
          type: 'http',
          url: `${origin}/mcp`,
          headers: { Authorization: `Bearer \${${keyVariable}}` },
        },
      },
    },
    undefined,
    2,
  );

const tools = ({ origin }: AppAddress): ExampleForm => ({
  id: 'mcp',
  label: 'MCP',
  about: 'Assistants that speak the Model Context Protocol get this app, and all that you may see, as tools.',
  examples: [
    { id: 'configuration', label: 'Configuration', code: configuration(origin) },
    {
      id: 'javascript',
      label: 'JavaScript',
      code: `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const headers = { Authorization: \`Bearer \${process.env.${keyVariable}}\` };
const transport = new StreamableHTTPClientTransport(new URL('${origin}/mcp'), { requestInit: { headers } });
const client = new Client({ name: 'example', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(transport);
const { tools } = await client.listTools();
console.log(tools.map(({ name, title }) => \`\${name}: \${title}\`).join('\\n'));
await client.close();`,
    },
  ],
});

const own = ({ origin, appId }: AppAddress): ExampleForm => ({
  id: 'own',
  label: 'Our own',
  about: 'The call of the chat page. It needs no library, and streams citations as events of their own.',
  examples: [
    { id: 'curl', label: 'curl', code: post(`${origin}/api/content/query`, { appId, query: question }) },
    {
      id: 'stream',
      label: 'curl, streamed',
      code: post(`${origin}/api/content/query`, { appId, query: question, stream: true }, '-N '),
    },
  ],
});

/** Examples that call the app in every form in which it answers, with unmodified clients (CHAT-07). */
export const codeExamples = (address: AppAddress): ExampleForm[] => [
  responses(address),
  completions(address),
  tools(address),
  own(address),
];
