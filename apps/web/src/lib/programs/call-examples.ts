/** An example of a call that can be copied. */
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

/** The model that programs ask in one of OpenAI's forms, with a question to begin with. */
export interface AskedModel {
  origin: string;
  model: string;
  question: string;
}

/** Stands for the key in the examples. */
export const keyVariable = 'ATELIER_API_KEY';

export const post = (address: string, body: object, flags = ''): string => `curl ${flags}${address} \\
  -H "Authorization: Bearer $${keyVariable}" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(body)}'`;

export const javascript = (origin: string, call: string): string => `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${origin}/v1', apiKey: process.env.${keyVariable} });
${call}`;

export const python = (origin: string, call: string): string => `import os
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=os.environ["${keyVariable}"])
${call}`;

export const responsesForm = ({ origin, model, question }: AskedModel): ExampleForm => ({
  id: 'responses',
  label: 'Responses',
  about:
    'OpenAI’s newer form, also known as Open Responses. A conversation goes on with the id of its last response.',
  examples: [
    {
      id: 'curl',
      label: 'curl',
      code: post(`${origin}/v1/responses`, { model, input: question }),
    },
    {
      id: 'python',
      label: 'Python',
      code: python(
        origin,
        `first = client.responses.create(model="${model}", input="${question}")
print(first.output_text)
second = client.responses.create(
    model="${model}", input="Tell me more.", previous_response_id=first.id
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
  model: '${model}',
  input: '${question}',
});
for await (const event of stream)
  if (event.type === 'response.output_text.delta') process.stdout.write(event.delta);`,
      ),
    },
  ],
});

export const completionsForm = ({ origin, model, question }: AskedModel): ExampleForm => ({
  id: 'completions',
  label: 'Chat completions',
  about: 'The form that most tools speak. Each call brings its whole conversation.',
  examples: [
    {
      id: 'curl',
      label: 'curl',
      code: post(`${origin}/v1/chat/completions`, {
        model,
        messages: [{ role: 'user', content: question }],
      }),
    },
    {
      id: 'python',
      label: 'Python',
      code: python(
        origin,
        `answer = client.chat.completions.create(
    model="${model}",
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
  model: '${model}',
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

const toolsInPython = (origin: string): string => `import asyncio
import os

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

headers = {"Authorization": f"Bearer {os.environ['${keyVariable}']}"}


async def main():
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        transport = streamable_http_client("${origin}/mcp", http_client=http)
        async with Client(transport) as client:
            for tool in (await client.list_tools()).tools:
                print(f"{tool.name}: {tool.title}")


asyncio.run(main())`;

/** `what` names what the assistant gets besides all that the user may see. */
export const toolsForm = ({ origin, what }: { origin: string; what: string }): ExampleForm => ({
  id: 'mcp',
  label: 'MCP',
  about: `Assistants that speak the Model Context Protocol get ${what}, and all that you may see, as tools.`,
  examples: [
    { id: 'configuration', label: 'Configuration', code: configuration(origin) },
    { id: 'python', label: 'Python', code: toolsInPython(origin) },
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
